import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { reportCommissions } from '@lintel/contract/commissions/report';
import {
  type CommissionFilter,
  commissionFilters,
  commissionPageSizes,
  commissionReach,
} from '@lintel/contract/commissions/constants';
import { call } from '../../lib/api/call.ts';
import {
  type DateRange,
  addMonths,
  dayNamed,
  rangeNamed,
  rangeOf,
  todayIn,
  type RangeOption,
} from '../../lib/date-ranges.ts';

const getCommissions = call<typeof reportCommissions>({
  method: 'GET',
  path: '/reports-commissions',
});

/** Which commissions are looked for. */
interface CommissionFilters {
  range: DateRange;
  search: string;
  /** Null for all. */
  type: CommissionFilter | null;
}

export interface CommissionQuery extends CommissionFilters {
  page: number;
  limit: number;
  order: string;
}

/** The filters as the API and the export take them: only those that are set. */
export const filtersOf = ({ range: { from, to }, search, type }: CommissionFilters) => ({
  viewDate: { ...(from !== null && { start: from }), ...(to !== null && { end: to }) },
  ...(search !== '' && { searchText: search }),
  ...(type !== null && { type }),
});

/** One page of the commissions of the account that is looked at. */
export const commissionsQuery = (
  userId: number,
  { page, limit, order, ...filters }: CommissionQuery,
) =>
  queryOptions({
    queryKey: ['commissions', userId, { page, limit, order, ...filters }],
    queryFn: ({ signal }) =>
      getCommissions(
        { query: { order, page, limit, userId, filters: filtersOf(filters) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

/** The periods that the report offers, in their order. */
export const periods = [
  'last-365',
  'last-30',
  'last-7',
  'last-month',
  'last-week',
  'yesterday',
  'today',
  'custom',
] as const satisfies readonly RangeOption[];
type Period = (typeof periods)[number];

/**
 * The report as its address tells it. Its page is not in there: the report opens on the first one.
 */
export interface ReportView extends Omit<CommissionQuery, 'page'> {
  period: Period;
}

type Search = Record<string, unknown>;

const defaults = { period: 'last-30', limit: 25, order: '-date' } as const;
const orders = /^[+-](userName|date|commission|type)$/;

/** The days that a custom range may take. */
export function reachOf(now: Date): { min: string; max: string } {
  const max = todayIn(now);
  return { min: addMonths(max, -commissionReach), max };
}

/** Reads the view from the address; anything unknown is as if it were not there. */
export function viewOf(search: Search, now: Date): ReportView {
  const named = rangeNamed(search['currentPeriod']);
  const period = periods.find((one) => one === named) ?? defaults.period;
  const { order } = search;
  return {
    period,
    range: rangeFor(period, search, now),
    limit: commissionPageSizes.find((size) => size === Number(search['limit'])) ?? defaults.limit,
    order: typeof order === 'string' && orders.test(order) ? order : defaults.order,
    search: search['search'] === undefined ? '' : String(search['search']),
    type: commissionFilters.find((one: CommissionFilter) => one === search['type']) ?? null,
  };
}

/** Days of an address that has grown old are drawn into what the report covers by now. */
function rangeFor(period: Period, search: Search, now: Date): DateRange {
  const [from, to] = [dayNamed(search['customStart']), dayNamed(search['customEnd'])];
  if (period !== 'custom' || !from || !to) return rangeOf(period, now);
  const { min, max } = reachOf(now);
  const within = (day: string): string => (day < min ? min : day > max ? max : day);
  return { from: within(from), to: within(to) };
}

/** The address of a view: only what differs from the defaults. */
export function searchOf({ period, range, limit, order, search, type }: ReportView): Search {
  return {
    ...(period !== defaults.period && { currentPeriod: period }),
    ...(period === 'custom' &&
      range.from !== null &&
      range.to !== null && { customStart: range.from, customEnd: range.to }),
    ...(limit !== defaults.limit && { limit }),
    ...(order !== defaults.order && { order }),
    ...(search !== '' && { search }),
    ...(type !== null && { type }),
  };
}
