import { documentKinds, documentStatuses } from '@lintel/contract/documents/constants';
import type { exportDocuments } from '@lintel/contract/documents/documents';
import type { RequestPart } from '@lintel/contract/core/endpoint';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import { inBatches } from '../../platform/db/batches.ts';
import type { FileAnswer } from '../../platform/http/route.ts';
import { column, onceEach, type OwnColumn } from '../../platform/own-data.ts';
import { inTurns, type Exports } from '../../platform/spreadsheet/exports.ts';
import { requireSheetRoom, spreadsheetAnswer } from '../../platform/spreadsheet/spreadsheet.ts';
import type { Context } from '../../platform/context.ts';
import { readFilter } from './list.ts';
import {
  countList,
  listQuery,
  listedFields,
  type DocumentFilter,
  type ListOrder,
} from './list-repository.ts';
import type { ListedDocument } from './present.ts';

const { text, number, dollars, moment } = column;
const day = (
  header: string,
  value: (row: ListedDocument) => string | null,
): OwnColumn<ListedDocument> => ({ header, kind: 'day', value });

/** The columns of exported lists. */
export const documentColumns: readonly OwnColumn<ListedDocument>[] = [
  text('Kind', ({ kind }) => documentKinds[kind]),
  number('Number', ({ number: given }) => given),
  text('Status', ({ status }) => documentStatuses[status]),
  text('Customer', ({ customerName }) => customerName),
  text('Project', ({ projectName }) => projectName),
  day('Date', ({ issuedOn }) => issuedOn),
  day('Due date', ({ dueOn }) => dueOn),
  day('Valid until', ({ validUntil }) => validUntil),
  dollars('Total', ({ totalCents }) => totalCents),
  dollars('Paid', ({ paidCents }) => paidCents),
  dollars('Balance', ({ balanceCents }) => balanceCents),
  moment('Sent', ({ sentAt }) => sentAt),
  moment('Viewed', ({ viewedAt }) => viewedAt),
];

/** Rows per query. */
const batchSize = 500;

/** All documents of a filter in order, from one snapshot. */
export const readBatches = ({ db, database }: Context, filter: DocumentFilter, order: ListOrder) =>
  inBatches(database.pool, {
    fields: listedFields,
    statement: listQuery(db, filter, order).toSQL(),
    size: batchSize,
  });

/**
 * Streams the list's rows as a download. Throws `busy` at the limit of parallel exports, and
 * `invalid` when a workbook can't hold the rows.
 */
export async function exportList(
  context: Context,
  exports: Exports,
  { caller, contractorId }: { caller: Caller; contractorId: number },
  { order, format, ...query }: RequestPart<typeof exportDocuments, 'query'>,
): Promise<FileAnswer> {
  const filter = await readFilter(context, contractorId, query);
  const end = exports.begin();
  try {
    const total = await countList(context.db, filter);
    requireSheetRoom(format, total);
    // Recorded before the first row is sent, whether or not the file arrives.
    await recordAudit(context.db, context.clock, caller, {
      action: 'documents.exported',
      entity: 'documents',
      details: { rows: total, format },
    });
    const cells = async function* () {
      const batches = inTurns(readBatches(context, filter, order), () => answer.content.destroy());
      for await (const rows of batches)
        yield rows.map((row) => documentColumns.map(({ value }) => value(row)));
    };
    const answer = spreadsheetAnswer(format, {
      fileName: `documents-${filter.today}`,
      sheetName: 'Documents',
      columns: documentColumns,
      rows: cells(),
    });
    answer.content.once('close', end);
    return { ...answer, headers: { ...answer.headers, 'x-total-rows': String(total) } };
  } catch (error) {
    end();
    throw error;
  }
}

/** All documents of a contractor one by one, lowest number first. */
export const everyDocument = (context: Context, contractorId: number) => {
  const everything = {
    kind: undefined,
    state: 'all',
    customerId: undefined,
    dated: {},
    search: '',
  } as const;
  const filter = { ...everything, contractorId, today: '', now: context.clock.now() };
  return onceEach(readBatches(context, filter, { field: 'number', descending: false }));
};
