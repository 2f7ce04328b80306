import type { Pool } from 'pg';
import type { askForApplicationsExport } from '@lintel/contract/applications/large-exports';
import { choiceNames } from '@lintel/contract/applications/report-filters';
import type { exportApplications } from '@lintel/contract/applications/report';
import type { Answered, Received } from '@lintel/contract/core/endpoint';
import { recordAudit } from '../../../platform/audit/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { FileAnswer } from '../../../platform/http/route.ts';
import type { Exports } from '../../../platform/spreadsheet/exports.ts';
import {
  requireSheetRoom,
  spreadsheetAnswer,
  type Download,
} from '../../../platform/spreadsheet/spreadsheet.ts';
import { exportColumns, exportRows } from './rows.ts';
import { askForLargeExport, preparing } from './large/index.ts';
import {
  daysOf,
  filterOf,
  type ReportDeps,
  countReport,
  type ReportFilter,
} from '../contractor-view/index.ts';

export interface ExportDeps extends ReportDeps {
  pool: Pool;
  /** An export of more rows is made by a job. */
  mostRowsAtOnce: number;
  /** Rows that a workbook holds. */
  mostSheetRows: number;
}

type Query = Received<typeof exportApplications, 'query'>;

/**
 * What a query asks to be exported, and how many rows there are now. Throws `not_found` for a page
 * that is not the contractor's and for staff who look at no contractor, and `invalid` when a workbook
 * can't hold the rows.
 */
async function readWanted(deps: ExportDeps, caller: Caller, query: Query) {
  const filter = await filterOf(deps, caller, query);
  if (filter === null) throw new AppError('not_found');
  const [rows, days] = await Promise.all([countReport(deps.db, filter), daysOf(deps, filter)]);
  const { order, format } = query;
  requireSheetRoom(format, rows, deps.mostSheetRows);
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
    const { filter, order, format, rows, name } = wanted;
    // Before the first row leaves, whether or not the file arrives.
    await recordAudit(deps.db, deps.clock, caller, {
      action: 'applications.exported',
      entity: 'applications',
      details: { rows, format, filters: filterNames(filter) },
    });
    const stalled = (): void => void download.content.destroy(new Error('The reader has gone'));
    const download: Download = spreadsheetAnswer(format, {
      fileName: name,
      sheetName: 'Applications',
      columns: exportColumns,
      rows: exportRows(deps, { filter, order, now: deps.clock.now() }, stalled),
    });
    download.content.once('close', end);
    return { ...download, headers: { ...download.headers, 'x-total-rows': String(rows) } };
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
