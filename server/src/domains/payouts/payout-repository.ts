import { and, asc, count, desc, eq, gt, inArray, isNull, sql, sum, type SQL } from 'drizzle-orm';
import type { HoldReason, PayoutOrder, PayoutState } from '@lintel/contract/payouts/constants';
import type { Database } from '../../platform/db/connect.ts';
import { containing } from '../../platform/db/queries.ts';
import { contractors } from '../contractors/tables.ts';
import { payouts } from './tables.ts';

export type PayoutRow = typeof payouts.$inferSelect;

const unsent = inArray(payouts.state, ['held', 'due']);

/** Whether a contractor has a payout for a month that neither came back nor was set off. */
export async function hasPayout(
  tx: Database,
  contractorId: number,
  month: string,
): Promise<boolean> {
  const [row] = await tx
    .select({ id: payouts.id })
    .from(payouts)
    .where(
      and(
        eq(payouts.contractorId, contractorId),
        eq(payouts.month, month),
        isNull(payouts.returnedAt),
        isNull(payouts.canceledAt),
      ),
    );
  return row !== undefined;
}

export async function insertPayout(
  tx: Database,
  values: typeof payouts.$inferInsert,
): Promise<number> {
  const [row] = await tx.insert(payouts).values(values).returning({ id: payouts.id });
  if (row === undefined) throw new Error('The payout was not stored');
  return row.id;
}

/**
 * A contractor's payouts that were not sent, the earliest first, locked until the transaction ends.
 */
export const lockUnsent = (tx: Database, contractorId: number): Promise<PayoutRow[]> =>
  tx
    .select()
    .from(payouts)
    .where(and(eq(payouts.contractorId, contractorId), unsent))
    .orderBy(asc(payouts.month), asc(payouts.id))
    .for('update');

/** Holds a payout for these reasons; without any it is due. */
export async function setHolds(
  tx: Database,
  id: number,
  reasons: readonly HoldReason[],
  at: Date,
): Promise<void> {
  const state = reasons.length > 0 ? 'held' : 'due';
  await tx
    .update(payouts)
    .set({ state, reason: reasons.join(','), changedAt: at })
    .where(eq(payouts.id, id));
}

/** Writes down when a contractor's payouts that were not sent were examined. */
export async function setExamined(tx: Database, contractorId: number, at: Date): Promise<void> {
  await tx
    .update(payouts)
    .set({ examinedAt: at })
    .where(and(eq(payouts.contractorId, contractorId), unsent));
}

/** When an examination is out of date. */
export interface Staleness {
  now: Date;
  /** The rules were changed then. */
  rulesChangedAt: Date;
  /** Other rules hold from this day of `timeZone` on. */
  rulesFrom: string;
  timeZone: string;
  /** Of one contractor; else of all. */
  contractorId?: number | undefined;
}

/**
 * Contractors whose payouts wait for something else by now: a hold has ended, or other rules hold.
 */
export async function selectStale(
  db: Database,
  { now, rulesChangedAt, rulesFrom, timeZone, contractorId }: Staleness,
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct p.contractor_id id from payouts p left join payout_methods m on m.contractor_id = p.contractor_id
    where p.state in ('held', 'due') and (${contractorId ?? null}::int is null or p.contractor_id = ${contractorId ?? null}::int)
      and (p.examined_at is null or p.examined_at <= ${rulesChangedAt.toISOString()}::timestamptz
        or p.examined_at < (${rulesFrom}::timestamp at time zone ${timeZone})
        or (p.reason like '%bank-details-changed%' and m.held_until <= ${now.toISOString()}::timestamptz))
    order by 1`);
  return rows.map(({ id }) => id);
}

/**
 * Locks the decisions on a contractor's payouts until the transaction ends, and waits while a run
 * is made.
 */
export async function lockPayouts(tx: Database, contractorId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended('payout run', 0))`);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('payouts'), ${contractorId}::int)`);
}

/**
 * The payouts that a run has paid with the same entry of the bank's file, locked until the
 * transaction ends.
 */
export const lockEntry = (
  tx: Database,
  { contractorId, runId, traceNumber }: PayoutRow,
): Promise<PayoutRow[]> =>
  tx
    .select()
    .from(payouts)
    .where(
      and(
        eq(payouts.contractorId, contractorId),
        eq(payouts.runId, runId ?? 0),
        eq(payouts.traceNumber, traceNumber ?? ''),
        inArray(payouts.state, ['sent', 'paid']),
      ),
    )
    .orderBy(asc(payouts.id))
    .for('update');

export async function updatePayout(
  tx: Database,
  id: number,
  change: Partial<typeof payouts.$inferInsert>,
): Promise<PayoutRow> {
  const [row] = await tx.update(payouts).set(change).where(eq(payouts.id, id)).returning();
  if (row === undefined) throw new Error(`No payout ${id}`);
  return row;
}

export async function findPayout(db: Database, id: number): Promise<PayoutRow | undefined> {
  const [row] = await db.select().from(payouts).where(eq(payouts.id, id));
  return row;
}

/** Contractors with payouts in one of `states`, by their id, after one of them. */
export async function contractorsWith(
  db: Database,
  states: PayoutState[],
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectDistinct({ contractorId: payouts.contractorId })
    .from(payouts)
    .where(and(inArray(payouts.state, states), gt(payouts.contractorId, after)))
    .orderBy(asc(payouts.contractorId))
    .limit(limit);
  return rows.map(({ contractorId }) => contractorId);
}

/** One page of a contractor's payouts and how many there are. */
export async function selectOwn(
  db: Database,
  contractorId: number,
  view: { page: number; limit: number; descending: boolean },
) {
  const where = eq(payouts.contractorId, contractorId);
  const direction = view.descending ? desc : asc;
  const rows = await db
    .select()
    .from(payouts)
    .where(where)
    .orderBy(direction(payouts.month), direction(payouts.id))
    .limit(view.limit)
    .offset((view.page - 1) * view.limit);
  const [all] = await db.select({ total: count() }).from(payouts).where(where);
  return { rows, total: all?.total ?? 0 };
}

export interface ManagedQuery {
  page: number;
  limit: number;
  order: { field: PayoutOrder; descending: boolean };
  state: PayoutState | '';
  runId?: number | undefined;
  searchText: string;
}

const payee = {
  companyName: contractors.companyName,
  firstName: contractors.firstName,
  lastName: contractors.lastName,
};
/** What else its entry of the bank's file pays: how many payouts, and how much in cents. */
const entry = {
  entryCount: sql<number>`(select count(*)::int from payouts e where e.run_id = payouts.run_id and e.trace_number = payouts.trace_number)`,
  entryCents:
    sql`(select sum(e.amount_cents) from payouts e where e.run_id = payouts.run_id and e.trace_number = payouts.trace_number)`.mapWith(
      Number,
    ),
};
const orderColumns = { month: payouts.month, amount: payouts.amountCents } as const;
// As in the trigram index of contractors: the planner uses it only for the very same expression.
const searchable = sql`lower(company_name || ' ' || first_name || ' ' || last_name || ' ' || email || ' ' || phone)`;

function matching({
  state,
  runId,
  searchText,
}: Pick<ManagedQuery, 'state' | 'runId' | 'searchText'>): SQL | undefined {
  return and(
    state === '' ? undefined : eq(payouts.state, state),
    // What a prepared run holds is due, too, but no other run can take it.
    state === 'due' && runId === undefined ? isNull(payouts.runId) : undefined,
    runId === undefined ? undefined : eq(payouts.runId, runId),
    searchText === '' ? undefined : sql`${searchable} like ${containing(searchText)}`,
  );
}

/** One page of everybody's payouts, how many match, and what they add up to in cents. */
export async function selectManaged(db: Database, query: ManagedQuery) {
  const where = matching(query);
  const direction = query.order.descending ? desc : asc;
  const rows = await db
    .select({ payout: payouts, payee, ...entry })
    .from(payouts)
    .innerJoin(contractors, eq(contractors.id, payouts.contractorId))
    .where(where)
    .orderBy(direction(orderColumns[query.order.field]), direction(payouts.id))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit);
  const [all] = await db
    .select({ total: count(), cents: sum(payouts.amountCents).mapWith(Number) })
    .from(payouts)
    .innerJoin(contractors, eq(contractors.id, payouts.contractorId))
    .where(where);
  return { rows, total: all?.total ?? 0, totalCents: all?.cents ?? 0 };
}
export type ManagedRow = Awaited<ReturnType<typeof selectManaged>>['rows'][number];

/** A payout with its payee. */
export async function findManaged(db: Database, id: number): Promise<ManagedRow | undefined> {
  const [row] = await db
    .select({ payout: payouts, payee, ...entry })
    .from(payouts)
    .innerJoin(contractors, eq(contractors.id, payouts.contractorId))
    .where(eq(payouts.id, id));
  return row;
}
