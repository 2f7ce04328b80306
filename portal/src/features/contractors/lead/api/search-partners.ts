import { queryOptions } from '@tanstack/react-query';
import type { searchPartners } from '@lintel/contract/leads';
import { minPartnerSearch, partnerPageSize } from '@lintel/contract/leads-constants';
import { call } from '../../../../lib/api/call.ts';

const getPartners = call<typeof searchPartners>(
  { method: 'GET', path: '/manage/partners' },
  { handles: [500] },
);

/** Contractors by company name or id, from three characters on. */
export const partnersQuery = (searchText: string) =>
  queryOptions({
    queryKey: ['partners', searchText],
    queryFn: ({ signal }) =>
      getPartners(
        { query: { page: 1, limit: partnerPageSize, order: '+companyName', searchText } },
        { signal },
      ),
    enabled: searchText.length >= minPartnerSearch,
  });
