import { and, desc, eq, inArray, isNull, lt, not, or, sql, type SQL } from 'drizzle-orm';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { hasRow, type RowKey } from '../../../platform/db/queries.ts';
import { hasJob } from '../../../platform/jobs/job.ts';
import type { MessageAbout } from '../about.ts';
import { sendJobKey } from './jobs.ts';
import type { ChannelName } from '../events.ts';
import { messages } from './tables.ts';

export type MessageRow = typeof messages.$inferSelect;
export type MessageValues = Partial<typeof messages.$inferInsert>;

/** Identifies a message of a channel. */
export interface MessageKey extends RowKey {
  channel: ChannelName;
}

const matchesRow = ({ contractorId, id }: RowKey) =>
  and(eq(messages.contractorId, contractorId), eq(messages.id, id));

const matchesMessage = ({ channel, ...of }: MessageKey) =>
  and(matchesRow(of), eq(messages.channel, channel));

/** Identifies a message by its cause. */
export type Cause = Pick<MessageRow, 'contractorId' | 'channel' | 'key'>;
const causedBy = ({ contractorId, channel, key }: Cause) =>
  and(
    eq(messages.contractorId, contractorId),
    eq(messages.channel, channel),
    eq(messages.key, key),
  );

/** Inserts a message and returns its id, or null if its cause already made one. */
export async function insertMessage(
  db: Database,
  message: typeof messages.$inferInsert,
): Promise<number | null> {
  const [row] = await db
    .insert(messages)
    .values(message)
    .onConflictDoNothing()
    .returning({ id: messages.id });
  return row?.id ?? null;
}

/** Whether the cause already made a message, in any state. */
export const hasMessage = (db: Database, cause: Cause): Promise<boolean> =>
  hasRow(db, messages, causedBy(cause));

/** When the e-mail of a cause was sent; null if it wasn't, or doesn't exist. */
export async function leftAt(db: Database, cause: Omit<Cause, 'channel'>): Promise<Date | null> {
  const [row] = await db
    .select({ at: messages.settledAt })
    .from(messages)
    .where(and(causedBy({ ...cause, channel: 'email' }), eq(messages.status, 'sent')));
  return row?.at ?? null;
}

/**
 * A queued message, locked until the transaction ends; undefined when it is settled, or when
 * another worker holds it (see `statusOf`).
 */
export async function lockQueued(db: Database, of: MessageKey): Promise<MessageRow | undefined> {
  const [row] = await db
    .select()
    .from(messages)
    .where(and(matchesMessage(of), eq(messages.status, 'queued')))
    .for('update', { skipLocked: true });
  return row;
}

/** A message's status; undefined when it doesn't exist, or isn't visible yet. */
export async function readStatus(
  db: Database,
  of: MessageKey,
): Promise<MessageRow['status'] | undefined> {
  const [row] = await db
    .select({ status: messages.status })
    .from(messages)
    .where(matchesMessage(of));
  return row?.status;
}

const matchesText = ({ contractorId, id }: RowKey) =>
  and(
    eq(messages.contractorId, contractorId),
    eq(messages.channel, 'text'),
    or(eq(messages.id, id), eq(messages.legacyId, id)),
  );

/** A text by the id in its callbacks. */
export async function findText(db: Database, of: RowKey): Promise<MessageRow | undefined> {
  const [row] = await db.select().from(messages).where(matchesText(of));
  return row;
}

/** The same, locked until the transaction ends; waits while it is being sent. */
export async function lockText(db: Database, of: RowKey): Promise<MessageRow | undefined> {
  const [row] = await db.select().from(messages).where(matchesText(of)).for('update');
  return row;
}

export async function updateMessage(
  db: Database,
  of: RowKey,
  values: MessageValues,
): Promise<void> {
  await db.update(messages).set(values).where(matchesRow(of));
}

/**
 * Updates a queued message if its payload is still `message`'s, in one statement. Returns whether
 * it did.
 */
export async function updateUnchanged(
  db: Database,
  message: MessageRow,
  values: MessageValues,
): Promise<boolean> {
  const isUnchanged = and(
    eq(messages.status, 'queued'),
    sql`${messages.payload} is not distinct from ${message.payload}`,
  );
  const updated = await db
    .update(messages)
    .set(values)
    .where(and(matchesRow(message), isUnchanged))
    .returning({ id: messages.id });
  return updated.length > 0;
}

/** Deletes push notifications, which nobody lists. */
export async function deletePushesBefore(db: Database, before: Date): Promise<void> {
  await db
    .delete(messages)
    .where(
      and(
        sql`channel = 'push'`,
        lt(messages.createdAt, before),
        acrossContractors('Push notifications of every contractor are deleted after a month.'),
      ),
    );
}

/** Queued messages without a pending job, earliest first, at most a thousand. */
export async function selectStranded(db: Database): Promise<MessageKey[]> {
  // Jobs may be on another machine, so the query starts with the messages.
  const { rows } = await db.execute<{ contractorId: number; id: string; channel: ChannelName }>(sql`
    with queued as materialized (select contractor_id, id, channel from messages
      where status = 'queued' and ${acrossContractors('Any queued message may have lost its job.')})
    select contractor_id "contractorId", id, channel from queued
    where not ${hasJob(sendJobKey(sql`queued.channel`, sql`queued.id`))}
    order by id limit 1000`);
  return rows.map(({ id, ...of }) => ({ ...of, id: Number(id) }));
}

/** Failed and not erased. */
const isRetriable = and(eq(messages.status, 'failed'), isNull(messages.anonymisedAt));

/** A failed message of any contractor, locked until the transaction ends. */
export async function lockFailed(
  db: Database,
  { channel, id }: Omit<MessageKey, 'contractorId'>,
): Promise<MessageRow | undefined> {
  const [found] = await db
    .select({ contractorId: messages.contractorId })
    .from(messages)
    .where(and(eq(messages.id, id), acrossContractors('Staff name a message by its id alone.')));
  if (found === undefined) return undefined;
  const [row] = await db
    .select()
    .from(messages)
    .where(and(matchesMessage({ ...found, channel, id }), isRetriable))
    .for('update');
  return row;
}

/** A contractor's messages of a channel about a row, newest first. Canceled ones are left out. */
export const selectAbout = (
  db: Database,
  { contractorId, channel }: { contractorId: number; channel: ChannelName },
  { kind, id }: MessageAbout,
  limit = 1000,
): Promise<MessageRow[]> =>
  db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.contractorId, contractorId),
        eq(messages.channel, channel),
        eq(messages.aboutKind, kind),
        eq(messages.aboutId, id),
        not(eq(messages.status, 'suppressed')),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(limit);

/** Messages by id, for lists of all contractors. */
export const selectByIds = (
  db: Database,
  ids: readonly number[],
  order: readonly SQL[],
): Promise<MessageRow[]> =>
  db
    .select()
    .from(messages)
    .where(
      and(
        inArray(messages.id, [...ids]),
        acrossContractors('Staff see the messages of every contractor.'),
      ),
    )
    .orderBy(...order, desc(messages.id));
