import * as contract from '@lintel/contract/pages/page';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { presentPage } from './present.ts';
import { isPublicFile, pageNames, selectPages } from './repository.ts';
import { changePage, createPage, setPageActive } from './service.ts';

export const pageRoutes = (context: Context): Route[] => [
  handle(contract.listPages, async ({ owned }) => ({
    data: await listPages(context, owned.contractorId),
  })),
  handle(contract.listPageNames, async ({ owned }) => ({
    data: await pageNames(context.db, owned.contractorId),
  })),
  handle(contract.createPage, async ({ body, files, caller, owned }) => {
    const pageId = await createPage(context, {
      caller,
      contractorId: owned.contractorId,
      form: body,
      logo: files.logo,
    });
    return {
      message: 'Create successful',
      page: await onePage(context, owned.contractorId, pageId),
    };
  }),
  handle(contract.updatePage, async ({ body, files, caller, owned: { contractorId, pageId } }) => {
    const { version, ...form } = body;
    await changePage(context, {
      caller,
      contractorId,
      pageId,
      version,
      form,
      logo: files.logo,
    });
    return { message: 'Update successful', page: await onePage(context, contractorId, pageId) };
  }),
  handle(contract.setPageActive, async ({ body, caller, owned: { contractorId, pageId } }) => {
    const { isActive } = body;
    await setPageActive(context, { caller, contractorId, pageId, isActive });
    const message = isActive ? 'The page is open again.' : 'The page is closed.';
    return { message, page: await onePage(context, contractorId, pageId) };
  }),
  handle(contract.readMedia, async ({ params }) => {
    const content = (await isPublicFile(context.db, params.key))
      ? await context.files.read(params.key)
      : null;
    if (content === null) throw new AppError('not_found');
    const headers = {
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    };
    return { content, headers };
  }),
];

async function listPages(
  { db, config, flyersOf }: Context,
  contractorId: number,
): Promise<contract.CoBrandedPage[]> {
  const [rows, flyers] = await Promise.all([
    selectPages(db, contractorId),
    flyersOf(db, contractorId),
  ]);
  return rows.flatMap((row) => {
    const flyer = flyers.get(row.id);
    return flyer === undefined ? [] : [presentPage(row, config.publicUrl, flyer)];
  });
}

async function onePage(
  context: Context,
  contractorId: number,
  pageId: number,
): Promise<contract.CoBrandedPage> {
  const page = (await listPages(context, contractorId)).find(({ id }) => id === pageId);
  if (page === undefined) throw new AppError('not_found');
  return page;
}
