import type { ApplicationStatus } from '@lintel/contract/applications/report';
import {
  dayNamed,
  rangeNamed,
  rangeOf,
  type DateRange,
  type RangeOption,
} from '../../lib/date-ranges.ts';
import { pageSizes, type ReportQuery } from './api/get-applications.ts';

/** The words for the wire's statuses. */
export const statusLabels: Record<ApplicationStatus, string> = {
  all: 'All',
  funded: 'Funded',
  credit: 'Credit approved',
  offer: 'Received offers',
  qualifed: 'Qualified',
  notqualifed: 'Not qualified',
  started: 'Started',
};

/** The report as its address tells it. */
export interface ReportView extends ReportQuery {
  period: RangeOption;
  /** The one application that a message leads to, whatever the filters say. */
  application: number | null;
}

/** What the address may hold; anything else is as if it were not there. */
type Search = Record<string, unknown>;

const defaults = {
  period: 'last-30',
  page: 1,
  limit: 25,
  order: '-appFormStarted',
  status: 'all',
} as const;
const isIn = <Key extends string>(value: unknown, table: Record<Key, unknown>): value is Key =>
  typeof value === 'string' && Object.hasOwn(table, value);
const positive = (value: unknown): number | null =>
  Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : null;

/** Reads the view from the address; a custom period without its days starts three months back. */
export function viewOf(search: Search, now: Date): ReportView {
  const period = rangeNamed(search['currentPeriod']) ?? defaults.period;
  const limit = pageSizes.find((size) => size === Number(search['limit'])) ?? defaults.limit;
  return {
    period,
    range: rangeFor(period, search, now),
    page: positive(search['page']) ?? defaults.page,
    limit,
    order: typeof search['order'] === 'string' ? search['order'] : defaults.order,
    search: search['search'] === undefined ? '' : String(search['search']),
    status: isIn(search['status'], statusLabels) ? search['status'] : defaults.status,
    coBrandedPage: positive(search['coBrandedPage']),
    application: positive(search['application']),
  };
}

function rangeFor(period: RangeOption, search: Search, now: Date): DateRange {
  const [from, to] = [dayNamed(search['customStart']), dayNamed(search['customEnd'])];
  return period === 'custom' && from && to ? { from, to } : rangeOf(period, now);
}

/**
 * The address of a view: only what differs from the defaults, so that the plain report has a plain
 * address.
 */
export function searchOf(view: ReportView): Search {
  const { period, range, page, limit, order, search, status, coBrandedPage } = view;
  return {
    ...(period !== defaults.period && { currentPeriod: period }),
    ...(period === 'custom' &&
      range.from !== null &&
      range.to !== null && { customStart: range.from, customEnd: range.to }),
    ...(page !== defaults.page && { page }),
    ...(limit !== defaults.limit && { limit }),
    ...(order !== defaults.order && { order }),
    ...(search !== '' && { search }),
    ...(status !== defaults.status && { status }),
    ...(coBrandedPage !== null && { coBrandedPage }),
  };
}

/** Changing what is looked for starts at the first page again. */
export const changeView = (view: ReportView, change: Partial<ReportView>): ReportView => ({
  ...view,
  ...('page' in change ? {} : { page: 1 }),
  ...change,
});
