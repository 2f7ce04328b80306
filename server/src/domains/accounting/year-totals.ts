import type {
  exportYearTotals,
  listYearTotals,
  YearTotalRow,
} from '@lintel/contract/accounting/year-totals';
import type { RequestPart, ResponseBody } from '@lintel/contract/core/endpoint';
import { filingThreshold } from '@lintel/contract/payouts/filing';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { FileAnswer } from '../../platform/http/route.ts';
import { toCents, toDollars } from '../../platform/money.ts';
import { gathered, type Cell, type Column } from '../../platform/spreadsheet/cells.ts';
import { requireSheetRoom, spreadsheetAnswer } from '../../platform/spreadsheet/spreadsheet.ts';
import {
  selectYearTotals,
  sumYearTotals,
  type ContractorYear,
  type YearFilter,
} from '../payouts/index.ts';

type ListQuery = RequestPart<typeof listYearTotals, 'query'>;
type ExportQuery = RequestPart<typeof exportYearTotals, 'query'>;

const toFilter = (
  { config }: Context,
  { year, filters }: Pick<ListQuery, 'year' | 'filters'>,
): YearFilter => ({ year, timeZone: config.BUSINESS_TIME_ZONE, ...filters });

/** A page of the year's contractors, with the sums of all matches. */
export async function readYearTotals(
  context: Context,
  query: ListQuery,
): Promise<ResponseBody<typeof listYearTotals>> {
  const filter = toFilter(context, query);
  const { order, page, limit, year } = query;
  const [rows, { total, reportable, earnedCents, adjustedCents, paidCents }] = await Promise.all([
    selectYearTotals(context.db, filter, { order, limit, offset: (page - 1) * limit }),
    sumYearTotals(context.db, filter),
  ]);
  return {
    data: rows.map((row) => presentYear(row, year)),
    total,
    threshold: filingThreshold(year),
    reportable,
    earned: toDollars(earnedCents),
    adjusted: toDollars(adjustedCents),
    paid: toDollars(paidCents),
  };
}

const presentYear = (row: ContractorYear, year: number): YearTotalRow => ({
  id: row.contractorId,
  companyName: row.companyName,
  earned: toDollars(row.earnedCents),
  adjusted: toDollars(row.adjustedCents),
  paid: toDollars(row.paidCents),
  reportable: row.paidCents >= toCents(filingThreshold(year)),
});

const columns: readonly Column[] = [
  { header: 'Year', kind: 'number', width: 8 },
  { header: 'Contractor id', kind: 'number', width: 12 },
  { header: 'Contractor', kind: 'text', width: 32 },
  { header: 'Commissions (USD)', kind: 'money', width: 18 },
  { header: 'Adjustments and bonuses (USD)', kind: 'money', width: 28 },
  { header: 'Paid out (USD)', kind: 'money', width: 16 },
  { header: 'Form 1099-NEC', kind: 'text', width: 16 },
];

/** The year's contractors as a download, which is audited. */
export async function exportYear(
  context: Context,
  caller: Caller,
  query: ExportQuery,
): Promise<FileAnswer> {
  const { year, format, order } = query;
  const filter = toFilter(context, query);
  const { total } = await sumYearTotals(context.db, filter);
  requireSheetRoom(format, total);
  await recordAudit(context.db, context.clock, caller, {
    action: 'accounting.exported',
    entity: 'accounting',
    contractorId: null,
    details: { what: 'year-totals', format, year, rows: total },
  });
  return spreadsheetAnswer(format, {
    fileName: `year-totals-${year}`,
    sheetName: `Year ${year}`,
    columns,
    rows: gathered(yearRows(context, filter, order)),
  });
}

/** There is at most one row for each contractor, so all are read at once. */
async function* yearRows(
  { db }: Context,
  filter: YearFilter,
  order: ExportQuery['order'],
): AsyncGenerator<Cell[]> {
  for (const row of await selectYearTotals(db, filter, { order })) {
    const { id, companyName, earned, adjusted, paid, reportable } = presentYear(row, filter.year);
    const flag = reportable ? 'Yes' : 'No';
    yield [filter.year, id, companyName, earned, adjusted, paid, flag];
  }
}
