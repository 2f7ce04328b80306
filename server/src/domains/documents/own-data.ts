import { and, asc, eq, gt, or } from 'drizzle-orm';
import {
  documentKinds,
  documentPaymentMethods,
  taxRatePlaces,
} from '@lintel/contract/documents/constants';
import type { Database } from '../../platform/db/connect.ts';
import { column, ownTable, type OwnData } from '../../platform/own-data.ts';
import type { Context } from '../../platform/context.ts';
import { documentColumns, everyDocument } from './export.ts';
import { pdfKey, pdfName } from './files.ts';
import type { ListedDocument } from './present.ts';
import type { Payment, Revision } from './repository.ts';
import {
  documentDefaults,
  documentPayments,
  documentRevisions,
  documents,
  savedItems,
} from './tables.ts';

type SavedItemRow = typeof savedItems.$inferSelect;
type DefaultsRow = typeof documentDefaults.$inferSelect;
const { text, number, dollars, yesNo, moment } = column;

/** Rows per query. */
const pageSize = 200;

/** A contractor's payments with their documents, in order of entry. */
async function* iteratePayments(db: Database, contractorId: number) {
  for (let last = 0; ;) {
    const rows = await db
      .select({ payment: documentPayments, kind: documents.kind, given: documents.number })
      .from(documentPayments)
      .innerJoin(
        documents,
        and(
          eq(documents.contractorId, documentPayments.contractorId),
          eq(documents.id, documentPayments.documentId),
        ),
      )
      .where(
        and(
          eq(documentPayments.contractorId, contractorId),
          eq(documents.contractorId, contractorId),
          gt(documentPayments.id, last),
        ),
      )
      .orderBy(asc(documentPayments.id))
      .limit(pageSize);
    yield* rows;
    last = rows.at(-1)?.payment.id ?? 0;
    if (rows.length < pageSize) return;
  }
}
interface PaymentRow {
  payment: Payment;
  kind: ListedDocument['kind'];
  given: number | null;
}

/** A contractor's revisions, document by document. */
async function* iterateRevisions(db: Database, contractorId: number) {
  const { documentId, revision } = documentRevisions;
  for (let last = { documentId: 0, revision: 0 }; ;) {
    const rows: { sent: Revision; kind: ListedDocument['kind'] }[] = await db
      .select({ sent: documentRevisions, kind: documents.kind })
      .from(documentRevisions)
      .innerJoin(
        documents,
        and(
          eq(documents.contractorId, documentRevisions.contractorId),
          eq(documents.id, documentId),
        ),
      )
      .where(
        and(
          eq(documentRevisions.contractorId, contractorId),
          eq(documents.contractorId, contractorId),
          or(
            gt(documentId, last.documentId),
            and(eq(documentId, last.documentId), gt(revision, last.revision)),
          ),
        ),
      )
      .orderBy(asc(documentId), asc(revision))
      .limit(pageSize);
    yield* rows;
    const end = rows.at(-1)?.sent;
    if (end === undefined || rows.length < pageSize) return;
    last = end;
  }
}

/** Estimates, invoices, payments, saved items, defaults, and the PDFs as sent. */
export const documentData = (context: Context): OwnData => ({
  tables: [
    ownTable<ListedDocument>({
      name: 'documents',
      about: 'Your estimates and invoices, as the Documents list shows them.',
      columns: documentColumns,
      read: (contractorId) => everyDocument(context, contractorId),
    }),
    ownTable<PaymentRow>({
      name: 'document-payments',
      about: "Customers' payments on estimates and invoices, as you entered them.",
      columns: [
        text('Document', ({ kind, given }) => `${documentKinds[kind]} ${given ?? ''}`.trim()),
        text('How', ({ payment }) => documentPaymentMethods[payment.method]),
        dollars('Amount', ({ payment }) => payment.amountCents),
        text('Paid on', ({ payment }) => payment.paidOn),
        text('Check', ({ payment }) => payment.checkNumber),
        text('Lender', ({ payment }) => payment.lenderName),
        number('Application', ({ payment }) => payment.applicationId),
        text('Note', ({ payment }) => payment.note),
        moment('Entered', ({ payment }) => payment.enteredAt),
        moment('Reversed', ({ payment }) => payment.takenBackAt),
      ],
      read: (contractorId) => iteratePayments(context.db, contractorId),
    }),
    ownTable<SavedItemRow>({
      name: 'saved-items',
      about: 'The items of your price book.',
      columns: [
        text('Description', ({ description }) => description),
        text('Details', ({ details }) => details),
        dollars('Unit price', ({ unitPriceCents }) => unitPriceCents),
        yesNo('Taxable', ({ isTaxable }) => isTaxable),
        yesNo('Archived', ({ archivedAt }) => archivedAt !== null),
      ],
      read: (contractorId) =>
        context.db
          .select()
          .from(savedItems)
          .where(eq(savedItems.contractorId, contractorId))
          .orderBy(asc(savedItems.id)),
    }),
    ownTable<DefaultsRow>({
      name: 'document-defaults',
      about: 'Defaults for your new estimates and invoices.',
      columns: [
        text('Kind', ({ kind }) => documentKinds[kind]),
        number('Tax rate (%)', ({ taxRate }) => taxRate / 10 ** taxRatePlaces),
        number('Days', ({ days }) => days),
        text('License', ({ license }) => license),
        text('Notes', ({ notes }) => notes),
        text('Terms', ({ terms }) => terms),
        moment('Saved', ({ savedAt }) => savedAt),
      ],
      read: (contractorId) =>
        context.db
          .select()
          .from(documentDefaults)
          .where(eq(documentDefaults.contractorId, contractorId))
          .orderBy(asc(documentDefaults.kind)),
    }),
  ],
  files: [
    {
      folder: 'documents',
      about: 'Each estimate and invoice as it was sent, with its signature, if any.',
      files: async function* (contractorId) {
        for await (const { sent, kind } of iterateRevisions(context.db, contractorId)) {
          const key = pdfKey(sent);
          if (key !== null)
            yield { name: pdfName({ kind }, sent), content: () => context.files.read(key) };
        }
      },
    },
  ],
});
