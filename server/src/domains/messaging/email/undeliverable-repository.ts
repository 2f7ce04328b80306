import { and, asc, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { undeliverableOrders, UndeliverableReason } from '@lintel/contract/emails/constants';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { containing, folded } from '../../../platform/db/folded.ts';
import { countUpTo, type Total } from '../../../platform/db/pages.ts';
import { messages } from '../queue/index.ts';
import { mailEvents, undeliverableAddresses } from './tables.ts';

export type UndeliverableRow = typeof undeliverableAddresses.$inferSelect;

const table = undeliverableAddresses;

interface UndeliverableQuery {
  page: number;
  limit: number;
  order: { field: (typeof undeliverableOrders)[number]; descending: boolean };
  filters: { email: string; reason: UndeliverableReason | '' };
}

/**
 * A page of the undeliverable addresses. Each order has an index that ends with the id, so pages
 * never overlap.
 */
export async function selectUndeliverable(
  db: Database,
  { page, limit, order, filters }: UndeliverableQuery,
): Promise<Total & { rows: UndeliverableRow[] }> {
  const where = and(
    filters.email === ''
      ? undefined
      : sql`${folded(table.email)} like ${containing(filters.email)}`,
    filters.reason === '' ? undefined : eq(table.reason, filters.reason),
  );
  const rows = await db
    .select()
    .from(table)
    .where(where)
    .orderBy(...undeliverableOrder(order))
    .limit(limit)
    .offset((page - 1) * limit);
  return { rows, ...(await countUpTo(db, table, where, page * limit)) };
}

function undeliverableOrder({ field, descending }: UndeliverableQuery['order']): SQL[] {
  const { id, email, reason, firstAt, lastAt, count } = table;
  const columns = {
    email: [email],
    reason: [reason, lastAt, id],
    since: [firstAt, id],
    last: [lastAt, id],
    count: [count, id],
  }[field];
  return columns.map((column) => (descending ? desc(column) : asc(column)));
}

export interface UndeliverableEntry {
  /** Lowercased. */
  email: string;
  reason: UndeliverableReason;
  detail: string;
  at: Date;
}

/**
 * Records again that an address can't receive e-mail. The latest reason wins, but a complaint
 * outlasts a bounce: it is the wish of the address's owner.
 */
export async function upsertUndeliverable(
  tx: Database,
  { email, reason, detail, at }: UndeliverableEntry,
): Promise<void> {
  const keeps = sql`(${table.reason} = 'complained' and excluded.reason <> 'complained'
    or excluded.last_at < ${table.lastAt})`;
  await tx
    .insert(table)
    .values({ email, reason, detail, firstAt: at, lastAt: at })
    .onConflictDoUpdate({
      target: table.email,
      set: {
        reason: sql`case when ${keeps} then ${table.reason} else excluded.reason end`,
        detail: sql`case when ${keeps} then ${table.detail} else excluded.detail end`,
        firstAt: sql`least(${table.firstAt}, excluded.first_at)`,
        lastAt: sql`greatest(${table.lastAt}, excluded.last_at)`,
        count: sql`${table.count} + 1`,
      },
    });
}

/** Removes an address and returns its row; undefined when it isn't listed. */
export async function deleteUndeliverable(
  tx: Database,
  email: string,
): Promise<UndeliverableRow | undefined> {
  const [row] = await tx.delete(table).where(eq(table.email, email.toLowerCase())).returning();
  return row;
}

export async function findUndeliverable(
  db: Database,
  email: string,
): Promise<UndeliverableRow | undefined> {
  const [row] = await db.select().from(table).where(eq(table.email, email.toLowerCase()));
  return row;
}

/** Those of `emails` that can't receive e-mail, lowercased. */
export async function selectUndeliverableAmong(
  db: Database,
  emails: readonly string[],
): Promise<Set<string>> {
  if (emails.length === 0) return new Set();
  const addresses = emails.map((email) => email.toLowerCase());
  const rows = await db
    .select({ email: table.email })
    .from(table)
    .where(inArray(table.email, addresses));
  return new Set(rows.map(({ email }) => email));
}

/** Stores the provider's event ids, and returns the new ones. */
export async function insertMailEvents(
  tx: Database,
  ids: readonly string[],
  receivedAt: Date,
): Promise<Set<string>> {
  // In a fixed order, so that parallel calls with the same events can't deadlock.
  const values = [...new Set(ids)].toSorted().map((id) => ({ id, receivedAt }));
  const rows = await tx
    .insert(mailEvents)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: mailEvents.id });
  return new Set(rows.map(({ id }) => id));
}

export async function deleteMailEvents(db: Database, before: Date): Promise<void> {
  await db.delete(mailEvents).where(sql`${mailEvents.receivedAt} < ${before.toISOString()}`);
}

/** The most messages marked as bounced at once: an address gets few in that time. */
const mostBounced = 20;

/** Messages sent to an address in a period, for all contractors, newest first. */
export const selectSentTo = (
  db: Database,
  { email, since, until }: { email: string; since: Date; until: Date },
) =>
  db
    .select({
      contractorId: messages.contractorId,
      channel: messages.channel,
      key: messages.key,
      aboutKind: messages.aboutKind,
      aboutId: messages.aboutId,
      aboutPart: messages.aboutPart,
    })
    .from(messages)
    .where(
      and(
        acrossContractors('An address gets messages of any contractor.'),
        sql`channel = 'email' and lower(recipient) = ${email}`,
        eq(messages.status, 'sent'),
        sql`${messages.settledAt} between ${since.toISOString()} and ${until.toISOString()}`,
      ),
    )
    .orderBy(desc(messages.id))
    .limit(mostBounced);
