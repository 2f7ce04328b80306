import * as contract from '@lintel/contract/emails/queue';
import { AppError } from '../../platform/errors.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { presentVersion, namesIn, oneTemplate, type NamesOf } from './present.ts';
import { findTemplate, selectVersions } from './template-repository.ts';
import { restoreVersion, type TemplateDeps } from './templates.ts';

export const versionRoutes = (deps: TemplateDeps & { namesOf: NamesOf }): Route[] => [
  handle(contract.listVersions, async ({ params, query }) => {
    if ((await findTemplate(deps.db, params.id)) === undefined) throw new AppError('not_found');
    const { rows, total, newest } = await selectVersions(deps.db, params.id, query);
    const names = await namesIn(
      deps,
      rows.map(({ savedBy }) => savedBy),
    );
    return { data: rows.map((row) => presentVersion(row, newest, names)), total };
  }),
  handle(contract.restoreVersion, async ({ params, caller }) => {
    await restoreVersion(deps, caller, params.id, params.version);
    return { message: 'Version restored', template: await oneTemplate(deps, params.id) };
  }),
];
