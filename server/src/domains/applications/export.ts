import type { Pool } from 'pg';
import { choiceNames } from '@lintel/contract/applications/report-filters';
import { reportColumns } from '@lintel/contract/applications/report-columns';
import type { exportApplications } from '@lintel/contract/applications/report';
import type { Received } from '@lintel/contract/core/endpoint';
import { recordAudit } from '../../platform/audit/audit.ts';
import { inBatches } from '../../platform/db/batches.ts';
import {
  spreadsheetAnswer,
  type Cell,
  type Column,
  type Download,
} from '../../platform/spreadsheet/spreadsheet.ts';
import { inTurns, type Exports } from '../../platform/spreadsheet/exports.ts';
import { dayFormat } from '../../platform/days.ts';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { FileAnswer } from '../../platform/http/route.ts';
import { sumOffers } from './offer-sums.ts';
import { presentColumnRow, filterOf, type ReportDeps } from './report.ts';
import {
  reportQuery,
  rowFields,
  countReport,
  type ReportFilter,
  type ReportOrder,
  type ReportRow,
} from './report-repository.ts';
import { daysOf, type Days } from './graphs.ts';

interface ExportDeps extends ReportDeps {
  pool: Pool;
}

/** Rows that are read at a time. */
export const exportBatch = 500;

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

/** Makes the cells of a row as of now. */
export function exportCells({
  clock,
  timeZone,
}: Pick<ReportDeps, 'clock' | 'timeZone'>): (row: ReportRow) => Cell[] {
  const now = clock.now();
  const day = dayFormat(timeZone);
  return (row) => {
    const presented = presentColumnRow(row, sumOffers(row.offers), now);
    return columns.map(({ kind, value }) => {
      const cell = value(presented);
      return kind === 'day' && cell !== null ? day(new Date(cell)) : cell;
    });
  };
}

/** The rows in their order as cells, each with its offers as of the same moment. */
async function* rowsOf(deps: ExportDeps, { filter, order, stalled }: Run): AsyncGenerator<Cell[]> {
  const toCells = exportCells(deps);
  const query = {
    fields: rowFields,
    statement: reportQuery(deps.db, filter, order, deps.clock.now()).toSQL(),
    size: exportBatch,
  };
  for await (const row of inTurns(inBatches(deps.pool, query), stalled)) yield toCells(row);
}

type Query = Received<typeof exportApplications, 'query'>;

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
    // Before the first row leaves, whether or not the file arrives.
    await recordAudit(deps.db, deps.clock, caller, {
      action: 'applications.exported',
      entity: 'applications',
      details: { rows: total, format: query.format, filters: filterNames(filter) },
    });
    const { content, headers } = download(deps, filter, days, query);
    content.once('close', end);
    return { content, headers: { ...headers, 'x-total-rows': String(total) } };
  } catch (error) {
    end();
    throw error;
  }
}

/** Which filters are set; what is searched for may be a homeowner's name. */
const filterNames = ({ started, pageId, search, ...filter }: ReportFilter): string[] => [
  ...(started.gte !== undefined || started.lte !== undefined ? ['days'] : []),
  ...(pageId === undefined ? [] : ['co-branded page']),
  ...(search === '' ? [] : ['search']),
  ...choiceNames.filter((name) => filter[name] !== 'all'),
];

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
