import type { Brand } from '@lintel/contract/brand';
import { firstDayOf, lastDayOf, monthOf } from '../../platform/days.ts';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { contractorPlan } from '../contractors/index.ts';
import { setStatement, statementName } from './present-statement.ts';
import { selectCommissions, sumCommissions, type ReportFilter } from './report-repository.ts';
import { coveredDays, type ReportDeps } from './report.ts';

interface StatementDeps extends ReportDeps {
  brand: Brand;
}

/** Setting more than these takes so long that it would keep others waiting. */
const mostRows = 1000;

/**
 * A month's commissions as PDF, with its name: every row, and the sums of their types. Throws
 * `not_found` for staff who look at no contractor, `bad_request` for a month that is not wholly
 * within the past two years, or with more rows than fit into a document.
 */
export async function makeStatement(
  deps: StatementDeps,
  caller: Caller,
  month: string,
): Promise<{ name: string; content: Buffer }> {
  const { db, clock, timeZone, brand } = deps;
  const { contractorId } = caller.user;
  if (contractorId === null) throw new AppError('not_found');
  const { start, end } = coveredDays(deps);
  if (firstDayOf(month) < start || month > monthOf(end))
    throw new AppError('bad_request', { message: 'Statements are there for the past 2 years.' });
  const days = { gte: firstDayOf(month), lte: lastDayOf(month) };
  const filter: ReportFilter = { contractorId, days, timeZone, search: '', types: [] };
  const [{ total }, { contractor }] = await Promise.all([
    sumCommissions(db, filter),
    contractorPlan(db, contractorId),
  ]);
  if (total > mostRows) {
    const message = `A statement holds up to ${mostRows.toLocaleString('en-US')} commissions. Please export the month instead.`;
    throw new AppError('bad_request', { message });
  }
  const order = { field: 'date', descending: false } as const;
  const rows = await selectCommissions(db, filter, order, { limit: mostRows, offset: 0 });
  const content = setStatement({ month, rows, contractor, brand, timeZone, now: clock.now() });
  return { name: statementName(month), content };
}
