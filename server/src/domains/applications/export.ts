import type { exportApplications } from '@lintel/contract/applications/report';
import type { Received } from '@lintel/contract/core/endpoint';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { FileAnswer } from '../../platform/http/route.ts';
import { spreadsheetAnswer, type Download } from '../../platform/spreadsheet/spreadsheet.ts';
import { exportColumns, rowsOf, type ExportDeps } from './export-rows.ts';
import { daysOf } from './graphs.ts';
import type { Days } from './graph-periods.ts';
import type { ReportFilter } from './report-filter.ts';
import { countReport } from './report-repository.ts';
import { filterOf } from './report.ts';

type Query = Received<typeof exportApplications, 'query'>;

/** Each takes a connection as long as somebody reads it. */
const atOnce = 4;

/** Exports of this process that are under way. */
export class Exports {
  #count = 0;
  /**
   * Counts one more until the function that it returns is called. Throws `busy` while as many are
   * under way as may be.
   */
  begin(): () => void {
    if (this.#count >= atOnce)
      throw new AppError('busy', {
        message: 'Too many exports are under way. Please try again in a minute.',
      });
    this.#count += 1;
    return () => void (this.#count -= 1);
  }
}

/**
 * The report's rows as a download that is written while it is read. Throws `busy` while as many
 * others are under way as may be, and `not_found` for a page that is not the contractor's and for
 * staff who look at no contractor.
 */
export async function exportReport(
  deps: ExportDeps,
  exports: Exports,
  caller: Caller,
  query: Query,
): Promise<FileAnswer> {
  const filter = await filterOf(deps, caller, query);
  if (filter === null) throw new AppError('not_found');
  const end = exports.begin();
  try {
    const [total, days] = await Promise.all([countReport(deps.db, filter), daysOf(deps, filter)]);
    const { content, headers } = download(deps, filter, days, query);
    content.once('close', end);
    return { content, headers: { ...headers, 'x-total-rows': String(total) } };
  } catch (error) {
    end();
    throw error;
  }
}

function download(
  deps: ExportDeps,
  filter: ReportFilter,
  { from, to }: Days,
  { order, format }: Query,
): Download {
  const stalled = (): void => void answer.content.destroy(new Error('The reader has gone'));
  const answer = spreadsheetAnswer(format, {
    fileName: `applications-${from}-${to}`,
    sheetName: 'Applications',
    columns: exportColumns,
    rows: rowsOf(deps, { filter, order, stalled }),
  });
  return answer;
}
