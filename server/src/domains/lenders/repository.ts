import { and, asc, count, desc, eq, isNotNull, isNull, max, sql, type SQL } from 'drizzle-orm';
import type { LenderOrder, LenderStatus } from '@lintel/contract/lenders/constants';
import type { Database } from '../../platform/db/connect.ts';
import { containing, folded } from '../../platform/db/folded.ts';
import { lenders } from './tables.ts';

export type LenderRow = typeof lenders.$inferSelect;
export type NewLender = typeof lenders.$inferInsert;

/** Archived before paused before failing. */
const withStatus: Record<LenderStatus, SQL | undefined> = {
  archived: isNotNull(lenders.archivedAt),
  paused: and(isNull(lenders.archivedAt), isNotNull(lenders.pausedAt)),
  failing: and(
    isNull(lenders.archivedAt),
    isNull(lenders.pausedAt),
    isNotNull(lenders.failingSince),
  ),
  active: and(isNull(lenders.archivedAt), isNull(lenders.pausedAt), isNull(lenders.failingSince)),
};

const orderColumns: Record<LenderOrder, SQL> = {
  position: sql`${lenders.position}`,
  name: sql`lower(${lenders.name})`,
  lastContact: sql`${lenders.health} ->> 'lastContactAt'`,
};

interface LenderQuery {
  page: number;
  limit: number;
  order: { field: LenderOrder; descending: boolean };
  search: string;
  /** Empty for all but archived ones. */
  status: LenderStatus | '';
}

/** A page of lenders, and their total number. */
export async function selectLenders(
  db: Database,
  { page, limit, order, search, status }: LenderQuery,
): Promise<{ rows: LenderRow[]; total: number }> {
  const where = and(
    status === '' ? isNull(lenders.archivedAt) : withStatus[status],
    search === '' ? undefined : sql`${folded(lenders.name)} like ${containing(search)}`,
  );
  const direction = order.descending ? desc : asc;
  const rows = await db
    .select()
    .from(lenders)
    .where(where)
    .orderBy(sql`${direction(orderColumns[order.field])} nulls last`, direction(lenders.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const [all] = await db.select({ total: count() }).from(lenders).where(where);
  return { rows, total: all?.total ?? 0 };
}

/** Every lender that isn't archived, in the order in which they get applications. */
export const selectCurrentLenders = (db: Database): Promise<LenderRow[]> =>
  db
    .select()
    .from(lenders)
    .where(isNull(lenders.archivedAt))
    .orderBy(asc(lenders.position), asc(lenders.id));

export async function findLender(db: Database, id: number): Promise<LenderRow | undefined> {
  const [row] = await db.select().from(lenders).where(eq(lenders.id, id));
  return row;
}

/** A lender, locked until the transaction ends. */
export async function lockLender(db: Database, id: number): Promise<LenderRow | undefined> {
  const [row] = await db.select().from(lenders).where(eq(lenders.id, id)).for('no key update');
  return row;
}

/** All lenders, locked in the order of their ids. */
export const lockLenders = (db: Database): Promise<LenderRow[]> =>
  db.select().from(lenders).orderBy(asc(lenders.id)).for('no key update');

/** Adds a lender after the last one; nothing when its id exists. */
export async function insertLender(
  db: Database,
  values: Omit<NewLender, 'position'>,
): Promise<LenderRow | undefined> {
  const [last] = await db.select({ position: max(lenders.position) }).from(lenders);
  const [row] = await db
    .insert(lenders)
    .values({ ...values, position: (last?.position ?? 0) + 1 })
    .onConflictDoNothing()
    .returning();
  return row;
}

export async function setLender(
  db: Database,
  id: number,
  values: Partial<NewLender>,
): Promise<LenderRow> {
  const [row] = await db.update(lenders).set(values).where(eq(lenders.id, id)).returning();
  if (row === undefined) throw new Error(`No lender ${id}`);
  return row;
}
