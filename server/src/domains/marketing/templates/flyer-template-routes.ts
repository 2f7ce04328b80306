import * as contract from '@lintel/contract/marketing/templates';
import { handle, type Route } from '../../../platform/http/route.ts';
import { readFlyerSetting } from '../../settings/index.ts';
import { presentFlyerTemplates } from './flyers.ts';
import { selectTemplates, type TemplateRow } from './repository.ts';
import {
  changeTemplate,
  createTemplate,
  requireTemplate,
  restoreVersion,
  type TemplateDeps,
} from './service.ts';
import { versionsOf, type VersionDeps } from './present.ts';

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
