import { noticeKinds, noticeStates } from '@lintel/contract/applications/adverse-action-constants';
import type { exportNotices } from '@lintel/contract/applications/adverse-action';
import type { RequestPart } from '@lintel/contract/core/endpoint';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { dayIn } from '../../../platform/days.ts';
import type { FileAnswer } from '../../../platform/http/route.ts';
import type { Cell, Column } from '../../../platform/spreadsheet/cells.ts';
import { inTurns, type Exports } from '../../../platform/spreadsheet/exports.ts';
import { spreadsheetAnswer } from '../../../platform/spreadsheet/spreadsheet.ts';
import { selectAfter, type Listed, type NoticeSearch } from './staff-repository.ts';

const columns: readonly Column[] = [
  { header: 'Application', kind: 'number', width: 12 },
  { header: 'Contractor', kind: 'text', width: 28 },
  { header: 'Applicant', kind: 'text', width: 24 },
  { header: 'E-mail', kind: 'text', width: 28 },
  { header: 'Lender', kind: 'text', width: 28 },
  { header: 'Reason', kind: 'text', width: 22 },
  { header: 'State', kind: 'text', width: 20 },
  { header: 'Decided', kind: 'text', width: 12 },
  { header: 'Last day', kind: 'text', width: 12 },
  { header: 'Sent', kind: 'text', width: 12 },
  { header: 'Mailed', kind: 'text', width: 12 },
  { header: 'SHA-256 of the text', kind: 'text', width: 66 },
];

/** Rows per read. */
const batchSize = 500;

/** Streams the notices as a download, which is audited. Throws `busy` for too many downloads. */
export async function exportAll(
  context: Context,
  exports: Exports,
  caller: Caller,
  { format, ...search }: RequestPart<typeof exportNotices, 'query'>,
): Promise<FileAnswer> {
  const end = exports.begin();
  try {
    await recordAudit(context.db, context.clock, caller, {
      action: 'adverse-action.exported',
      entity: 'adverse-action',
      contractorId: null,
      details: { format, ...search },
    });
    const stalled = (): void => void download.content.destroy(new Error('The reader has gone'));
    const download = spreadsheetAnswer(format, {
      fileName: `adverse-action-notices-${dayIn(context.clock.now(), context.config.BUSINESS_TIME_ZONE)}`,
      sheetName: 'Adverse action notices',
      columns,
      rows: inTurns(cellsOf(context, search), stalled),
    });
    download.content.once('close', end);
    return download;
  } catch (error) {
    end();
    throw error;
  }
}

async function* cellsOf(
  { db, clock, config }: Context,
  search: NoticeSearch,
): AsyncGenerator<Cell[][]> {
  const day = (at: Date | null): string =>
    at === null ? '' : dayIn(at, config.BUSINESS_TIME_ZONE);
  const toCells = ({ notice, companyName }: Listed): Cell[] => [
    notice.applicationId,
    companyName,
    notice.applicantName,
    notice.email,
    notice.lenderName,
    noticeKinds[notice.kind],
    noticeStates[notice.state],
    day(notice.decidedAt),
    day(notice.dueAt),
    day(notice.sentAt),
    notice.mailedOn ?? '',
    notice.hash,
  ];
  const now = clock.now();
  for (let afterId = 0; ;) {
    const rows = await selectAfter(db, search, { now, afterId, limit: batchSize });
    yield rows.map(toCells);
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) return;
    afterId = last.notice.id;
  }
}
