import { queryOptions } from '@tanstack/react-query';
import type { readSites } from '@lintel/contract/marketing-sites';
import { call } from '../../../lib/api/call.ts';

const getSites = call<typeof readSites>(
  { method: 'GET', path: '/contractor/{id}/widget-sites' },
  { handles: [500] },
);

/** The websites that may show the widgets, and where they were seen. */
export const sitesQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['widget-sites', contractorId],
    queryFn: ({ signal }) => getSites({ params: { id: contractorId } }, { signal }),
  });
