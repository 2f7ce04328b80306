import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import type { exportApplications } from '@lintel/contract/applications-report';
import type { Received } from '@lintel/contract/core/endpoint';
import { inBatches } from '../../platform/db/batches.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { FileAnswer } from '../../platform/http/route.ts';
import { dayFormat } from '../../platform/time-zone.ts';
import type { Cell } from '../../platform/spreadsheet/cells.ts';
import { spreadsheetAnswer } from '../../platform/spreadsheet/spreadsheet.ts';
import { cellsOf, exportColumns } from './export-cells.ts';
import { daysOf } from './graphs.ts';
import { sumOffers } from './offer-sums.ts';
import type { ReportFilter, ReportOrder } from './report-filter.ts';
import { countReport, reportColumns, reportQuery, selectReportOffers, type ReportRow } from './report-repository.ts';
import { filterOf, type ReportDeps } from './report.ts';

export interface ExportDeps extends ReportDeps {
  pool: Pool;
}

type Query = Received<typeof exportApplications, 'query'>;

/** Rows that are read, and stay in memory, at a time. */
const batchSize = 500;
/** Each takes a connection as long as somebody reads it. */
const atOnce = 4;
/** A reader who takes nothing for so long has gone, whatever the connection says. */
const patienceMs = 120_000;
/** About what a row takes, measured on the demonstration data; only for a progress bar. */
const bytesPerRow = { csv: 250, xlsx: 110 } as const;

/** Exports of this process that are under way. */
export class Exports {
  #count = 0;
  get isFull(): boolean {
    return this.#count >= atOnce;
  }
  /** Counts one more until the function that it returns is called. */
  begin(): () => void {
    this.#count += 1;
    return () => void (this.#count -= 1);
  }
}

/**
 * The report's rows as a download that is written while it is read. Throws `busy` while as many others are under way as may be,
 * and `not_found` for a page that is not the contractor's and for staff who look at no contractor.
 */
export async function exportReport(deps: ExportDeps, exports: Exports, caller: Caller, query: Query): Promise<FileAnswer> {
  const filter = await filterOf(deps, caller, query);
  if (filter === null) throw new AppError('not_found');
  if (exports.isFull) throw new AppError('busy', { message: 'Too many exports are under way. Please try again in a minute.' });
  const [total, { from, to }] = await Promise.all([countReport(deps.db, filter), daysOf(deps, filter)]);
  const stalled = (): void => {
    if (content instanceof Readable) content.destroy(new Error('The reader has gone'));
  };
  const { content, headers } = spreadsheetAnswer(query.format, {
    fileName: `applications-${from}-${to}`,
    sheetName: 'Applications',
    columns: exportColumns,
    rows: rowsOf(deps, { filter, order: query.order, exports, stalled }),
  });
  const progress = { 'x-total-rows': String(total), 'x-estimated-bytes': String(total * bytesPerRow[query.format]) };
  return { content, headers: { ...headers, ...progress } };
}

interface Run {
  filter: ReportFilter;
  order: ReportOrder;
  exports: Exports;
  /** What happens when nobody reads any more. */
  stalled(): void;
}

/** The rows in their order, each batch with its offers as of the same moment. */
async function* rowsOf(
  { db, pool, clock, timeZone }: ExportDeps,
  { filter, order, exports, stalled }: Run,
): AsyncGenerator<Cell[]> {
  const end = exports.begin();
  const toCells = cellsOf(dayFormat(timeZone), clock.now());
  let timer: NodeJS.Timeout | undefined;
  const query = {
    fields: reportColumns,
    statement: reportQuery(db, filter, order, clock.now()).toSQL(),
    more: (tx: Database, rows: ReportRow[]) => selectReportOffers(tx, filter.contractorId, idsOf(rows)),
    size: batchSize,
  };
  try {
    for await (const { rows, more: offers } of inBatches(pool, query)) {
      const sums = sumOffers(offers);
      timer = setTimeout(stalled, patienceMs);
      for (const row of rows) yield toCells(row, sums.get(row.id) ?? []);
      clearTimeout(timer);
    }
  } finally {
    clearTimeout(timer);
    end();
  }
}

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);
