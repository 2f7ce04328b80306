import type { askForApplicationsExport } from '@lintel/contract/applications/large-exports';
import { choiceNames } from '@lintel/contract/applications/report-filters';
import type { exportApplications } from '@lintel/contract/applications/report';
import type { Answered, Received } from '@lintel/contract/core/endpoint';
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
import { askForLargeExport, preparing } from './large-exports/index.ts';
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
  /** An export of more rows is made by a job. */
  mostRowsAtOnce: number;
}

/** What to make of which rows, each with its offers as of the same moment. */
function orderOf(
  { db, clock, source }: ExportDeps,
  {
    filter,
    order,
    format,
  }: { filter: ReportFilter; order: ReportOrder; format: SheetOrder['format'] },
): SheetOrder {
  const now = clock.now();
  const facts: ExportFacts = { now, timeZone: filter.timeZone };
  return {
    source: source(),
    query: copyQuery(rowFields(filter.contractorId), reportQuery(db, filter, order, now).toSQL()),
    format,
    sheetName: 'Applications',
    columns: exportColumns,
    facts,
  };
}

type Query = Received<typeof exportApplications, 'query'>;

/**
 * What a query asks to be exported, and how many rows there are now. Throws `not_found` for a page
 * that is not the contractor's and for staff who look at no contractor.
 */
async function readWanted(deps: ExportDeps, caller: Caller, query: Query) {
  const filter = await filterOf(deps, caller, query);
  if (filter === null) throw new AppError('not_found');
  const [rows, days] = await Promise.all([countReport(deps.db, filter), daysOf(deps, filter)]);
  const { order, format } = query;
  return { filter, order, format, rows, name: `applications-${days.from}-${days.to}` };
}
type Wanted = Awaited<ReturnType<typeof readWanted>>;

const isLarge = ({ mostRowsAtOnce }: ExportDeps, { rows }: Wanted): boolean =>
  rows > mostRowsAtOnce;

const askFor = (deps: ExportDeps, caller: Caller, { name, ...wanted }: Wanted) =>
  askForLargeExport(deps, caller, {
    ...wanted,
    fileName: `${name}.${wanted.format}`,
    filters: filterNames(wanted.filter),
  });

/** Lets an export be made that has too many rows for a download; null for any other. */
export async function askForExport(
  deps: ExportDeps,
  caller: Caller,
  query: Query,
): Promise<Answered<typeof askForApplicationsExport>> {
  const wanted = await readWanted(deps, caller, query);
  if (!isLarge(deps, wanted)) return { message: 'Your export can be downloaded.', data: null };
  return { message: preparing, data: await askFor(deps, caller, wanted) };
}

/** Where the portal shows the exports that are being made. */
const exportsPage: FileAnswer = {
  status: 303,
  content: Buffer.alloc(0),
  headers: { location: '/reports-applications?exports=open', 'cache-control': 'no-store' },
};

/**
 * The report's rows as a download that is written while it is read; where they are too many, they
 * are made by a job and the answer leads to where that is shown. Throws `busy` while as many others
 * are under way as may be.
 */
export async function exportReport(
  deps: ExportDeps,
  exports: Exports,
  caller: Caller,
  query: Query,
): Promise<FileAnswer> {
  const end = exports.begin();
  try {
    const wanted = await readWanted(deps, caller, query);
    if (isLarge(deps, wanted)) {
      await askFor(deps, caller, wanted);
      end();
      return exportsPage;
    }
    const { filter, format, rows, name } = wanted;
    // Before the first row leaves, whether or not the file arrives.
    await recordAudit(deps.db, deps.clock, caller, {
      action: 'applications.exported',
      entity: 'applications',
      details: { rows, format, filters: filterNames(filter) },
    });
    const content = deps.sheets.make(orderOf(deps, wanted));
    content.once('close', end);
    return { content, headers: { ...headersOf(format, name), 'x-total-rows': String(rows) } };
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
