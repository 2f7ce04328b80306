import { queryOptions } from '@tanstack/react-query';
import type { readContractorPlan } from '@lintel/contract/contractors/contractor';
import type {
  createPage,
  listPageNames,
  listPages,
  PageParams,
  setPageActive as setPageActiveEndpoint,
  updatePage,
} from '@lintel/contract/pages/page';
import { accepted } from '../../lib/api/accepted.ts';
import { call } from '../../lib/api/call.ts';

const getPages = call<typeof listPages>({ method: 'GET', path: '/contractor/{id}/page' });

/** The contractor's co-branded pages, oldest first. */
export const pagesQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['pages', contractorId],
    queryFn: ({ signal }) => getPages({ params: { id: contractorId } }, { signal }),
  });

const getPageNames = call<typeof listPageNames>({
  method: 'GET',
  path: '/contractor/{id}/co-branded-pages/filter-list',
});

/**
 * The names of the contractor's pages, oldest first. Also available to team users who can't edit
 * pages. The screen itself shows failures with the statuses in `handles`.
 */
export const pageNamesQuery = (contractorId: number, handles: readonly number[] = []) =>
  queryOptions({
    queryKey: ['page-names', contractorId],
    queryFn: ({ signal }) => getPageNames({ params: { id: contractorId } }, { signal, handles }),
  });

const getPlan = call<typeof readContractorPlan>({ method: 'GET', path: '/contractor/{id}/plan' });

/** The contractor's plan and the opportunities it includes. */
export const planQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['plan', contractorId],
    queryFn: ({ signal }) => getPlan({ params: { id: contractorId } }, { signal }),
  });

const create = call<typeof createPage>(
  { method: 'POST', path: '/contractor/{id}/page', encoding: 'multipart' },
  { handles: [409] },
);
const update = call<typeof updatePage>(
  { method: 'POST', path: '/contractor/{id}/page/{pid}', encoding: 'multipart' },
  { handles: [409] },
);

/** Closes a page to visitors, or reopens it. */
export const setPageActive = call<typeof setPageActiveEndpoint>({
  method: 'POST',
  path: '/contractor/{id}/page/{pid}/active',
});

interface PageToSave {
  contractorId: number;
  /** The edited page with the version that was seen; null creates a page. */
  existing: { id: number; version: number } | null;
  pageName: string;
  params: PageParams;
  logo: File | null;
  removeLogo: boolean;
}

/** Saves a page and returns the stored result. */
export async function savePage({
  contractorId,
  existing,
  pageName,
  params,
  logo,
  removeLogo,
}: PageToSave) {
  const body = {
    id: contractorId,
    pageName,
    params,
    removeLogo: removeLogo ? ('1' as const) : ('0' as const),
  };
  if (existing === null)
    return accepted(await create({ params: { id: contractorId }, body, files: { logo } }));
  const answer = await update({
    params: { id: contractorId, pid: existing.id },
    body: { ...body, pId: existing.id, version: existing.version },
    files: { logo },
  });
  return accepted(answer);
}
