import { and, asc, count, desc, eq, gt, isNull, lte, sql, type SQL } from 'drizzle-orm';
import type { LinkChannel } from '@lintel/contract/links/constants';
import { acrossContractors } from '../../platform/db/across-contractors.ts';
import type { Database } from '../../platform/db/connect.ts';
import { hasRow } from '../../platform/db/queries.ts';
import { customers } from '../customers/tables.ts';
import { linkSends, sentLinks } from './tables.ts';

export type LinkRow = typeof sentLinks.$inferSelect;
export type NewLink = typeof sentLinks.$inferInsert;
export type SendRow = typeof linkSends.$inferSelect;

/** A link and its contractor. */
export type LinkKey = Pick<LinkRow, 'contractorId' | 'id'>;
const matchesLink = ({ contractorId, id }: LinkKey): SQL | undefined =>
  and(eq(sentLinks.contractorId, contractorId), eq(sentLinks.id, id));

export const ownsLink = (db: Database, contractorId: number, id: number): Promise<boolean> =>
  hasRow(db, sentLinks, matchesLink({ contractorId, id }));

export async function insertLink(db: Database, values: NewLink): Promise<LinkRow> {
  const [row] = await db.insert(sentLinks).values(values).returning();
  if (row === undefined) throw new Error('The link was not inserted');
  return row;
}

export async function findLink(db: Database, of: LinkKey): Promise<LinkRow | undefined> {
  const [row] = await db.select().from(sentLinks).where(matchesLink(of));
  return row;
}

/** A link, locked until the transaction ends. */
export async function lockLink(db: Database, of: LinkKey): Promise<LinkRow | undefined> {
  const [row] = await db.select().from(sentLinks).where(matchesLink(of)).for('update');
  return row;
}

export async function updateLink(
  db: Database,
  of: LinkKey,
  values: Partial<NewLink>,
): Promise<LinkRow | undefined> {
  const [row] = await db.update(sentLinks).set(values).where(matchesLink(of)).returning();
  return row;
}

export async function insertSend(
  db: Database,
  values: typeof linkSends.$inferInsert,
): Promise<void> {
  await db.insert(linkSends).values(values);
}

interface SendKey {
  contractorId: number;
  linkId: number;
  n: number;
}

/** Updates the status of one message and returns it; undefined when not found. */
export async function updateSend(
  db: Database,
  { contractorId, linkId, n }: SendKey,
  values: Pick<SendRow, 'state' | 'settledAt' | 'reason'>,
): Promise<SendRow | undefined> {
  const [row] = await db
    .update(linkSends)
    .set(values)
    .where(
      and(
        eq(linkSends.contractorId, contractorId),
        eq(linkSends.linkId, linkId),
        eq(linkSends.n, n),
      ),
    )
    .returning();
  return row;
}

/** The link that an application came from, locked until the transaction ends. */
export async function lockByApplication(
  db: Database,
  { contractorId, applicationId }: { contractorId: number; applicationId: number },
): Promise<LinkRow | undefined> {
  const [row] = await db
    .select()
    .from(sentLinks)
    .where(
      and(eq(sentLinks.contractorId, contractorId), eq(sentLinks.applicationId, applicationId)),
    )
    .orderBy(asc(sentLinks.id))
    .limit(1)
    .for('update');
  return row;
}

/**
 * A customer's newest link that no account sent, locked until the transaction ends: one created
 * when the customer continued to the form.
 */
export async function lockUnsent(
  db: Database,
  { contractorId, customerId }: CustomerKey,
): Promise<LinkRow | undefined> {
  const [row] = await db
    .select()
    .from(sentLinks)
    .where(and(matchesCustomer({ contractorId, customerId }), isNull(sentLinks.createdBy)))
    .orderBy(desc(sentLinks.id))
    .limit(1)
    .for('update');
  return row;
}

interface CustomerKey {
  contractorId: number;
  customerId: number;
}
const matchesCustomer = ({ contractorId, customerId }: CustomerKey): SQL | undefined =>
  and(eq(sentLinks.contractorId, contractorId), eq(sentLinks.customerId, customerId));

/** A page of a customer's links, newest first, and their total. */
export async function selectLinks(
  db: Database,
  of: CustomerKey,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: LinkRow[]; total: number }> {
  const rows = await db
    .select()
    .from(sentLinks)
    .where(matchesCustomer(of))
    .orderBy(desc(sentLinks.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const [all] = await db.select({ total: count() }).from(sentLinks).where(matchesCustomer(of));
  return { rows, total: all?.total ?? 0 };
}

/** The links that an application came from, newest first. */
export const selectByApplication = (
  db: Database,
  { contractorId, applicationId }: { contractorId: number; applicationId: number },
  limit: number,
): Promise<LinkRow[]> =>
  db
    .select()
    .from(sentLinks)
    .where(
      and(eq(sentLinks.contractorId, contractorId), eq(sentLinks.applicationId, applicationId)),
    )
    .orderBy(desc(sentLinks.id))
    .limit(limit);

export interface ChannelCount {
  channel: LinkChannel;
  /** All links, sent or not. */
  made: number;
  sent: number;
  delivered: number;
  opened: number;
  started: number;
  submitted: number;
}

const counted = (column: SQL): SQL<number> => sql<number>`count(${column})::int`;

/** Progress of a contractor's links over a number of days, by channel. */
export async function countByChannel(
  db: Database,
  contractorId: number,
  made: readonly SQL[],
): Promise<ChannelCount[]> {
  return db
    .select({
      channel: sentLinks.channel,
      made: sql<number>`count(*)::int`,
      sent: counted(sql`${sentLinks.sentAt}`),
      delivered: counted(sql`${sentLinks.deliveredAt}`),
      opened: counted(sql`${sentLinks.openedAt}`),
      started: counted(sql`${sentLinks.startedAt}`),
      submitted: counted(sql`${sentLinks.submittedAt}`),
    })
    .from(sentLinks)
    .where(and(eq(sentLinks.contractorId, contractorId), ...made))
    .groupBy(sentLinks.channel);
}

/** Moves links to the customer that theirs was merged into. */
export async function moveLinks(
  tx: Database,
  { contractorId, from, into }: { contractorId: number; from: number; into: number },
): Promise<void> {
  await tx
    .update(sentLinks)
    .set({ customerId: into })
    .where(matchesCustomer({ contractorId, customerId: from }));
}

/** A contractor's links after a given one, oldest first, for its export. */
export const selectAll = (
  db: Database,
  contractorId: number,
  { after, limit }: { after: number; limit: number },
): Promise<LinkRow[]> =>
  db
    .select()
    .from(sentLinks)
    .where(and(eq(sentLinks.contractorId, contractorId), gt(sentLinks.id, after)))
    .orderBy(asc(sentLinks.id))
    .limit(limit);

/**
 * Links sent to an address, or to a customer who has it, optionally up to a given time, by any
 * contractor.
 */
export async function selectByPerson(
  db: Database,
  email: string,
  until?: Date,
): Promise<LinkRow[]> {
  const living = and(
    acrossContractors('A person may be known to any contractor.'),
    isNull(sentLinks.anonymisedAt),
    until && lte(sentLinks.createdAt, until),
  );
  const own = await db
    .select()
    .from(sentLinks)
    .where(and(eq(sql`lower(${sentLinks.email})`, email), living));
  const known = await db
    .select({ link: sentLinks })
    .from(customers)
    .innerJoin(
      sentLinks,
      and(
        eq(sentLinks.contractorId, customers.contractorId),
        eq(sentLinks.customerId, customers.id),
      ),
    )
    .where(and(eq(sql`lower(${customers.email})`, email), living));
  const all = [...own, ...known.map(({ link }) => link)];
  return [...new Map(all.map((link) => [link.id, link])).values()].toSorted(
    (one, other) => one.id - other.id,
  );
}
