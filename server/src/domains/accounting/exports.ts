import { Readable } from 'node:stream';
import { ledgerAccountLabels, ledgerKindLabels } from '@lintel/contract/accounting/accounts';
import type { exportAccounting } from '@lintel/contract/accounting/exports';
import type { RequestPart } from '@lintel/contract/core/endpoint';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { dayIn } from '../../platform/days.ts';
import { inBatches } from '../../platform/db/batches.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { FileAnswer } from '../../platform/http/route.ts';
import { toDollars } from '../../platform/money.ts';
import type { Batches, Column } from '../../platform/spreadsheet/cells.ts';
import { inTurns, type Exports } from '../../platform/spreadsheet/exports.ts';
import {
  requireSheetRoom,
  spreadsheetAnswer,
  type Download,
} from '../../platform/spreadsheet/spreadsheet.ts';
import { readAccounts } from './accounts.ts';
import { iifPieces } from './iif.ts';
import {
  journalCells,
  journalColumns,
  movementText,
  toLines,
  type JournalEntry,
} from './journal.ts';
import {
  countLedger,
  countPayments,
  countPayouts,
  ledgerFields,
  ledgerStatement,
  paymentFields,
  paymentStatement,
  payoutFields,
  payoutStatement,
  sumByDay,
  type Period,
} from './repository.ts';

type Query = RequestPart<typeof exportAccounting, 'query'>;

/** Rows per batch. */
const size = 500;

/** A file's name, columns, and rows; the rows are read when the download starts. */
interface Content {
  columns: readonly Column[];
  count: number;
  rows: () => Batches;
}

/**
 * Streams an accounting export, which is audited. Throws `busy` when too many downloads are active,
 * and `invalid` when a workbook can't hold the rows.
 */
export async function exportFor(
  context: Context,
  exports: Exports,
  caller: Caller,
  query: Query,
): Promise<FileAnswer> {
  const { what, format, from, to, by, daily } = query;
  const period: Period = {
    days: { gte: from, lte: to },
    timeZone: context.config.BUSINESS_TIME_ZONE,
    by,
  };
  const end = exports.begin();
  try {
    const content = await contentOf(context, period, query);
    if (format === 'xlsx') requireSheetRoom(format, content.count);
    await recordAudit(context.db, context.clock, caller, {
      action: 'accounting.exported',
      entity: 'accounting',
      contractorId: null,
      details: { what, format, from, to, by, daily, rows: content.count },
    });
    const fileName = `${what}-${from}-${to}`;
    const download =
      format === 'iif'
        ? iifAnswer(fileName, await journalOf(context, period, daily))
        : spreadsheetAnswer(format, {
            fileName,
            sheetName: titles[what],
            columns: content.columns,
            rows: inTurns(content.rows(), () => stop()),
          });
    const stop = (): void => void download.content.destroy(new Error('The reader has gone'));
    download.content.once('close', end);
    return download;
  } catch (error) {
    end();
    throw error;
  }
}

const titles: Record<Query['what'], string> = {
  ledger: 'Ledger',
  payments: 'Payments',
  payouts: 'Payouts',
  journal: 'Journal',
};

async function contentOf(context: Context, period: Period, query: Query): Promise<Content> {
  const { db } = context;
  switch (query.what) {
    case 'ledger':
      return {
        columns: ledgerColumns,
        count: await countLedger(db, period),
        rows: () => ledgerRows(context, period),
      };
    case 'payments':
      return {
        columns: paymentColumns,
        count: await countPayments(db, period),
        rows: () => paymentRows(context, period),
      };
    case 'payouts':
      return {
        columns: payoutColumns,
        count: await countPayouts(db, period),
        rows: () => payoutRows(context, period),
      };
    case 'journal': {
      const entries = await journalOf(context, period, query.daily);
      return {
        columns: journalColumns,
        count: 2 * (await countLedger(db, period)),
        rows: () => journalRows(entries),
      };
    }
  }
}

const iifAnswer = (fileName: string, entries: AsyncIterable<JournalEntry[]>): Download => ({
  content: Readable.from(iifPieces(entries), { objectMode: false }),
  headers: {
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName}.iif"`,
    'cache-control': 'no-store',
  },
});

const dayOf = (at: Date | null, { timeZone }: Period): string | null =>
  at === null ? null : dayIn(at, timeZone);

const ledgerColumns: readonly Column[] = [
  { header: 'Entry', kind: 'number', width: 10 },
  { header: 'Booked', kind: 'day', width: 12 },
  { header: 'Happened', kind: 'day', width: 12 },
  { header: 'Contractor id', kind: 'number', width: 12 },
  { header: 'Contractor', kind: 'text', width: 32 },
  { header: 'Account', kind: 'text', width: 14 },
  { header: 'Kind', kind: 'text', width: 24 },
  { header: 'Amount (USD)', kind: 'money', width: 14 },
  { header: 'Source', kind: 'text', width: 32 },
  { header: 'Reference', kind: 'text', width: 28 },
];

async function* ledgerRows({ db, database }: Context, period: Period): Batches {
  const statement = ledgerStatement(db, period);
  for await (const rows of inBatches(database.pool, { fields: ledgerFields, statement, size }))
    yield rows.map((row) => [
      row.id,
      dayOf(row.bookedAt, period),
      dayOf(row.happenedAt, period),
      row.contractorId,
      row.companyName,
      ledgerAccountLabels[row.account],
      ledgerKindLabels[row.kind],
      toDollars(row.amountCents),
      row.source,
      row.reference,
    ]);
}

const paymentColumns: readonly Column[] = [
  { header: 'Invoice', kind: 'text', width: 16 },
  { header: 'Paid', kind: 'day', width: 12 },
  { header: 'Contractor id', kind: 'number', width: 12 },
  { header: 'Contractor', kind: 'text', width: 32 },
  { header: 'Amount (USD)', kind: 'money', width: 14 },
  { header: 'Refunded (USD)', kind: 'money', width: 14 },
  { header: 'Lost to disputes (USD)', kind: 'money', width: 20 },
  { header: 'Description', kind: 'text', width: 44 },
  { header: 'Charge', kind: 'text', width: 28 },
];

async function* paymentRows({ db, database }: Context, period: Period): Batches {
  const statement = paymentStatement(db, period);
  for await (const rows of inBatches(database.pool, { fields: paymentFields, statement, size }))
    yield rows.map((row) => [
      row.number,
      dayOf(row.paidAt, period),
      row.contractorId,
      row.companyName,
      toDollars(row.amountCents),
      toDollars(row.refundedCents),
      toDollars(row.lostCents),
      row.descriptions.join('; '),
      row.chargeId ?? '',
    ]);
}

const payoutColumns: readonly Column[] = [
  { header: 'Payout', kind: 'number', width: 10 },
  { header: 'Sent', kind: 'day', width: 12 },
  { header: 'Bank day', kind: 'day', width: 12 },
  { header: 'Contractor id', kind: 'number', width: 12 },
  { header: 'Contractor', kind: 'text', width: 32 },
  { header: 'Month', kind: 'day', width: 12 },
  { header: 'Amount (USD)', kind: 'money', width: 14 },
  { header: 'Status', kind: 'text', width: 12 },
  { header: 'Run', kind: 'number', width: 10 },
  { header: 'Trace number', kind: 'text', width: 20 },
  { header: 'Marked as paid', kind: 'day', width: 14 },
  { header: 'Returned', kind: 'day', width: 12 },
  { header: 'Return code', kind: 'text', width: 12 },
];

async function* payoutRows({ db, database }: Context, period: Period): Batches {
  const statement = payoutStatement(db, period);
  for await (const rows of inBatches(database.pool, { fields: payoutFields, statement, size }))
    yield rows.map((row) => [
      row.id,
      dayOf(row.sentAt, period),
      row.effectiveOn,
      row.contractorId,
      row.companyName,
      row.month,
      toDollars(row.amountCents),
      row.state,
      row.runId,
      row.traceNumber ?? '',
      dayOf(row.paidAt, period),
      dayOf(row.returnedAt, period),
      row.returnCode,
    ]);
}

/** The period's journal entries: one for each ledger entry, or for each day. */
async function journalOf(
  context: Context,
  period: Period,
  daily: boolean,
): Promise<AsyncIterable<JournalEntry[]>> {
  const { names } = await readAccounts(context.db);
  return daily ? dailyEntries(context, period, names) : singleEntries(context, period, names);
}

type Names = Awaited<ReturnType<typeof readAccounts>>['names'];

async function* singleEntries(
  { db, database }: Context,
  period: Period,
  names: Names,
): AsyncGenerator<JournalEntry[]> {
  const statement = ledgerStatement(db, period);
  for await (const rows of inBatches(database.pool, { fields: ledgerFields, statement, size }))
    yield rows.map((row) => ({
      number: `L${row.id}`,
      day: dayIn(period.by === 'booked' ? row.bookedAt : row.happenedAt, period.timeZone),
      lines: toLines(
        { ...row, description: movementText(row.kind, row.source), name: row.companyName },
        names,
      ),
    }));
}

async function* dailyEntries(
  { db }: Context,
  period: Period,
  names: Names,
): AsyncGenerator<JournalEntry[]> {
  const sums = await sumByDay(db, period);
  for (const day of new Set(sums.map((one) => one.day)))
    yield [
      {
        number: `D${day.replaceAll('-', '')}`,
        day,
        lines: sums
          .filter((one) => one.day === day)
          .flatMap(({ kind, amountCents, entries }) => {
            const detail = entries === 1 ? '1 entry' : `${entries} entries`;
            const description = movementText(kind, detail);
            return toLines({ kind, amountCents, description, name: '' }, names);
          }),
      },
    ];
}

async function* journalRows(entries: AsyncIterable<JournalEntry[]>): Batches {
  for await (const some of entries) yield some.flatMap(journalCells);
}
