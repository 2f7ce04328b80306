import { queryOptions } from '@tanstack/react-query';
import type { readManaged } from '@lintel/contract/contractors-edit';
import { call } from '../../../lib/api/call.ts';
import { contractorsKey } from './get-contractors.ts';

const getManaged = call<typeof readManaged>({ method: 'GET', path: '/manage/contractor/{id}' });

/** A contractor as it is stored now, for an editor: never an older answer. */
export const managedQuery = (id: number) =>
  queryOptions({
    queryKey: [...contractorsKey, 'managed', id],
    queryFn: ({ signal }) => getManaged({ params: { id } }, { signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
