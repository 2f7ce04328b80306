import * as contract from '@lintel/contract/marketing/templates';
import { askedEachTime } from '../../../platform/http/etag.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import { readFlyerSetting } from './flyer-setting.ts';
import { formatOf, type Source } from './studio.ts';
import { presentSocialTemplate, versionsOf, type VersionDeps } from './present.ts';
import { selectTemplates, type TemplateRow } from './repository.ts';
import {
  changeTemplate,
  createTemplate,
  requireTemplate,
  restoreVersion,
  type TemplateDeps,
} from './service.ts';
import { presentFlyerTemplates } from './flyers.ts';

/** Manage > Settings > Marketing materials: the templates of flyers. */
export function flyerTemplateRoutes(deps: TemplateDeps & VersionDeps): Route[] {
  const saved = async (row: TemplateRow, message: string) => {
    const [template] = await presentFlyerTemplates(deps, [row]);
    if (template === undefined) throw new Error('The template was not presented');
    return { message, template };
  };
  return [
    handle(contract.listFlyerTemplates, async () => ({
      data: await presentFlyerTemplates(deps, await selectTemplates(deps.db, 'flyer')),
    })),
    handle(contract.createFlyerTemplate, async ({ body, caller }) => {
      const template = { ...body, kind: 'flyer', socialMedia: null, contentType: null } as const;
      return saved(await createTemplate(deps, caller, template), 'Create successful');
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
        return saved(await changeTemplate(deps, caller, request), 'Update successful!');
      },
    ),
    handle(contract.previewFlyerTemplate, async ({ params, body }) => {
      const stored = await requireTemplate(deps.db, 'flyer', params.id);
      const source = deps.studio.demoSource((await readFlyerSetting(deps.db)).demoData);
      const unsaved = body.body !== undefined && body.body !== stored.body;
      const content = unsaved
        ? await deps.studio.flyerOnce(body.body ?? '', source)
        : await deps.studio.flyer(stored.body, source);
      return {
        content,
        headers: {
          'cache-control': 'no-store',
          'content-disposition': 'inline; filename="preview.pdf"',
        },
      };
    }),
    handle(contract.listFlyerVersions, async ({ params }) => ({
      data: await versionsOf(deps, 'flyer', params.id),
    })),
    handle(contract.restoreFlyerVersion, async ({ params, caller }) =>
      saved(await restoreVersion(deps, caller, { kind: 'flyer', ...params }), 'Update successful!'),
    ),
  ];
}

/** Manage > Settings > Marketing materials: the templates of social media images. */
export const socialTemplateRoutes = (deps: TemplateDeps & VersionDeps): Route[] => [
  ...savingRoutes(deps),
  handle(contract.listSocialTemplates, async () => {
    const source = await demoSource(deps);
    return {
      data: (await selectTemplates(deps.db, 'social')).map((row) => present(deps, row, source)),
    };
  }),
  handle(contract.readSocialTemplateFile, async ({ params }) => {
    const row = await requireTemplate(deps.db, 'social', params.id);
    const content = await deps.studio.social(row, formatOf(row), await demoSource(deps));
    return { content, headers: { 'cache-control': askedEachTime } };
  }),
  handle(contract.previewSocialTemplate, async ({ params, body }) => {
    const row = await requireTemplate(deps.db, 'social', params.id);
    const content = await deps.studio.socialOnce(body.body, formatOf(row), await demoSource(deps));
    return { content, headers: { 'cache-control': 'no-store' } };
  }),
  handle(contract.listSocialVersions, async ({ params }) => ({
    data: await versionsOf(deps, 'social', params.id),
  })),
];

function savingRoutes(deps: TemplateDeps): Route[] {
  const saved = async (row: TemplateRow, message: string) => ({
    message,
    template: present(deps, row, await demoSource(deps)),
  });
  return [
    handle(contract.createSocialTemplate, async ({ body, caller }) => {
      const row = await createTemplate(deps, caller, { ...body, kind: 'social', description: '' });
      return saved(row, 'Create successful');
    }),
    handle(
      contract.updateSocialTemplate,
      async ({ params, body: { version, title, body }, caller }) => {
        const change = { body, ...(title !== undefined && { title }) };
        const row = await changeTemplate(deps, caller, {
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
        await restoreVersion(deps, caller, { kind: 'social', ...params }),
        'Update successful!',
      ),
    ),
  ];
}

const demoSource = async ({ db, studio }: Pick<TemplateDeps, 'db' | 'studio'>): Promise<Source> =>
  studio.demoSource((await readFlyerSetting(db)).demoData);

const present = ({ studio }: TemplateDeps, row: TemplateRow, source: Source) =>
  presentSocialTemplate(row, studio.socialName(row, formatOf(row), source));
