import { setImmediate } from 'node:timers/promises';
import type { Pool } from 'pg';
import { reportColumns } from '@lintel/contract/applications/report-columns';
import { inBatches } from '../../platform/db/batches.ts';
import type { Cell, Column } from '../../platform/spreadsheet/spreadsheet.ts';
import { dayFormat } from '../../platform/days.ts';
import { sumOffers } from './offer-sums.ts';
import { presentColumnRow } from './present-report.ts';
import type { ReportFilter, ReportOrder } from './report-filter.ts';
import { reportQuery, rowFields, type ReportRow } from './report-repository.ts';
import type { ReportDeps } from './report.ts';

export interface ExportDeps extends ReportDeps {
  pool: Pool;
}

/** Rows that are read at a time. */
const batchSize = 500;
/** Rows that are made at a stretch. */
const turnSize = 100;
/** A reader who takes nothing for so long has gone, whatever the connection says. */
const patienceMs = 120_000;

interface Run {
  filter: ReportFilter;
  order: ReportOrder;
  /** Called when nobody reads any more. */
  stalled(): void;
}

const columns = Object.values(reportColumns);

export const exportColumns: readonly Column[] = columns.map(({ title, kind, characters }) => ({
  header: title,
  kind,
  width: characters,
}));

/** The rows in their order as cells, each with its offers as of the same moment. */
export async function* rowsOf(
  { db, pool, clock, timeZone }: ExportDeps,
  { filter, order, stalled }: Run,
): AsyncGenerator<Cell[]> {
  const now = clock.now();
  const day = dayFormat(timeZone);
  const toCells = (row: ReportRow): Cell[] => {
    const presented = presentColumnRow(row, sumOffers(row.offers), now);
    return columns.map(({ kind, value }) => {
      const cell = value(presented);
      return kind === 'day' && cell !== null ? day(new Date(cell)) : cell;
    });
  };
  const query = {
    fields: rowFields,
    statement: reportQuery(db, filter, order, now).toSQL(),
    size: batchSize,
  };
  let timer: NodeJS.Timeout | undefined;
  try {
    for await (const rows of inBatches(pool, query)) {
      timer = setTimeout(stalled, patienceMs);
      for (const [index, row] of rows.entries()) {
        // The next batch's answers, and everybody else's calls, are not to wait for this one.
        if (index % turnSize === 0) await setImmediate();
        yield toCells(row);
      }
      clearTimeout(timer);
    }
  } finally {
    clearTimeout(timer);
  }
}
