import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { readManaged, updateContractor as endpoint } from '@lintel/contract/contractors/edit';
import type { listContractors } from '@lintel/contract/contractors/manage';
import type { ContractorColumn } from '@lintel/contract/contractors/manage-constants';
import type {
  chooseColumns as choose,
  deleteView as remove,
  readViews,
  saveView as save,
} from '@lintel/contract/contractors/views';
import type { Answer, RequestInput } from '@lintel/contract/core/endpoint';
import type { listManagers } from '@lintel/contract/leads/lead';
import { accepted } from '../../lib/api/accepted.ts';
import { call } from '../../lib/api/call.ts';
import { adjacentCursor } from '../../lib/list-view.ts';
import type { ContractorsView } from './contractors-view.ts';

const getContractors = call<typeof listContractors>({ method: 'GET', path: '/manage/contractors' });

/** The query key prefix of every contractor list. */
export const contractorsKey = ['contractors'] as const;

type Page = Answer<typeof listContractors>;
const pageKey = ({ page, limit, order, ...filters }: ContractorsView) =>
  [...contractorsKey, { page, limit, order, filters }] as const;

/** One page of the contractors. The previous page stays visible while the next one loads. */
export const contractorsQuery = ({ page, limit, order, ...filters }: ContractorsView) =>
  queryOptions({
    queryKey: pageKey({ page, limit, order, ...filters }),
    queryFn: ({ signal, client }) => {
      const cursor = adjacentCursor({ page, limit }, (next) =>
        client.getQueryData<Page>(pageKey({ page: next, limit, order, ...filters })),
      );
      const { accountToCreate, ...saved } = filters;
      const showDifferencesOnly = saved.showDifferencesOnly ? '1' : '0';
      const query = {
        page,
        limit,
        order,
        isManage: 'true',
        ...(accountToCreate && { accountToCreate: '1' as const }),
        filters: { ...saved, showDifferencesOnly } as const,
        ...cursor,
      };
      return getContractors({ query }, { signal });
    },
    placeholderData: keepPreviousData,
  });

const getManaged = call<typeof readManaged>({ method: 'GET', path: '/manage/contractor/{id}' });

/** A contractor's stored state for an editor; never cached. */
export const managedQuery = (id: number) =>
  queryOptions({
    queryKey: [...contractorsKey, 'managed', id],
    queryFn: ({ signal }) => getManaged({ params: { id } }, { signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const getManagers = call<typeof listManagers>(
  { method: 'GET', path: '/manage/managers' },
  { handles: [500] },
);

/** The provider's people who manage contractors and leads. */
export const managersQuery = queryOptions({
  queryKey: ['managers'],
  queryFn: ({ signal }) => getManagers({}, { signal }).then(({ data }) => data),
});

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

/** The user's saved views of the contractors, and the visible columns. */
export const viewsQuery = queryOptions({
  queryKey: ['contractor-views'],
  queryFn: ({ signal }) => getViews({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const saveView = (view: RequestInput<typeof save, 'body'>) => postView({ body: view });
export const deleteView = (id: number) => dropView({ params: { id } });
export const chooseColumns = (columns: ContractorColumn[]) => postColumns({ body: { columns } });

const update = call<typeof endpoint>(
  { method: 'POST', path: '/manage/contractor/{id}', encoding: 'json' },
  { handles: [500] },
);

export type ContractorChange = RequestInput<typeof endpoint, 'body'>;

/** Updates a contractor; omitted fields stay unchanged. */
export const updateContractor = async (id: number, change: ContractorChange) =>
  accepted(await update({ params: { id }, body: { id, isManage: true, ...change } }));
