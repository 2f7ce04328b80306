import type { askForApplicationsExport } from '@lintel/contract/applications/large-exports';
import { choiceNames } from '@lintel/contract/applications/report-filters';
import type { exportApplications } from '@lintel/contract/applications/report';
import type { ResponseBody, RequestPart } from '@lintel/contract/core/endpoint';
import { recordAudit } from '../../../platform/audit/audit.ts';
import { perContext, type Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { FileAnswer } from '../../../platform/http/route.ts';
import { downloadsAtOnce, type Exports } from '../../../platform/spreadsheet/exports.ts';
import {
  requireSheetRoom,
  spreadsheetAnswer,
  type Download,
} from '../../../platform/spreadsheet/spreadsheet.ts';
import { exportColumns, exportRows } from './rows.ts';
import { preparing, startLargeExport } from './large/index.ts';
import { exportSizes } from './sizes.ts';
import {
  countReport,
  resolveDays,
  readFilter,
  type ReportFilter,
} from '../contractor-view/index.ts';

/** Separate connections, so that slow downloads don't use up those of reports. */
const downloadConnections = perContext(({ database }) => database.apart(downloadsAtOnce));

type Query = RequestPart<typeof exportApplications, 'query'>;

/**
 * Reads an export's filters and its current row count. Throws `not_found` for another contractor's
 * page and for staff without a contractor, and `invalid` when a workbook can't hold the rows.
 */
async function planExport(context: Context, caller: Caller, query: Query) {
  const filter = await readFilter(context, caller, query);
  if (filter === null) throw new AppError('not_found');
  const [rows, days] = await Promise.all([
    countReport(context.db, filter),
    resolveDays(context, filter),
  ]);
  const { order, format } = query;
  requireSheetRoom(format, rows, exportSizes(context).mostSheetRows);
  return { filter, order, format, rows, name: `applications-${days.from}-${days.to}` };
}
type ExportPlan = Awaited<ReturnType<typeof planExport>>;

const isLarge = (context: Context, { rows }: ExportPlan): boolean =>
  rows > exportSizes(context).mostRowsAtOnce;

const startLarge = (context: Context, caller: Caller, { name, ...wanted }: ExportPlan) =>
  startLargeExport(context, caller, {
    ...wanted,
    fileName: `${name}.${wanted.format}`,
    filters: filterNames(wanted.filter),
  });

/** Starts a large export; null if it fits in a download. */
export async function startExport(
  context: Context,
  caller: Caller,
  query: Query,
): Promise<ResponseBody<typeof askForApplicationsExport>> {
  const exportPlan = await planExport(context, caller, query);
  if (!isLarge(context, exportPlan))
    return { message: 'Your export is ready to download.', data: null };
  return { message: preparing, data: await startLarge(context, caller, exportPlan) };
}

/** The portal's list of large exports. */
const exportsPage: FileAnswer = {
  status: 303,
  content: Buffer.alloc(0),
  headers: { location: '/reports-applications?exports=open', 'cache-control': 'no-store' },
};

/**
 * Streams the report's rows as a download; for too many rows, starts a large export and redirects
 * to its list. Throws `busy` at the limit of parallel downloads.
 */
export async function exportReport(
  context: Context,
  exports: Exports,
  caller: Caller,
  query: Query,
): Promise<FileAnswer> {
  const end = exports.begin();
  try {
    const exportPlan = await planExport(context, caller, query);
    if (isLarge(context, exportPlan)) {
      await startLarge(context, caller, exportPlan);
      end();
      return exportsPage;
    }
    const { filter, order, format, rows, name } = exportPlan;
    // Logged before the first row is sent, whether or not the file arrives.
    await recordAudit(context.db, context.clock, caller, {
      action: 'applications.exported',
      entity: 'applications',
      details: { rows, format, filters: filterNames(filter) },
    });
    const stalled = (): void => void download.content.destroy(new Error('The reader has gone'));
    const download: Download = spreadsheetAnswer(format, {
      fileName: name,
      sheetName: 'Applications',
      columns: exportColumns,
      rows: exportRows(
        downloadConnections(context),
        { filter, order, now: context.clock.now() },
        stalled,
      ),
    });
    download.content.once('close', end);
    return { ...download, headers: { ...download.headers, 'x-total-rows': String(rows) } };
  } catch (error) {
    end();
    throw error;
  }
}

/** Names of the set filters, without the search text, which may be a homeowner's name. */
const filterNames = ({ started, pageId, search, ...filter }: ReportFilter): string[] => [
  ...(started.gte !== undefined || started.lte !== undefined ? ['days'] : []),
  ...(pageId === undefined ? [] : ['co-branded page']),
  ...(search === '' ? [] : ['search']),
  ...choiceNames.filter((name) => filter[name] !== 'all'),
];
