import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { graphApplications } from '@lintel/contract/applications/graphs';
import type { Answer } from '@lintel/contract/core/endpoint';
import { call } from '../../../lib/api/call.ts';
import { filtersOf, type ReportFilters } from './get-applications.ts';

const getGraphs = call<typeof graphApplications>({
  method: 'GET',
  path: '/reports-applications/graphs',
});

export type Graphs = Answer<typeof graphApplications>;

/** What the graphs of the report show: its days and its page. */
export const graphsQuery = (
  userId: number,
  { range, coBrandedPage }: Pick<ReportFilters, 'range' | 'coBrandedPage'>,
) =>
  queryOptions({
    queryKey: ['applications-graphs', userId, range, coBrandedPage],
    queryFn: ({ signal }) =>
      getGraphs({ query: { userId, ...filtersOf({ range, coBrandedPage }) } }, { signal }),
    placeholderData: keepPreviousData,
  });
