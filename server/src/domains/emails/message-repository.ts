import { and, asc, count, desc, eq, gte, isNotNull, isNull, not, or, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { hasRow } from '../../platform/db/queries.ts';
import { hasJob } from '../../platform/jobs/job.ts';
import { sendKeyOf } from './queue-jobs.ts';
import { emailMessages } from './tables.ts';

export type MessageRow = typeof emailMessages.$inferSelect;

/** Inserts a message and returns its id, or null when its cause has made one already. */
export async function insertMessage(
  db: Database,
  message: typeof emailMessages.$inferInsert,
): Promise<number | null> {
  const [row] = await db
    .insert(emailMessages)
    .values(message)
    .onConflictDoNothing({ target: emailMessages.key })
    .returning({ id: emailMessages.id });
  return row?.id ?? null;
}

/** Whether the cause has made a message already, whatever became of it. */
export const hasMessage = (db: Database, key: string): Promise<boolean> =>
  hasRow(db, emailMessages, eq(emailMessages.key, key));

/** When the message of a key was handed over; null when it was not, or there is none. */
export async function leftAt(db: Database, key: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: emailMessages.settledAt })
    .from(emailMessages)
    .where(and(eq(emailMessages.key, key), eq(emailMessages.status, 'sent')));
  return row?.at ?? null;
}

/**
 * What a contractor's messages of the keys that begin so were about and what became of them; the
 * newest of many. The start ends with a dash. What nobody wanted any more is left out.
 */
export const selectFates = (
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
 * another worker has it, which `isQueued` tells apart.
 */
export async function lockQueued(db: Database, id: number): Promise<MessageRow | undefined> {
  const [row] = await db
    .select()
    .from(emailMessages)
    .where(and(eq(emailMessages.id, id), eq(emailMessages.status, 'queued')))
    .for('update', { skipLocked: true });
  return row;
}

export async function isQueued(db: Database, id: number): Promise<boolean> {
  const [row] = await db
    .select({ status: emailMessages.status })
    .from(emailMessages)
    .where(eq(emailMessages.id, id));
  return row?.status === 'queued';
}

/** Queued messages that no job will ever send, the earliest first, at most a thousand. */
export async function selectStranded(db: Database): Promise<number[]> {
  const rows = await db
    .select({ id: emailMessages.id })
    .from(emailMessages)
    .where(and(eq(emailMessages.status, 'queued'), not(hasJob(sendKeyOf(emailMessages.id)))))
    .orderBy(asc(emailMessages.id))
    .limit(1000);
  return rows.map(({ id }) => id);
}

/** Given up, and still known: nothing can be sent again of one that was emptied. */
const isRetriable = and(eq(emailMessages.status, 'failed'), isNull(emailMessages.anonymisedAt));

/** A failed message, locked until the transaction ends. */
export async function lockFailed(db: Database, id: number): Promise<MessageRow | undefined> {
  const [row] = await db
    .select()
    .from(emailMessages)
    .where(and(eq(emailMessages.id, id), isRetriable))
    .for('update');
  return row;
}

export async function updateMessage(
  db: Database,
  id: number,
  values: Partial<typeof emailMessages.$inferInsert>,
): Promise<void> {
  await db.update(emailMessages).set(values).where(eq(emailMessages.id, id));
}

/** A page of the failed messages, the latest first, and how many there are. */
export async function selectFailed(
  db: Database,
  page: { page: number; limit: number },
): Promise<{ rows: MessageRow[]; total: number }> {
  const rows = await db
    .select()
    .from(emailMessages)
    .where(isRetriable)
    .orderBy(desc(emailMessages.settledAt), desc(emailMessages.id))
    .limit(page.limit)
    .offset((page.page - 1) * page.limit);
  const [all] = await db.select({ total: count() }).from(emailMessages).where(isRetriable);
  return { rows, total: all?.total ?? 0 };
}

/**
 * A page of the messages since `since` that were sent with the built-in text, the newest first, and
 * how many there are.
 */
export async function selectBuiltIn(
  db: Database,
  { since, page, limit }: { since: Date; page: number; limit: number },
): Promise<{ rows: MessageRow[]; total: number }> {
  const builtIn = and(isNotNull(emailMessages.builtInReason), gte(emailMessages.createdAt, since));
  const rows = await db
    .select()
    .from(emailMessages)
    .where(builtIn)
    .orderBy(desc(emailMessages.createdAt), desc(emailMessages.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const [all] = await db.select({ total: count() }).from(emailMessages).where(builtIn);
  return { rows, total: all?.total ?? 0 };
}

/** A page of all messages, the newest first; only those to `to` when it is given. */
export async function selectNewest(
  db: Database,
  page: { to: string; page: number; limit: number },
): Promise<MessageRow[]> {
  const wanted =
    page.to === '' ? undefined : sql`position(lower(${page.to}) in lower(${emailMessages.to})) > 0`;
  return db
    .select()
    .from(emailMessages)
    .where(wanted)
    .orderBy(desc(emailMessages.id))
    .limit(page.limit)
    .offset((page.page - 1) * page.limit);
}

export async function findMessage(db: Database, id: number): Promise<MessageRow | undefined> {
  const [row] = await db.select().from(emailMessages).where(eq(emailMessages.id, id));
  return row;
}

/** How many messages wait to be sent, and how many were given up. */
export async function countUnsent(db: Database): Promise<{ queued: number; failed: number }> {
  const rows = await db
    .select({ status: emailMessages.status, total: count() })
    .from(emailMessages)
    .where(or(eq(emailMessages.status, 'queued'), isRetriable))
    .groupBy(emailMessages.status);
  const of = (status: string): number => rows.find((row) => row.status === status)?.total ?? 0;
  return { queued: of('queued'), failed: of('failed') };
}
