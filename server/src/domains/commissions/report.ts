import type { Context } from '../../platform/context.ts';
import {
  commissionLabels,
  commissionReach,
  fundedTypes,
} from '@lintel/contract/commissions/constants';
import type {
  CommissionRow,
  exportCommissions,
  MonthSums,
  reportCommissions,
} from '@lintel/contract/commissions/report';
import type { ResponseBody, RequestPart } from '@lintel/contract/core/endpoint';
import { addMonths, dayIn, usDay } from '../../platform/days.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import { inPages } from '../../platform/db/batches.ts';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { FileAnswer } from '../../platform/http/route.ts';
import { toDollars } from '../../platform/money.ts';
import { gathered, type Cell, type Column } from '../../platform/spreadsheet/cells.ts';
import { requireSheetRoom, spreadsheetAnswer } from '../../platform/spreadsheet/spreadsheet.ts';
import {
  selectCommissions,
  selectCommissionsAfter,
  sumByMonth,
  sumCommissions,
  type MonthTypeSum,
  type ReportFilter,
  type Commission,
} from './repository.ts';

type Query = RequestPart<typeof reportCommissions, 'query'>;

type Report = ResponseBody<typeof reportCommissions>;

/** The days that the report covers: from two years ago until today, in the business time zone. */
export function coveredDays({ clock, config }: Context): { start: string; end: string } {
  const end = dayIn(clock.now(), config.BUSINESS_TIME_ZONE);
  return { start: addMonths(end, -commissionReach), end };
}

/**
 * The requested days, with open ends filled in. Throws `bad_request` for days outside the report.
 */
function resolveDays(
  context: Context,
  { start, end }: Query['filters']['viewDate'],
): { start: string; end: string } {
  const covered = coveredDays(context);
  const days = { start: start ?? covered.start, end: end ?? covered.end };
  if (days.start < covered.start || days.end > covered.end || days.start > days.end) {
    const message = `The report covers the past 2 years: ${usDay(covered.start)} to ${usDay(covered.end)}.`;
    throw new AppError('bad_request', { message });
  }
  return days;
}

/** The row filter of a query; null for staff who aren't switched into a contractor. */
function readFilter(
  context: Context,
  caller: Caller,
  { filters }: Pick<Query, 'filters'>,
): ReportFilter | null {
  const { start, end } = resolveDays(context, filters.viewDate);
  const { contractorId } = caller.user;
  if (contractorId === null) return null;
  return {
    contractorId,
    days: { gte: start, lte: end },
    timeZone: context.config.BUSINESS_TIME_ZONE,
    search: filters.searchText,
    types:
      filters.type === undefined ? [] : filters.type === 'funded' ? fundedTypes : [filters.type],
  };
}

/** A page of the commissions of the caller's contractor, with the sum of all matches. */
export async function readReport(context: Context, caller: Caller, query: Query): Promise<Report> {
  const filter = readFilter(context, caller, query);
  if (filter === null) return { data: [], total: 0, commissionTotal: 0 };
  const { order, page, limit } = query;
  const [rows, { total, cents }] = await Promise.all([
    selectCommissions(context.db, filter, order, { limit, offset: (page - 1) * limit }),
    sumCommissions(context.db, filter),
  ]);
  return { data: rows.map(presentCommission), total, commissionTotal: toDollars(cents) };
}

/** The monthly earnings of the caller's contractor in the past two years, oldest first. */
export async function readMonths(context: Context, caller: Caller): Promise<MonthSums[]> {
  const filter = readFilter(context, caller, { filters: { viewDate: {}, searchText: '' } });
  return filter === null ? [] : presentMonths(await sumByMonth(context.db, filter));
}

const fundingShareTypes = new Set<string>(['loan', 'credit_card']);

const presentCommission = (row: Commission): CommissionRow => ({
  id: row.id,
  userName: row.userName,
  companyName: row.companyName,
  date: row.earnedAt.toISOString(),
  commission: toDollars(row.amountCents),
  type: row.type,
  fundedAmount:
    row.fundedAmountCents === null || !fundingShareTypes.has(row.type)
      ? null
      : toDollars(row.fundedAmountCents),
  onHold: row.onHold,
  note: row.note,
});

/** Groups the sums by month. */
function presentMonths(sums: readonly MonthTypeSum[]): MonthSums[] {
  const months = [...new Set(sums.map(({ month }) => month))];
  return months.map((month) => {
    const own = sums.filter((one) => one.month === month);
    return {
      month,
      sums: Object.fromEntries(own.map(({ type, cents }) => [type, toDollars(cents)])),
      total: toDollars(own.reduce((total, { cents }) => total + cents, 0)),
    };
  });
}

type ExportQuery = RequestPart<typeof exportCommissions, 'query'>;

export const commissionColumns: readonly Column[] = [
  { header: 'Customer', kind: 'text', width: 28 },
  { header: 'Company', kind: 'text', width: 32 },
  { header: 'Date', kind: 'day', width: 12 },
  { header: 'Commission (USD)', kind: 'money', width: 18 },
  { header: 'Type', kind: 'text', width: 26 },
  { header: 'Funded amount (USD)', kind: 'money', width: 20 },
  { header: 'Reason', kind: 'text', width: 40 },
];

/** Rows read, and kept in memory, at a time. */
const pageSize = 1000;

/**
 * The report's rows as a download. Throws `not_found` for staff who aren't switched into a
 * contractor.
 */
export async function exportReport(
  context: Context,
  caller: Caller,
  query: ExportQuery,
): Promise<FileAnswer> {
  const filter = readFilter(context, caller, query);
  if (filter === null) throw new AppError('not_found');
  const { start, end } = resolveDays(context, query.filters.viewDate);
  const { total } = await sumCommissions(context.db, filter);
  requireSheetRoom(query.format, total);
  // Recorded before the first row is sent, whether or not the download completes.
  await recordAudit(context.db, context.clock, caller, {
    action: 'commissions.exported',
    entity: 'commissions',
    details: { rows: total, format: query.format, filters: filterNames(query) },
  });
  return spreadsheetAnswer(query.format, {
    fileName: `commissions-${start}-${end}`,
    sheetName: 'Commissions',
    columns: commissionColumns,
    rows: gathered(commissionRows(context, filter, query.order)),
  });
}

/** Names of the set filters only; the search text may be a customer's name. */
const filterNames = ({ filters: { viewDate, searchText, type } }: ExportQuery): string[] => [
  ...(viewDate.start !== undefined || viewDate.end !== undefined ? ['days'] : []),
  ...(searchText === '' ? [] : ['search']),
  ...(type === undefined ? [] : ['type']),
];

export async function* commissionRows(
  context: Context,
  filter: ReportFilter,
  order: ExportQuery['order'],
): AsyncGenerator<Cell[]> {
  const rows = inPages<Commission>((last) =>
    selectCommissionsAfter(context.db, filter, order, { last, limit: pageSize }),
  );
  for await (const row of rows) yield toCells(row, context.config.BUSINESS_TIME_ZONE);
}

const toCells = (row: Commission, timeZone: string): Cell[] => [
  row.userName,
  row.companyName,
  dayIn(row.earnedAt, timeZone),
  toDollars(row.amountCents),
  commissionLabels[row.type],
  presentCommission(row).fundedAmount,
  row.note === '' ? null : row.note,
];
