import { choiceNames } from '@lintel/contract/applications/report-filters';
import type { exportApplications } from '@lintel/contract/applications/report';
import type { Received } from '@lintel/contract/core/endpoint';
import { recordAudit } from '../../platform/audit/audit.ts';
import { copyQuery } from '../../platform/db/copy-query.ts';
import type { CopySource } from '../../platform/db/copy-rows.ts';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { FileAnswer } from '../../platform/http/route.ts';
import type { Exports } from '../../platform/spreadsheet/exports.ts';
import type { Sheets } from '../../platform/spreadsheet/sheets.ts';
import { headersOf } from '../../platform/spreadsheet/spreadsheet.ts';
import type { SheetOrder } from '../../platform/spreadsheet/thread.ts';
import { exportColumns, type ExportFacts } from './export-cells.ts';
import { daysOf } from './graphs.ts';
import { filterOf, type ReportDeps } from './report.ts';
import {
  countReport,
  reportQuery,
  rowFields,
  type ReportFilter,
  type ReportOrder,
} from './report-repository.ts';

export interface ExportDeps extends ReportDeps {
  /** Makes the files. */
  sheets: Sheets;
  /** Where their rows are read from. */
  source: () => CopySource;
}

/** What to make of which rows, each with its offers as of the same moment. */
function orderOf(
  { db, clock, timeZone, source }: ExportDeps,
  {
    filter,
    order,
    format,
  }: { filter: ReportFilter; order: ReportOrder; format: SheetOrder['format'] },
): SheetOrder {
  const now = clock.now();
  const facts: ExportFacts = { now, timeZone };
  return {
    source: source(),
    query: copyQuery(rowFields, reportQuery(db, filter, order, now).toSQL()),
    format,
    sheetName: 'Applications',
    columns: exportColumns,
    facts,
  };
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
    const { order, format } = query;
    const content = deps.sheets.make(orderOf(deps, { filter, order, format }));
    content.once('close', end);
    const headers = headersOf(format, `applications-${days.from}-${days.to}`);
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
