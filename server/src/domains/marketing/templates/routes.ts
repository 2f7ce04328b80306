import * as contract from '@lintel/contract/marketing/templates';
import type { Context } from '../../../platform/context.ts';
import { revalidated } from '../../../platform/http/etag.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import { readFlyerSetting } from './flyer-setting.ts';
import { socialFormat, studio, type Source } from './studio.ts';
import { presentSocialTemplate, presentVersions } from './present.ts';
import { selectTemplates, type TemplateRow } from './repository.ts';
import { changeTemplate, createTemplate, requireTemplate, restoreVersion } from './service.ts';
import { presentFlyerTemplates } from './flyers.ts';

/** Manage > Settings > Marketing materials: the templates of flyers. */
export function flyerTemplateRoutes(context: Context): Route[] {
  const saved = async (row: TemplateRow, message: string) => {
    const [template] = await presentFlyerTemplates(context, [row]);
    if (template === undefined) throw new Error('The template was not presented');
    return { message, template };
  };
  return [
    handle(contract.listFlyerTemplates, async () => ({
      data: await presentFlyerTemplates(context, await selectTemplates(context.db, 'flyer')),
    })),
    handle(contract.createFlyerTemplate, async ({ body, caller }) => {
      const template = { ...body, kind: 'flyer', socialMedia: null, contentType: null } as const;
      return saved(await createTemplate(context, caller, template), 'Create successful');
    }),
    handle(
      contract.updateFlyerTemplate,
      async ({ params, body: { version, description, body }, caller }) => {
        const request = {
          kind: 'flyer',
          id: params.id,
          version,
          change: { description, body },
        } as const;
        return saved(await changeTemplate(context, caller, request), 'Update successful!');
      },
    ),
    handle(contract.previewFlyerTemplate, async ({ params, body }) => {
      const stored = await requireTemplate(context.db, 'flyer', params.id);
      const source = studio(context).demoSource((await readFlyerSetting(context.db)).demoData);
      const unsaved = body.body !== undefined && body.body !== stored.body;
      const content = unsaved
        ? await studio(context).flyerOnce(body.body ?? '', source)
        : await studio(context).flyer(stored.body, source);
      return {
        content,
        headers: {
          'cache-control': 'no-store',
          'content-disposition': 'inline; filename="preview.pdf"',
        },
      };
    }),
    handle(contract.listFlyerVersions, async ({ params }) => ({
      data: await presentVersions(context.db, 'flyer', params.id),
    })),
    handle(contract.restoreFlyerVersion, async ({ params, caller }) =>
      saved(
        await restoreVersion(context, caller, { kind: 'flyer', ...params }),
        'Update successful!',
      ),
    ),
  ];
}

/** Manage > Settings > Marketing materials: the templates of social media images. */
export const socialTemplateRoutes = (context: Context): Route[] => [
  ...savingRoutes(context),
  handle(contract.listSocialTemplates, async () => {
    const source = await demoSource(context);
    return {
      data: (await selectTemplates(context.db, 'social')).map((row) =>
        present(context, row, source),
      ),
    };
  }),
  handle(contract.readSocialTemplateFile, async ({ params }) => {
    const row = await requireTemplate(context.db, 'social', params.id);
    const content = await studio(context).social(row, socialFormat(row), await demoSource(context));
    return { content, headers: { 'cache-control': revalidated } };
  }),
  handle(contract.previewSocialTemplate, async ({ params, body }) => {
    const row = await requireTemplate(context.db, 'social', params.id);
    const content = await studio(context).socialOnce(
      body.body,
      socialFormat(row),
      await demoSource(context),
    );
    return { content, headers: { 'cache-control': 'no-store' } };
  }),
  handle(contract.listSocialVersions, async ({ params }) => ({
    data: await presentVersions(context.db, 'social', params.id),
  })),
];

function savingRoutes(context: Context): Route[] {
  const saved = async (row: TemplateRow, message: string) => ({
    message,
    template: present(context, row, await demoSource(context)),
  });
  return [
    handle(contract.createSocialTemplate, async ({ body, caller }) => {
      const row = await createTemplate(context, caller, {
        ...body,
        kind: 'social',
        description: '',
      });
      return saved(row, 'Create successful');
    }),
    handle(
      contract.updateSocialTemplate,
      async ({ params, body: { version, title, body }, caller }) => {
        const change = { body, ...(title !== undefined && { title }) };
        const row = await changeTemplate(context, caller, {
          kind: 'social',
          id: params.id,
          version,
          change,
        });
        return saved(row, 'Update successful!');
      },
    ),
    handle(contract.restoreSocialVersion, async ({ params, caller }) =>
      saved(
        await restoreVersion(context, caller, { kind: 'social', ...params }),
        'Update successful!',
      ),
    ),
  ];
}

const demoSource = async (context: Context): Promise<Source> =>
  studio(context).demoSource((await readFlyerSetting(context.db)).demoData);

const present = (context: Context, row: TemplateRow, source: Source) =>
  presentSocialTemplate(row, studio(context).socialName(row, socialFormat(row), source));
