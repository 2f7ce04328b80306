import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  countApplicationStages,
  graphApplications,
} from '@lintel/contract/applications/graphs';
import type { exportFormats, reportApplications } from '@lintel/contract/applications/report';
import type { Answer } from '@lintel/contract/core/endpoint';
import { call } from '../../../lib/api/call.ts';
import { buildAddress } from '../../../lib/api/encode.ts';
import { adjacentCursor } from '../../../lib/list-view.ts';
import { basePath } from '../../../lib/api/send.ts';
import type { DateRange } from '../../../lib/date-ranges.ts';
import type { ReportView } from '../report-view.ts';

const getApplications = call<typeof reportApplications>({
  method: 'GET',
  path: '/reports-applications',
});

const getGraphs = call<typeof graphApplications>({
  method: 'GET',
  path: '/reports-applications/graphs',
});

/** The report's query. */
export type ReportQuery = Omit<ReportView, 'period' | 'application' | 'exports'>;

export type ReportFilters = Omit<ReportQuery, 'page' | 'limit' | 'order'>;

/** The filters as query parameters; days keep their own format. */
const carried = <More extends object>({ range, ...more }: { range: DateRange } & More) => ({
  ...more,
  started: {
    ...(range.from !== null && { gte: range.from }),
    ...(range.to !== null && { lte: range.to }),
  },
});

export const refreshEvery = 10_000;

type Report = Answer<typeof reportApplications>;
const pageKey = (userId: number, query: ReportQuery) => ['applications', userId, query] as const;

/** One page of the report of the account on screen. Polls while lenders are still deciding. */
export const applicationsQuery = (userId: number, query: ReportQuery) =>
  queryOptions({
    queryKey: pageKey(userId, query),
    queryFn: ({ signal, client }) => {
      const cursor = adjacentCursor(query, (page) =>
        client.getQueryData<Report>(pageKey(userId, { ...query, page })),
      );
      return getApplications({ query: carried({ ...query, ...cursor, userId }) }, { signal });
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isMoving) ? refreshEvery : false),
  });

export type ExportFormat = (typeof exportFormats)[number];

/** The query of an export of the current report, without its page. */
export const reportRequest = (
  { page: _page, limit: _limit, ...query }: ReportQuery,
  format: ExportFormat,
) => carried({ ...query, format });

/**
 * The download address of the current report, all pages. A navigation sends no headers, so the
 * query names the user.
 */
export function exportAddress(query: ReportQuery, userId: number, format: ExportFormat): string {
  const filters = { ...reportRequest(query, format), userId };
  return `${basePath}${buildAddress('/reports-applications-export', {}, filters)}`;
}

/** Sent less than an hour ago: answers, approvals, and fundings may still arrive. */
export const isMoving = ({
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

export type Graphs = Answer<typeof graphApplications>;

/** The data of the report's graphs, for its days and its page. */
export const graphsQuery = (
  userId: number,
  { range, coBrandedPage }: Pick<ReportFilters, 'range' | 'coBrandedPage'>,
) =>
  queryOptions({
    queryKey: ['applications-graphs', userId, range, coBrandedPage],
    queryFn: ({ signal }) =>
      getGraphs({ query: carried({ userId, range, coBrandedPage }) }, { signal }),
    placeholderData: keepPreviousData,
  });

const getStages = call<typeof countApplicationStages>({
  method: 'GET',
  path: '/reports-applications/stages',
});

/** Applications per stage, with the report's filters except the stage. */
export const stageCountsQuery = (userId: number, filters: Omit<ReportFilters, 'stage'>) =>
  queryOptions({
    queryKey: ['applications', userId, 'stages', filters],
    queryFn: ({ signal }) => getStages({ query: carried({ ...filters, userId }) }, { signal }),
    placeholderData: keepPreviousData,
  });
