import { and, desc, eq, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { hasRow } from '../../platform/db/queries.ts';
import { customerApplications, customerEvents, customers } from './tables.ts';

export type CustomerRow = typeof customers.$inferSelect;
type NewCustomer = typeof customers.$inferInsert;

/** Identifies one of a contractor's customers. */
export interface CustomerKey {
  contractorId: number;
  id: number;
}
const isOne = ({ contractorId, id }: CustomerKey) =>
  and(eq(customers.contractorId, contractorId), eq(customers.id, id));

export const ownsCustomer = (db: Database, contractorId: number, id: number): Promise<boolean> =>
  hasRow(db, customers, and(isOne({ contractorId, id }), isNull(customers.anonymisedAt)));

export async function findCustomer(
  db: Database,
  key: CustomerKey,
): Promise<CustomerRow | undefined> {
  const [row] = await db.select().from(customers).where(isOne(key));
  return row;
}

/** A customer, locked until the transaction ends. */
export async function lockCustomer(
  tx: Database,
  key: CustomerKey,
): Promise<CustomerRow | undefined> {
  const [row] = await tx.select().from(customers).where(isOne(key)).for('update');
  return row;
}

/** What identifies a returning customer: ten digits, an e-mail address, or neither. */
export interface Contact {
  phone: string;
  email: string;
}

/** Active customers with this phone or e-mail, newest first. */
export async function selectAlike(
  db: Database,
  contractorId: number,
  { phone, email }: Contact,
  limit: number,
): Promise<CustomerRow[]> {
  const same = [
    ...(phone === '' ? [] : [eq(customers.phone, phone)]),
    ...(email === '' ? [] : [sql`lower(${customers.email}) = ${email.toLowerCase()}`]),
  ];
  if (same.length === 0) return [];
  return db
    .select()
    .from(customers)
    .where(
      and(
        eq(customers.contractorId, contractorId),
        or(...same),
        isNull(customers.mergedInto),
        isNull(customers.anonymisedAt),
      ),
    )
    .orderBy(desc(customers.id))
    .limit(limit);
}

/**
 * Blocks other additions of a customer with this phone or e-mail, and imports of this contractor,
 * until the transaction ends.
 */
export async function lockContact(
  tx: Database,
  contractorId: number,
  { phone, email }: Contact,
): Promise<void> {
  const all = `customers of ${contractorId}`;
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended(${all}, 0))`);
  // In a fixed order to avoid deadlocks.
  const names = [phone, email.toLowerCase()].filter((one) => one !== '').toSorted();
  for (const name of names)
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`customer ${contractorId} ${name}`}, 0))`,
    );
}

/** Derives the search column from the tags. */
const withWords = <Values extends { tags?: string[] | undefined }>(values: Values) => ({
  ...values,
  ...(values.tags && { tagWords: values.tags.join(' ') }),
});

export async function insertCustomer(
  tx: Database,
  customer: Omit<NewCustomer, 'id' | 'tagWords'>,
): Promise<CustomerRow> {
  const [row] = await tx.insert(customers).values(withWords(customer)).returning();
  if (row === undefined) throw new Error('The customer was not inserted');
  return row;
}

type Changes = Partial<Omit<NewCustomer, 'contractorId' | 'id' | 'tagWords' | 'version'>>;

/** Changes a customer and increases the version. */
export async function updateCustomer(
  tx: Database,
  key: CustomerKey,
  changes: Changes,
): Promise<CustomerRow> {
  const [row] = await tx
    .update(customers)
    .set({ ...withWords(changes), version: sql`${customers.version} + 1` })
    .where(isOne(key))
    .returning();
  if (row === undefined) throw new Error('The customer was not changed');
  return row;
}

/** Moves the customer up in the list after activity. */
export async function moveUp(tx: Database, key: CustomerKey, at: Date): Promise<void> {
  await tx
    .update(customers)
    .set({ activeAt: sql`greatest(${customers.activeAt}, ${at.toISOString()}::timestamptz)` })
    .where(isOne(key));
}

export interface CustomerEvent {
  kind: string;
  actorId: number | null;
  /** No personal data: details remain after the person is removed. */
  details?: Record<string, unknown>;
}

export async function insertEvent(
  tx: Database,
  { contractorId, id }: CustomerKey,
  at: Date,
  event: CustomerEvent,
): Promise<void> {
  await tx.insert(customerEvents).values({ contractorId, customerId: id, at, ...event });
}

/** Assigns an application to the customer. False when it already has one. */
export async function insertApplication(
  tx: Database,
  { contractorId, id }: CustomerKey,
  applicationId: number,
  at: Date,
): Promise<boolean> {
  const rows = await tx
    .insert(customerApplications)
    .values({ contractorId, customerId: id, applicationId, at })
    .onConflictDoNothing()
    .returning({ applicationId: customerApplications.applicationId });
  return rows.length > 0;
}

export async function findByApplication(
  db: Database,
  contractorId: number,
  applicationId: number,
): Promise<CustomerRow | undefined> {
  const [row] = await db
    .select({ customer: customers })
    .from(customerApplications)
    .innerJoin(
      customers,
      and(
        eq(customers.contractorId, customerApplications.contractorId),
        eq(customers.id, customerApplications.customerId),
      ),
    )
    .where(
      and(
        eq(customerApplications.contractorId, contractorId),
        eq(customerApplications.applicationId, applicationId),
        eq(customers.contractorId, contractorId),
      ),
    );
  return row?.customer;
}

/** Ids of a customer's applications, newest first. */
export async function applicationIds(
  db: Database,
  { contractorId, id }: CustomerKey,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .select({ applicationId: customerApplications.applicationId })
    .from(customerApplications)
    .where(
      and(
        eq(customerApplications.contractorId, contractorId),
        eq(customerApplications.customerId, id),
      ),
    )
    .orderBy(desc(customerApplications.applicationId))
    .limit(limit);
  return rows.map(({ applicationId }) => applicationId);
}
