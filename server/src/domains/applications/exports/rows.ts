import { reportColumns } from '@lintel/contract/applications/report-columns';
import { dayFormat } from '../../../platform/day-format.ts';
import { inBatches } from '../../../platform/db/batches.ts';
import type { Connections } from '../../../platform/db/connect.ts';
import type { Batches, Cell, Column } from '../../../platform/spreadsheet/cells.ts';
import { inTurns } from '../../../platform/spreadsheet/exports.ts';
import { sumOffers } from '../lenders/index.ts';
import {
  presentColumnRow,
  reportQuery,
  rowFields,
  type ReportFilter,
  type ReportOrder,
  type ReportRow,
} from '../contractor-view/index.ts';

const columns = Object.values(reportColumns);

export const exportColumns: readonly Column[] = columns.map(({ title, kind, characters }) => ({
  header: title,
  kind,
  width: characters,
}));

/** Rows per read. */
const batchSize = 200;

interface RowsQuery {
  filter: ReportFilter;
  order: ReportOrder;
  now: Date;
}

/**
 * Streams the report's rows as cells in small batches from one snapshot. Calls `stalled` when a
 * reader takes nothing for minutes.
 */
export async function* exportRows(
  { db, pool }: Connections,
  { filter, order, now }: RowsQuery,
  stalled?: () => void,
): Batches {
  const fields = rowFields(filter.contractorId, now);
  const statement = reportQuery(db, filter, order, now).toSQL();
  const cellsOf = exportCells(now, filter.timeZone);
  const batches = inBatches(pool, { fields, statement, size: batchSize });
  for await (const rows of inTurns(batches, stalled)) yield rows.map(cellsOf);
}

/** Makes a row's cells as of a time. */
export function exportCells(now: Date, timeZone: string): (row: ReportRow) => Cell[] {
  const day = dayFormat(timeZone);
  return (row) => {
    const presented = presentColumnRow(row, sumOffers(row.offers), now, day);
    return columns.map(({ value }) => value(presented));
  };
}
