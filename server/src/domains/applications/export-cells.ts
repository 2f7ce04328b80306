import { reportColumns } from '@lintel/contract/applications/report-columns';
import { dayFormat } from '../../platform/day-format.ts';
import type { Cell, Column } from '../../platform/spreadsheet/cells.ts';
import { sumOffers } from './offer-sums.ts';
import { presentColumnRow } from './present-report.ts';
import type { ReportRow } from './report-repository.ts';

const columns = Object.values(reportColumns);

export const exportColumns: readonly Column[] = columns.map(({ title, kind, characters }) => ({
  header: title,
  kind,
  width: characters,
}));

/** As of when rows are told, and in which time zone. */
export interface ExportFacts {
  now: Date;
  timeZone: string;
}

/** Makes the cells of a row. */
export function exportCells({ now, timeZone }: ExportFacts): (row: ReportRow) => Cell[] {
  const day = dayFormat(timeZone);
  return (row) => {
    const presented = presentColumnRow(row, sumOffers(row.offers), now, day);
    const cells: Cell[] = [];
    for (const { value } of columns) cells.push(value(presented));
    return cells;
  };
}
