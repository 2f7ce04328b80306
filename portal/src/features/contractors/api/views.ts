import { queryOptions } from '@tanstack/react-query';
import type { Sent } from '@lintel/contract/core/endpoint';
import type {
  chooseColumns as choose,
  deleteView as remove,
  readViews,
  saveView as save,
} from '@lintel/contract/contractors-views';
import type { ContractorColumn } from '@lintel/contract/contractors-manage-constants';
import { call } from '../../../lib/api/call.ts';

const getViews = call<typeof readViews>(
  { method: 'GET', path: '/manage/contractors/views' },
  { handles: [500] },
);
const postView = call<typeof save>(
  { method: 'POST', path: '/manage/contractors/views', encoding: 'json' },
  { handles: [500] },
);
const postColumns = call<typeof choose>(
  { method: 'POST', path: '/manage/contractors/columns', encoding: 'json' },
  { handles: [500] },
);
const dropView = call<typeof remove>(
  { method: 'DELETE', path: '/manage/contractors/views/{id}' },
  { handles: [500] },
);

/** The own views of the contractors, and the columns that one sees. */
export const viewsQuery = queryOptions({
  queryKey: ['contractor-views'],
  queryFn: ({ signal }) => getViews({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const saveView = (view: Sent<typeof save, 'body'>) => postView({ body: view });
export const deleteView = (id: number) => dropView({ params: { id } });
export const chooseColumns = (columns: ContractorColumn[]) => postColumns({ body: { columns } });
