import * as contract from '@lintel/contract/marketing/templates';
import { askedEachTime } from '../../../platform/http/etag.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import { readFlyerSetting } from '../../settings/index.ts';
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
