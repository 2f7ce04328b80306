import { and, asc, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type {
  NotificationKey,
  unsubscriberOrders,
  UnsubscribeSource,
} from '@lintel/contract/emails/constants';
import type { Database } from '../../../platform/db/connect.ts';
import { notificationPreferences, unsubscribers } from './tables.ts';
import { containing, folded } from '../../../platform/db/folded.ts';
import { countUpTo, type Total } from '../../../platform/db/pages.ts';

/** The users' choices by user id; users without a choice are missing. */
export async function selectPreferences(
  db: Database,
  userIds: readonly number[],
): Promise<Map<number, NotificationKey>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(notificationPreferences)
    .where(inArray(notificationPreferences.userId, [...userIds]));
  return new Map(rows.map((row) => [row.userId, row.optionKey]));
}

export async function savePreference(
  db: Database,
  userId: number,
  optionKey: NotificationKey,
): Promise<void> {
  await db
    .insert(notificationPreferences)
    .values({ userId, optionKey })
    .onConflictDoUpdate({ target: notificationPreferences.userId, set: { optionKey } });
}

/** A user's choice; undefined for none. */
export async function findPreference(
  db: Database,
  userId: number,
): Promise<NotificationKey | undefined> {
  const [row] = await db
    .select()
    .from(notificationPreferences)
    .where(eq(notificationPreferences.userId, userId));
  return row?.optionKey;
}

export type UnsubscriberRow = typeof unsubscribers.$inferSelect;

const address = sql`lower(${unsubscribers.email})`;

export interface UnsubscriberQuery {
  page: number;
  limit: number;
  order: { field: (typeof unsubscriberOrders)[number]; descending: boolean };
  filters: { email: string; source: UnsubscribeSource | '' };
}

/**
 * A page of the unsubscribed addresses. Each order has an index that ends with the id, so pages
 * never overlap.
 */
export async function selectUnsubscribers(
  db: Database,
  { page, limit, order, filters }: UnsubscriberQuery,
): Promise<Total & { rows: UnsubscriberRow[] }> {
  const where = and(
    filters.email === ''
      ? undefined
      : sql`${folded(unsubscribers.email)} like ${containing(filters.email)}`,
    filters.source === '' ? undefined : eq(unsubscribers.source, filters.source),
  );
  const rows = await db
    .select()
    .from(unsubscribers)
    .where(where)
    .orderBy(...unsubscriberOrder(order))
    .limit(limit)
    .offset((page - 1) * limit);
  return { rows, ...(await countUpTo(db, unsubscribers, where, page * limit)) };
}

function unsubscriberOrder({ field, descending }: UnsubscriberQuery['order']): SQL[] {
  const { id, date, source } = unsubscribers;
  const columns = { email: [address], date: [date, id], source: [source, date, id] }[field];
  return columns.map((column) => (descending ? desc(column) : asc(column)));
}

/** Adds an address; an existing one stays unchanged. Returns whether it was added. */
export async function insertUnsubscriber(
  db: Database,
  values: { email: string; source: UnsubscribeSource; date: Date },
): Promise<boolean> {
  const rows = await db
    .insert(unsubscribers)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: unsubscribers.id });
  return rows.length > 0;
}

export async function findUnsubscriber(
  db: Database,
  email: string,
): Promise<UnsubscriberRow | undefined> {
  const [row] = await db.select().from(unsubscribers).where(eq(address, email.toLowerCase()));
  return row;
}

/** Removes an address; only with `source`, if given. Returns whether it existed. */
export async function deleteUnsubscriber(
  db: Database,
  email: string,
  source?: UnsubscribeSource,
): Promise<boolean> {
  const rows = await db
    .delete(unsubscribers)
    .where(and(eq(address, email.toLowerCase()), source && eq(unsubscribers.source, source)))
    .returning({ id: unsubscribers.id });
  return rows.length > 0;
}

/** Whether an address has unsubscribed from optional messages. */
export const isUnsubscribed = async (db: Database, email: string): Promise<boolean> =>
  (await findUnsubscriber(db, email)) !== undefined;

/** Those of `emails` that are unsubscribed, in lowercase. */
export async function selectUnsubscribed(
  db: Database,
  emails: readonly string[],
): Promise<Set<string>> {
  if (emails.length === 0) return new Set();
  const rows = await db
    .select({ email: unsubscribers.email })
    .from(unsubscribers)
    .where(
      inArray(
        address,
        emails.map((email) => email.toLowerCase()),
      ),
    );
  return new Set(rows.map(({ email }) => email.toLowerCase()));
}
