import {
  choiceNames,
  choicesIn,
  type ChoiceFilter,
  type Choices,
} from '@lintel/contract/applications/report-filters';
import {
  dayNamed,
  rangeNamed,
  rangeOf,
  type DateRange,
  type RangeOption,
} from '../../lib/date-ranges.ts';
import { pageSizes, type ReportQuery } from './api/applications.ts';

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
} as const;
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
    ...choicesIn(search),
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
  const { period, range, page, limit, order, search, coBrandedPage } = view;
  return {
    ...(period !== defaults.period && { currentPeriod: period }),
    ...(period === 'custom' &&
      range.from !== null &&
      range.to !== null && { customStart: range.from, customEnd: range.to }),
    ...(page !== defaults.page && { page }),
    ...(limit !== defaults.limit && { limit }),
    ...(order !== defaults.order && { order }),
    ...(search !== '' && { search }),
    ...Object.fromEntries(chosenIn(view).map((name) => [name, view[name]])),
    ...(coBrandedPage !== null && { coBrandedPage }),
  };
}

/** The filters in which something is chosen. */
export const chosenIn = (view: Choices): ChoiceFilter[] =>
  choiceNames.filter((name) => view[name] !== 'all');

/** Whether a filter is set: an empty list then means something else. */
export const isFiltered = (view: ReportView): boolean =>
  view.search !== '' || view.coBrandedPage !== null || chosenIn(view).length > 0;

/** Changing what is looked for starts at the first page again. */
export const changeView = (view: ReportView, change: Partial<ReportView>): ReportView => ({
  ...view,
  ...('page' in change ? {} : { page: 1 }),
  ...change,
});
