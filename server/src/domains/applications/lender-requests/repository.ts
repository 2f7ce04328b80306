import { and, asc, count, eq, inArray, isNotNull, lt, or, sql } from 'drizzle-orm';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { keyPairs, type Exact } from '../../../platform/db/queries.ts';
import type { Application } from '../repository.ts';
import { homeownerDocuments, lenderRequests } from './tables.ts';

export type LenderRequest = typeof lenderRequests.$inferSelect;
export type HomeownerDocument = typeof homeownerDocuments.$inferSelect;
type NewRequest = typeof lenderRequests.$inferInsert;
type NewDocument = typeof homeownerDocuments.$inferInsert;

type ApplicationKey = Pick<Application, 'contractorId' | 'id'>;
const matchesRequests = ({ contractorId, id }: ApplicationKey) =>
  and(eq(lenderRequests.contractorId, contractorId), eq(lenderRequests.applicationId, id));
const matchesDocuments = ({ contractorId, id }: ApplicationKey) =>
  and(eq(homeownerDocuments.contractorId, contractorId), eq(homeownerDocuments.applicationId, id));

/** Stores a lender's requests; existing ones stay unchanged. */
export async function insertRequests(db: Database, rows: NewRequest[]): Promise<void> {
  if (rows.length > 0) await db.insert(lenderRequests).values(rows).onConflictDoNothing();
}

/** In order of request. */
export async function selectRequests(
  db: Database,
  application: ApplicationKey,
): Promise<LenderRequest[]> {
  return db
    .select()
    .from(lenderRequests)
    .where(matchesRequests(application))
    .orderBy(asc(lenderRequests.id));
}

export async function setRequests<Values extends Partial<NewRequest>>(
  db: Database,
  application: ApplicationKey,
  ids: readonly number[],
  values: Exact<Partial<NewRequest>, Values>,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(lenderRequests)
    .set(values)
    .where(and(matchesRequests(application), inArray(lenderRequests.id, [...ids])));
}

export async function insertDocument<Values extends NewDocument>(
  db: Database,
  values: Exact<NewDocument, Values>,
): Promise<number> {
  const [row] = await db
    .insert(homeownerDocuments)
    .values(values)
    .returning({ id: homeownerDocuments.id });
  if (row === undefined) throw new Error('The document was not inserted');
  return row.id;
}

/** In order of upload. */
export async function selectDocuments(
  db: Database,
  application: ApplicationKey,
): Promise<HomeownerDocument[]> {
  return db
    .select()
    .from(homeownerDocuments)
    .where(matchesDocuments(application))
    .orderBy(asc(homeownerDocuments.id));
}

/** Ids of the documents not yet sent to their lender. */
export async function selectWaitingDocuments(
  db: Database,
  application: ApplicationKey,
): Promise<number[]> {
  const rows = await db
    .select({ id: homeownerDocuments.id })
    .from(homeownerDocuments)
    .where(
      and(matchesDocuments(application), inArray(homeownerDocuments.state, ['waiting', 'sending'])),
    )
    .orderBy(asc(homeownerDocuments.id));
  return rows.map(({ id }) => id);
}

/** Counts an application's documents, and those that no lender has rejected. */
export async function countDocuments(
  db: Database,
  application: ApplicationKey,
): Promise<{ all: number; living: number }> {
  const [row] = await db
    .select({
      all: count(),
      living: count(sql`case when ${homeownerDocuments.state} <> 'rejected' then 1 end`),
    })
    .from(homeownerDocuments)
    .where(matchesDocuments(application));
  return row ?? { all: 0, living: 0 };
}

/** Locks a contractor's document until the transaction ends. */
export async function lockDocument(
  db: Database,
  { contractorId, id }: { contractorId: number; id: number },
): Promise<HomeownerDocument | undefined> {
  const [row] = await db
    .select()
    .from(homeownerDocuments)
    .where(and(eq(homeownerDocuments.contractorId, contractorId), eq(homeownerDocuments.id, id)))
    .for('update');
  return row;
}

export async function setDocument<Values extends Partial<NewDocument>>(
  db: Database,
  { contractorId, id }: Pick<HomeownerDocument, 'contractorId' | 'id'>,
  values: Exact<Partial<NewDocument>, Values>,
): Promise<void> {
  await db
    .update(homeownerDocuments)
    .set(values)
    .where(and(eq(homeownerDocuments.contractorId, contractorId), eq(homeownerDocuments.id, id)));
}

/** Deletes documents and returns the keys of their orphaned files. */
export async function deleteDocuments(
  db: Database,
  application: ApplicationKey,
  ids: readonly number[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .delete(homeownerDocuments)
    .where(and(matchesDocuments(application), inArray(homeownerDocuments.id, [...ids])))
    .returning({ fileKey: homeownerDocuments.fileKey });
  return rows.flatMap(({ fileKey }) => fileKey ?? []);
}

/**
 * Deletes all lender requests and documents of these applications, and returns the keys of the
 * orphaned files.
 */
export async function deleteAll(
  db: Database,
  which: readonly { contractorId: number; id: number }[],
): Promise<string[]> {
  const contractors = which.map(({ contractorId }) => contractorId);
  const ids = which.map(({ id }) => id);
  const rows = await db
    .delete(homeownerDocuments)
    .where(
      and(
        inArray(homeownerDocuments.contractorId, contractors),
        inArray(homeownerDocuments.applicationId, ids),
      ),
    )
    .returning({ fileKey: homeownerDocuments.fileKey });
  await db
    .delete(lenderRequests)
    .where(
      and(
        inArray(lenderRequests.contractorId, contractors),
        inArray(lenderRequests.applicationId, ids),
      ),
    );
  return rows.flatMap(({ fileKey }) => fileKey ?? []);
}

/** Detaches files from documents, whose rows stay, and returns the keys. */
export async function dropFiles(
  db: Database,
  documents: readonly Pick<HomeownerDocument, 'contractorId' | 'id' | 'fileKey'>[],
): Promise<string[]> {
  for (const one of documents)
    if (one.fileKey !== null) await setDocument(db, one, { fileKey: null, sealedKey: null });
  return documents.flatMap(({ fileKey }) => fileKey ?? []);
}

/**
 * Detaches up to `limit` files, across contractors, that lenders received before a time or
 * rejected. Returns their keys.
 */
export async function dropStoredFiles(
  db: Database,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  const isDue = and(
    isNotNull(homeownerDocuments.fileKey),
    or(lt(homeownerDocuments.sentAt, before), eq(homeownerDocuments.state, 'rejected')),
  );
  const found = await db
    .select({
      contractorId: homeownerDocuments.contractorId,
      id: homeownerDocuments.id,
      fileKey: homeownerDocuments.fileKey,
    })
    .from(homeownerDocuments)
    .where(and(isDue, acrossContractors('A nightly job drops the files of every contractor.')))
    .limit(limit);
  if (found.length === 0) return [];
  const dropped = await db
    .update(homeownerDocuments)
    .set({ fileKey: null, sealedKey: null })
    .where(
      and(
        sql`(${homeownerDocuments.contractorId}, ${homeownerDocuments.id}) in ${keyPairs(found)}`,
        isDue,
      ),
    )
    .returning({ id: homeownerDocuments.id });
  const ids = new Set(dropped.map(({ id }) => id));
  return found.flatMap(({ id, fileKey }) => (ids.has(id) ? (fileKey ?? []) : []));
}

/** Which of these files belong to a document. */
export async function namedFiles(db: Database, keys: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ key: homeownerDocuments.fileKey })
    .from(homeownerDocuments)
    .where(
      and(
        acrossContractors('The file sweep knows only the names of files.'),
        inArray(homeownerDocuments.fileKey, [...keys]),
      ),
    );
  return rows.flatMap(({ key }) => key ?? []);
}
