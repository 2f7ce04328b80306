import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { hasRow, type Exact } from '../../platform/db/queries.ts';
import {
  documentEvents,
  documentPayments,
  documentRevisions,
  documents,
  savedItems,
} from './tables.ts';

export type DocumentRecord = typeof documents.$inferSelect;
export type Revision = typeof documentRevisions.$inferSelect;
export type Payment = typeof documentPayments.$inferSelect;
export type DocumentEvent = typeof documentEvents.$inferSelect;
type NewDocument = typeof documents.$inferInsert;

export interface DocumentKey {
  contractorId: number;
  id: number;
}

const matchesDocument = ({ contractorId, id }: DocumentKey) =>
  and(eq(documents.contractorId, contractorId), eq(documents.id, id));

export const ownsDocument = (db: Database, contractorId: number, id: number): Promise<boolean> =>
  hasRow(db, documents, matchesDocument({ contractorId, id }));

export const ownsSavedItem = (db: Database, contractorId: number, id: number): Promise<boolean> =>
  hasRow(db, savedItems, and(eq(savedItems.contractorId, contractorId), eq(savedItems.id, id)));

export async function findDocument(
  db: Database,
  key: DocumentKey,
): Promise<DocumentRecord | undefined> {
  const [row] = await db.select().from(documents).where(matchesDocument(key));
  return row;
}

/** A document, locked until the transaction ends, so that contractor and customer take turns. */
export async function lockDocument(
  tx: Database,
  key: DocumentKey,
): Promise<DocumentRecord | undefined> {
  const [row] = await tx.select().from(documents).where(matchesDocument(key)).for('update');
  return row;
}

export async function insertDocument<Values extends NewDocument>(
  tx: Database,
  values: Exact<NewDocument, Values>,
): Promise<number> {
  const [row] = await tx.insert(documents).values(values).returning({ id: documents.id });
  if (row === undefined) throw new Error('The document was not stored');
  return row.id;
}

export async function setDocument<Values extends Partial<NewDocument>>(
  tx: Database,
  key: DocumentKey,
  values: Exact<Partial<NewDocument>, Values>,
): Promise<void> {
  await tx.update(documents).set(values).where(matchesDocument(key));
}

/** Deletes a draft with its events. */
export async function removeDocument(tx: Database, key: DocumentKey): Promise<void> {
  await tx
    .delete(documentEvents)
    .where(
      and(eq(documentEvents.contractorId, key.contractorId), eq(documentEvents.documentId, key.id)),
    );
  await tx.delete(documents).where(matchesDocument(key));
}

/** The contractor's newest document of a kind, sent or draft. */
export async function findNewestByKind(
  db: Database,
  contractorId: number,
  kind: DocumentRecord['kind'],
): Promise<DocumentRecord | undefined> {
  const [row] = await db
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.contractorId, contractorId),
        eq(documents.kind, kind),
        isNull(documents.anonymisedAt),
      ),
    )
    .orderBy(desc(documents.updatedAt), desc(documents.id))
    .limit(1);
  return row;
}

/** A customer's newest document. */
export async function findNewestByCustomer(
  db: Database,
  { contractorId, customerId }: { contractorId: number; customerId: number },
): Promise<DocumentRecord | undefined> {
  const [row] = await db
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.contractorId, contractorId),
        eq(documents.customerId, customerId),
        isNull(documents.anonymisedAt),
      ),
    )
    .orderBy(desc(documents.updatedAt), desc(documents.id))
    .limit(1);
  return row;
}

type InvoiceSummary = Pick<
  DocumentRecord,
  'id' | 'number' | 'customerId' | 'totalCents' | 'paidCents'
>;

/** An estimate's invoice that isn't void. */
export async function findInvoice(
  db: Database,
  { contractorId, id }: DocumentKey,
): Promise<InvoiceSummary | undefined> {
  const [row] = await db
    .select({
      id: documents.id,
      number: documents.number,
      customerId: documents.customerId,
      totalCents: documents.totalCents,
      paidCents: documents.paidCents,
    })
    .from(documents)
    .where(
      and(
        eq(documents.contractorId, contractorId),
        eq(documents.estimateId, id),
        sql`${documents.status} <> 'void'`,
      ),
    );
  return row;
}

const matchesRevisions = ({ contractorId, id }: DocumentKey) =>
  and(eq(documentRevisions.contractorId, contractorId), eq(documentRevisions.documentId, id));

export const selectRevisions = (db: Database, key: DocumentKey): Promise<Revision[]> =>
  db
    .select()
    .from(documentRevisions)
    .where(matchesRevisions(key))
    .orderBy(desc(documentRevisions.revision));

export async function findRevision(
  db: Database,
  key: DocumentKey,
  revision: number,
): Promise<Revision | undefined> {
  const [row] = await db
    .select()
    .from(documentRevisions)
    .where(and(matchesRevisions(key), eq(documentRevisions.revision, revision)));
  return row;
}

export async function insertRevision(
  tx: Database,
  values: typeof documentRevisions.$inferInsert,
): Promise<void> {
  await tx.insert(documentRevisions).values(values);
}

export async function setRevision(
  tx: Database,
  key: DocumentKey & { revision: number },
  values: Partial<typeof documentRevisions.$inferInsert>,
): Promise<void> {
  await tx
    .update(documentRevisions)
    .set(values)
    .where(and(matchesRevisions(key), eq(documentRevisions.revision, key.revision)));
}

/** Sets the file of a revision, unless another one was set first. */
export async function nameFile(
  db: Database,
  key: DocumentKey & { revision: number },
  which: 'fileKey' | 'signedFileKey',
  name: string,
): Promise<void> {
  await db
    .update(documentRevisions)
    .set({ [which]: name })
    .where(
      and(
        matchesRevisions(key),
        eq(documentRevisions.revision, key.revision),
        isNull(documentRevisions[which]),
      ),
    );
}

export const selectPayments = (db: Database, { contractorId, id }: DocumentKey) =>
  db
    .select()
    .from(documentPayments)
    .where(
      and(eq(documentPayments.contractorId, contractorId), eq(documentPayments.documentId, id)),
    )
    .orderBy(asc(documentPayments.paidOn), asc(documentPayments.id));

/**
 * Moves payments from an estimate to its invoice, or back when the invoice is deleted. Returns the
 * ones that count.
 */
export async function movePayments(
  tx: Database,
  contractorId: number,
  { from, to }: { from: number; to: number },
): Promise<Payment[]> {
  const moved = await tx
    .update(documentPayments)
    .set({ documentId: to })
    .where(
      and(eq(documentPayments.contractorId, contractorId), eq(documentPayments.documentId, from)),
    )
    .returning();
  return moved.filter(({ takenBackAt }) => takenBackAt === null);
}

/** The number of latest events to show. */
const shownEvents = 100;

export const selectEvents = (db: Database, { contractorId, id }: DocumentKey) =>
  db
    .select()
    .from(documentEvents)
    .where(and(eq(documentEvents.contractorId, contractorId), eq(documentEvents.documentId, id)))
    .orderBy(desc(documentEvents.id))
    .limit(shownEvents);

export async function insertEvent(
  tx: Database,
  { contractorId, id }: DocumentKey,
  event: Pick<DocumentEvent, 'kind' | 'at' | 'actorId'> & Partial<Pick<DocumentEvent, 'details'>>,
): Promise<void> {
  await tx.insert(documentEvents).values({ ...event, contractorId, documentId: id });
}
