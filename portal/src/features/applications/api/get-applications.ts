import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  applicationOrders,
  applicationPageSizes,
  ApplicationStatus,
  reportApplication,
  reportApplications,
} from '@lintel/contract/applications/report';
import { call } from '../../../lib/api/call.ts';
import type { DateRange } from '../../../lib/date-ranges.ts';

const getApplications = call<typeof reportApplications>({
  method: 'GET',
  path: '/reports-applications',
});

const getApplication = call<typeof reportApplication>({
  method: 'GET',
  path: '/reports-applications/{id}',
});

/** The sizes that the contract takes. */
export const pageSizes = [10, 25, 50, 100] as const satisfies typeof applicationPageSizes;
export type ApplicationOrder = (typeof applicationOrders)[number];

/** Which applications the report is about. */
export interface ReportFilters {
  range: DateRange;
  search: string;
  status: ApplicationStatus;
  coBrandedPage: number | null;
}

/** What the report is asked for. */
export interface ReportQuery extends ReportFilters {
  page: number;
  limit: number;
  order: string;
}

/** Days and page as the query carries them. */
export const filtersOf = ({
  range,
  coBrandedPage,
}: Pick<ReportFilters, 'range' | 'coBrandedPage'>) => ({
  started: {
    ...(range.from !== null && { gte: range.from }),
    ...(range.to !== null && { lte: range.to }),
  },
  ...(coBrandedPage !== null && { coBrandedPage }),
});

const refreshEvery = 10_000;

/**
 * One page of the report of the account that is looked at. While lenders still look at an
 * application it is asked for again.
 */
export const applicationsQuery = (
  userId: number,
  { range, coBrandedPage, ...query }: ReportQuery,
) =>
  queryOptions({
    queryKey: ['applications', userId, { range, coBrandedPage, ...query }],
    queryFn: ({ signal }) =>
      getApplications(
        { query: { ...query, userId, ...filtersOf({ range, coBrandedPage }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isMoving) ? refreshEvery : false),
  });

/** One application of the account that is looked at. What is not there is told on its own page. */
export const applicationQuery = (userId: number, id: number) =>
  queryOptions({
    queryKey: ['applications', userId, 'one', id],
    queryFn: ({ signal }) => getApplication({ params: { id } }, { signal, handles: [404] }),
    retry: false,
    refetchInterval: ({ state }) =>
      state.data && isMoving(state.data.data) ? refreshEvery : false,
  });

/** Sent less than an hour ago: answers, approvals and fundings still come in. */
const isMoving = ({
  appFormComplete,
  appFormStarted,
  fundedDate,
}: {
  appFormComplete: number;
  appFormStarted: string;
  fundedDate: string | null;
}): boolean =>
  appFormComplete === 1 &&
  fundedDate === null &&
  Date.now() - Date.parse(appFormStarted) < 3_600_000;
