import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { listContractors } from '@lintel/contract/contractors-manage';
import { call } from '../../../lib/api/call.ts';
import type { ContractorsView } from '../contractors-view.ts';

const getContractors = call<typeof listContractors>({ method: 'GET', path: '/manage/contractors' });

/** What every list of contractors begins with in the store of answers. */
export const contractorsKey = ['contractors'] as const;

/** One page of the contractors. While the next one loads, the last one stays. */
export const contractorsQuery = ({ page, limit, order, ...filters }: ContractorsView) =>
  queryOptions({
    queryKey: [...contractorsKey, { page, limit, order, filters }],
    queryFn: ({ signal }) => {
      const showDifferencesOnly = filters.showDifferencesOnly ? '1' : '0';
      const query = {
        page,
        limit,
        order,
        isManage: 'true',
        filters: { ...filters, showDifferencesOnly } as const,
      };
      return getContractors({ query }, { signal });
    },
    placeholderData: keepPreviousData,
  });
