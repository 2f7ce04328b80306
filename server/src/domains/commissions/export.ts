import type { exportCommissions } from '@lintel/contract/commissions/report';
import { commissionLabels } from '@lintel/contract/commissions/constants';
import type { Received } from '@lintel/contract/core/endpoint';
import { dayIn } from '../../platform/days.ts';
import { inPages } from '../../platform/db/batches.ts';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { FileAnswer } from '../../platform/http/route.ts';
import { toDollars } from '../../platform/money.ts';
import {
  spreadsheetAnswer,
  type Cell,
  type Column,
} from '../../platform/spreadsheet/spreadsheet.ts';
import { daysOf, filterOf, presentCommission, type ReportDeps } from './report.ts';
import { selectCommissionsAfter, type ReportFilter } from './report-repository.ts';
import type { Commission } from './repository.ts';

type Query = Received<typeof exportCommissions, 'query'>;

const columns: Column[] = [
  { header: 'Customer', kind: 'text', width: 28 },
  { header: 'Company', kind: 'text', width: 32 },
  { header: 'Date', kind: 'day', width: 12 },
  { header: 'Commission (USD)', kind: 'money', width: 18 },
  { header: 'Type', kind: 'text', width: 26 },
  { header: 'Funded amount (USD)', kind: 'money', width: 20 },
];

/** Rows that are read, and stay in memory, at a time. */
const pageSize = 1000;

/** The report's rows as a download. Throws `not_found` for staff who look at no contractor. */
export function exportReport(deps: ReportDeps, caller: Caller, query: Query): FileAnswer {
  const filter = filterOf(deps, caller, query);
  if (filter === null) throw new AppError('not_found');
  const { start, end } = daysOf(deps, query.filters.viewDate);
  return spreadsheetAnswer(query.format, {
    fileName: `commissions-${start}-${end}`,
    sheetName: 'Commissions',
    columns,
    rows: rowsOf(deps, filter, query.order),
  });
}

async function* rowsOf(
  deps: ReportDeps,
  filter: ReportFilter,
  order: Query['order'],
): AsyncGenerator<Cell[]> {
  const rows = inPages<Commission>((last) =>
    selectCommissionsAfter(deps.db, filter, order, { last, limit: pageSize }),
  );
  for await (const row of rows) yield cellsOf(row, deps.timeZone);
}

const cellsOf = (row: Commission, timeZone: string): Cell[] => [
  row.userName,
  row.companyName,
  dayIn(row.earnedAt, timeZone),
  toDollars(row.amountCents),
  commissionLabels[row.type],
  presentCommission(row).fundedAmount,
];
