import { and, count, desc, eq, gte, inArray, isNotNull, not, sql, type SQL } from 'drizzle-orm';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { readPage, type Total } from '../../../platform/db/pages.ts';
import { hasRow, type RowOfContractor } from '../../../platform/db/queries.ts';
import { hasJob } from '../../../platform/jobs/job.ts';
import { sendKeyOf } from './queue-jobs.ts';
import { emailMessages } from './tables.ts';

export type MessageRow = typeof emailMessages.$inferSelect;

const rowOf = ({ contractorId, id }: RowOfContractor) =>
  and(eq(emailMessages.contractorId, contractorId), eq(emailMessages.id, id));

/** Identifies a message by its cause, and the contractor concerned. */
type Cause = Pick<MessageRow, 'contractorId' | 'key'>;
const causedBy = ({ contractorId, key }: Cause) =>
  and(eq(emailMessages.contractorId, contractorId), eq(emailMessages.key, key));

/** Inserts a message and returns its id, or null if its cause already made one. */
export async function insertMessage(
  db: Database,
  message: typeof emailMessages.$inferInsert,
): Promise<number | null> {
  const [row] = await db
    .insert(emailMessages)
    .values(message)
    .onConflictDoNothing()
    .returning({ id: emailMessages.id });
  return row?.id ?? null;
}

/** Whether the cause already made a message, in any state. */
export const hasMessage = (db: Database, cause: Cause): Promise<boolean> =>
  hasRow(db, emailMessages, causedBy(cause));

/** When the message of a cause was sent; null if it wasn't, or doesn't exist. */
export async function leftAt(db: Database, cause: Cause): Promise<Date | null> {
  const [row] = await db
    .select({ at: emailMessages.settledAt })
    .from(emailMessages)
    .where(and(causedBy(cause), eq(emailMessages.status, 'sent')));
  return row?.at ?? null;
}

/**
 * What a contractor's messages with this key prefix were about, and their status; only the newest
 * if there are many. The prefix ends with a dash. Canceled messages are left out.
 */
export const selectStatuses = (
  db: Database,
  contractorId: number,
  { keyStart, limit }: { keyStart: string; limit: number },
) =>
  db
    .select({
      id: emailMessages.id,
      event: emailMessages.event,
      status: emailMessages.status,
      at: sql<string>`coalesce(${emailMessages.settledAt}, ${emailMessages.createdAt})`.mapWith(
        emailMessages.createdAt,
      ),
    })
    .from(emailMessages)
    .where(
      and(
        sql`${emailMessages.key} ~>=~ ${keyStart} and ${emailMessages.key} ~<~ ${`${keyStart.slice(0, -1)}.`}`,
        eq(emailMessages.contractorId, contractorId),
        not(eq(emailMessages.status, 'suppressed')),
      ),
    )
    .orderBy(desc(emailMessages.id))
    .limit(limit);

/**
 * A queued message, locked until the transaction ends; undefined when it is settled, or when
 * another worker holds it (see `statusOf`).
 */
export async function lockQueued(
  db: Database,
  of: RowOfContractor,
): Promise<MessageRow | undefined> {
  const [row] = await db
    .select()
    .from(emailMessages)
    .where(and(rowOf(of), eq(emailMessages.status, 'queued')))
    .for('update', { skipLocked: true });
  return row;
}

/**
 * Counts an attempt for a queued message, in one statement; undefined when it is settled or another
 * worker holds it (see `statusOf`).
 */
export async function countAttempt(
  db: Database,
  of: RowOfContractor,
): Promise<MessageRow | undefined> {
  const free = db
    .select({ id: emailMessages.id })
    .from(emailMessages)
    .where(and(rowOf(of), eq(emailMessages.status, 'queued')))
    .for('update', { skipLocked: true });
  const [row] = await db
    .update(emailMessages)
    .set({ attempts: sql`${emailMessages.attempts} + 1` })
    .where(and(eq(emailMessages.contractorId, of.contractorId), inArray(emailMessages.id, free)))
    .returning();
  return row;
}

/**
 * Updates a queued message if its payload is still `message`'s, in one statement. Returns whether
 * it did.
 */
export async function updateUnchanged(
  db: Database,
  message: MessageRow,
  values: Partial<typeof emailMessages.$inferInsert>,
): Promise<boolean> {
  const isUnchanged = and(
    eq(emailMessages.status, 'queued'),
    sql`${emailMessages.payload} is not distinct from ${message.payload}`,
  );
  const updated = await db
    .update(emailMessages)
    .set(values)
    .where(and(rowOf(message), isUnchanged))
    .returning({ id: emailMessages.id });
  return updated.length > 0;
}

/** A message's status; undefined when it doesn't exist, or isn't visible yet. */
export async function statusOf(
  db: Database,
  of: RowOfContractor,
): Promise<MessageRow['status'] | undefined> {
  const [row] = await db
    .select({ status: emailMessages.status })
    .from(emailMessages)
    .where(rowOf(of));
  return row?.status;
}

/** Queued messages without a pending job, earliest first, at most a thousand. */
export async function selectStranded(db: Database): Promise<RowOfContractor[]> {
  // Jobs may be on another machine, so the query starts with the messages.
  const { rows } = await db.execute<{ contractorId: number; id: string }>(sql`
    with queued as materialized (select contractor_id, id from email_messages
      where status = 'queued' and ${acrossContractors('Any queued message may have lost its job.')})
    select contractor_id "contractorId", id from queued where not ${hasJob(sendKeyOf(sql`queued.id`))}
    order by id limit 1000`);
  return rows.map(({ contractorId, id }) => ({ contractorId, id: Number(id) }));
}

/** Failed and not erased. Written without parameters, so that the partial index matches. */
const isRetriable = sql`${emailMessages.status} = 'failed' and ${emailMessages.anonymisedAt} is null`;

/** Staff, and jobs queued by an earlier release, only have a message's number. */
const byNumber = acrossContractors('Staff name a message by its number alone.');

/** A failed message of any contractor, locked until the transaction ends. */
export async function lockFailed(db: Database, id: number): Promise<MessageRow | undefined> {
  const contractorId = await findOwner(db, id);
  if (contractorId === undefined) return undefined;
  const [row] = await db
    .select()
    .from(emailMessages)
    .where(and(rowOf({ contractorId, id }), isRetriable))
    .for('update');
  return row;
}

/** The contractor concerned, found by the message's number alone; undefined when not found. */
export async function findOwner(db: Database, id: number): Promise<number | undefined> {
  const [row] = await db
    .select({ contractorId: emailMessages.contractorId })
    .from(emailMessages)
    .where(and(eq(emailMessages.id, id), byNumber));
  return row?.contractorId;
}

export async function updateMessage(
  db: Database,
  of: RowOfContractor,
  values: Partial<typeof emailMessages.$inferInsert>,
): Promise<void> {
  await db.update(emailMessages).set(values).where(rowOf(of));
}

interface Page {
  page: number;
  limit: number;
}

type Found = Total & { rows: MessageRow[] };

const forStaff = acrossContractors('Staff see the messages of every contractor.');

/** A page of messages of all contractors, latest by `key` first. */
async function selectLatest(
  db: Database,
  { where, key }: { where: SQL | undefined; key: SQL },
  { page, limit }: Page,
): Promise<Found> {
  const { table, id } = { table: emailMessages, id: emailMessages.id };
  const ordered = { table, id, where: and(where, forStaff), keys: [key], descending: true };
  const place = { limit, offset: (page - 1) * limit };
  const { ids, ...total } = await readPage(db, ordered, place);
  if (ids.length === 0) return { rows: [], ...total };
  const rows = await db
    .select()
    .from(emailMessages)
    .where(and(inArray(id, ids), forStaff))
    .orderBy(desc(key), desc(id));
  return { rows, ...total };
}

/** A page of the failed messages, latest first, and their count. */
export const selectFailed = (db: Database, page: Page): Promise<Found> =>
  selectLatest(db, { where: isRetriable, key: sql`${emailMessages.settledAt}` }, page);

/**
 * A page of the messages since `since` that were sent with the built-in text, newest first, and
 * their count.
 */
export function selectBuiltIn(
  db: Database,
  { since, ...page }: Page & { since: Date },
): Promise<Found> {
  const where = and(isNotNull(emailMessages.builtInReason), gte(emailMessages.createdAt, since));
  return selectLatest(db, { where, key: sql`${emailMessages.createdAt}` }, page);
}

/** A page of all messages, newest first; filtered by `to` if given. */
export async function selectNewest(
  db: Database,
  page: { to: string; page: number; limit: number },
): Promise<MessageRow[]> {
  const wanted =
    page.to === '' ? undefined : sql`position(lower(${page.to}) in lower(${emailMessages.to})) > 0`;
  return db
    .select()
    .from(emailMessages)
    .where(and(wanted, acrossContractors('Developers read what was not sent anywhere.')))
    .orderBy(desc(emailMessages.id))
    .limit(page.limit)
    .offset((page.page - 1) * page.limit);
}

export async function findMessage(db: Database, id: number): Promise<MessageRow | undefined> {
  const [row] = await db
    .select()
    .from(emailMessages)
    .where(and(eq(emailMessages.id, id), byNumber));
  return row;
}

const countOf = async (db: Database, where: SQL | undefined): Promise<number> => {
  const [row] = await db.select({ total: count() }).from(emailMessages).where(and(where, forStaff));
  return row?.total ?? 0;
};

/** Failed messages that can be sent again. */
export const countFailed = (db: Database): Promise<number> => countOf(db, isRetriable);

/** The numbers of queued and failed messages. */
export async function countUnsent(db: Database): Promise<{ queued: number; failed: number }> {
  const queued = await countOf(db, eq(emailMessages.status, 'queued'));
  return { queued, failed: await countFailed(db) };
}
