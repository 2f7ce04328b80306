import type { RequestPart } from '@lintel/contract/core/endpoint';
import { deskStatusNames, deskWaitNames, deskWaitOf } from '@lintel/contract/lender-desk/constants';
import type { exportDeskApplications } from '@lintel/contract/lender-desk/applications';
import { auditor, type Caller } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { dayFormat } from '../../../platform/day-format.ts';
import { dayIn } from '../../../platform/days.ts';
import { inBatches } from '../../../platform/db/batches.ts';
import type { FileAnswer } from '../../../platform/http/route.ts';
import type { Cell, Column } from '../../../platform/spreadsheet/cells.ts';
import { inTurns, type Exports } from '../../../platform/spreadsheet/exports.ts';
import { spreadsheetAnswer, type Download } from '../../../platform/spreadsheet/spreadsheet.ts';
import { toDollars } from '../../../platform/money.ts';
import { listStatement, rowFields } from './repository.ts';
import { requireLender } from './require-lender.ts';

const audit = auditor('lender-desk', { entity: 'applications', contractorId: null });

const batchSize = 500;
const columns: readonly Column[] = [
  { header: 'Reference', kind: 'text', width: 30 },
  { header: 'Homeowner', kind: 'text', width: 28 },
  { header: 'Amount', kind: 'money', width: 14 },
  { header: 'Project', kind: 'text', width: 20 },
  { header: 'State', kind: 'text', width: 8 },
  { header: 'Status', kind: 'text', width: 22 },
  { header: 'Waiting for', kind: 'text', width: 14 },
  { header: 'RequestPart', kind: 'day', width: 12 },
];

/** Streams the list as a CSV file. Throws `busy` when too many downloads are active. */
export async function exportDeskRows(
  context: Context,
  exports: Exports,
  caller: Caller,
  { order, ...filters }: RequestPart<typeof exportDeskApplications, 'query'>,
): Promise<FileAnswer> {
  const { db, clock, config } = context;
  const lender = requireLender(caller);
  const now = clock.now();
  const end = exports.begin();
  try {
    await audit(db, context, caller, 'exported', { details: { lender: lender.name } });
    const view = { filters, order, now };
    const stalled = (): void => void download.content.destroy(new Error('The reader has gone'));
    const download: Download = spreadsheetAnswer('csv', {
      fileName: `applications-${dayIn(now, config.BUSINESS_TIME_ZONE)}`,
      sheetName: 'Applications',
      columns,
      rows: inTurns(batchesOf(context, lender.id, view), stalled),
    });
    download.content.once('close', end);
    return download;
  } catch (error) {
    end();
    throw error;
  }
}

async function* batchesOf(
  { db, database, config }: Context,
  lenderId: number,
  view: Parameters<typeof listStatement>[2],
): AsyncGenerator<Cell[][]> {
  const day = dayFormat(config.BUSINESS_TIME_ZONE);
  const statement = listStatement(db, lenderId, view).toSQL();
  const fields = rowFields(view.now);
  for await (const rows of inBatches(database.pool, { fields, statement, size: batchSize }))
    yield rows.map((row) => [
      row.reference,
      row.homeowner,
      row.amountCents === null ? null : toDollars(row.amountCents),
      row.project,
      row.state,
      deskStatusNames[row.status],
      deskWaitNames[deskWaitOf[row.status]],
      row.sentAt === null ? null : day(row.sentAt),
    ]);
}
