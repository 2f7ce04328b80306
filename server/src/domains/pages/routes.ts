import * as contract from '@lintel/contract/pages';
import type { Config } from '../../platform/config.ts';
import { AppError } from '../../platform/errors.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { requireOwnContractor } from '../contractors/index.ts';
import { presentPage, type PageFlyer } from './present.ts';
import { isPublicFile, pageNames, selectPages } from './repository.ts';
import { changePage, createPage, type PageDeps } from './service.ts';

interface PageRouteDeps extends PageDeps {
  config: Config;
  /** The flyers of a contractor's pages with their logos, by the page's id. */
  flyersOf(contractorId: number): Promise<ReadonlyMap<number, PageFlyer>>;
}

export const pageRoutes = (deps: PageRouteDeps): Route[] => [
  handle(contract.listPages, async ({ params, caller }) => {
    requireOwnContractor(caller, params.id);
    return { data: await pagesOf(deps, params.id) };
  }),
  handle(contract.listPageNames, async ({ params, caller }) => {
    requireOwnContractor(caller, params.id);
    return { data: await pageNames(deps.db, params.id) };
  }),
  handle(contract.createPage, async ({ params, body, files, caller }) => {
    requireOwnContractor(caller, params.id);
    const pageId = await createPage(deps, {
      caller,
      contractorId: params.id,
      form: body,
      logo: files.logo,
    });
    return { message: 'Create successful', page: await onePage(deps, params.id, pageId) };
  }),
  handle(contract.updatePage, async ({ params, body, files, caller }) => {
    requireOwnContractor(caller, params.id);
    const { version, ...form } = body;
    await changePage(deps, {
      caller,
      contractorId: params.id,
      pageId: params.pid,
      version,
      form,
      logo: files.logo,
    });
    return { message: 'Update successful', page: await onePage(deps, params.id, params.pid) };
  }),
  handle(contract.readMedia, async ({ params }) => {
    const content = (await isPublicFile(deps.db, params.key))
      ? await deps.files.read(params.key)
      : null;
    if (content === null) throw new AppError('not_found');
    const headers = {
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    };
    return { content, headers };
  }),
];

async function pagesOf(
  { db, config, flyersOf }: PageRouteDeps,
  contractorId: number,
): Promise<contract.CoBrandedPage[]> {
  const [rows, flyers] = await Promise.all([selectPages(db, contractorId), flyersOf(contractorId)]);
  return rows.flatMap((row) => {
    const flyer = flyers.get(row.id);
    return flyer === undefined ? [] : [presentPage(row, config.publicUrl, flyer)];
  });
}

async function onePage(
  deps: PageRouteDeps,
  contractorId: number,
  pageId: number,
): Promise<contract.CoBrandedPage> {
  const page = (await pagesOf(deps, contractorId)).find(({ id }) => id === pageId);
  if (page === undefined) throw new AppError('not_found');
  return page;
}
