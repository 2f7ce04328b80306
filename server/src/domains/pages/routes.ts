import * as contract from '@lintel/contract/pages';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { contractorPlan, requireOwnContractor } from '../contractors/index.ts';
import { presentPage } from './present.ts';
import { isPublicFile, pageNames, selectPage, selectPages } from './repository.ts';
import { changePage, createPage, type PageDeps } from './service.ts';

export const pageRoutes = (deps: PageDeps & { config: Config }): Route[] => [
  handle(contract.listPages, async ({ params, caller }) => {
    requireOwnContractor(caller, params.id);
    const { contractor } = await contractorPlan(deps.db, params.id);
    const rows = await selectPages(deps.db, params.id);
    return { data: rows.map((row) => presentPage(row, deps.config.publicUrl, contractor)) };
  }),
  handle(contract.listPageNames, async ({ params, caller }) => {
    requireOwnContractor(caller, params.id);
    return { data: await pageNames(deps.db, params.id) };
  }),
  handle(contract.createPage, async ({ params, body, files, caller }) => {
    requireOwnContractor(caller, params.id);
    const pageId = await createPage(deps, { caller, contractorId: params.id, form: body, logo: files.logo });
    return { message: 'Create successful', page: await onePage(deps.db, deps.config, params.id, pageId) };
  }),
  handle(contract.updatePage, async ({ params, body, files, caller }) => {
    requireOwnContractor(caller, params.id);
    const { version, ...form } = body;
    await changePage(deps, { caller, contractorId: params.id, pageId: params.pid, version, form, logo: files.logo });
    return { message: 'Update successful', page: await onePage(deps.db, deps.config, params.id, params.pid) };
  }),
  handle(contract.readMedia, async ({ params }) => {
    const content = (await isPublicFile(deps.db, params.key)) ? await deps.files.read(params.key) : null;
    if (content === null) throw new AppError('not_found');
    const headers = { 'cache-control': 'public, max-age=31536000, immutable', 'cross-origin-resource-policy': 'cross-origin' };
    return { content, headers };
  }),
];

async function onePage(db: Database, config: Config, contractorId: number, pageId: number) {
  const [row, { contractor }] = await Promise.all([selectPage(db, contractorId, pageId), contractorPlan(db, contractorId)]);
  if (row === undefined) throw new AppError('not_found');
  return presentPage(row, config.publicUrl, contractor);
}
