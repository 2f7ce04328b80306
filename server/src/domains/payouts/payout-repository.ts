import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  sql,
  sum,
  type SQL,
} from 'drizzle-orm';
import type { HoldReason, PayoutOrder, PayoutState } from '@lintel/contract/payouts/constants';
import { acrossContractors } from '../../platform/db/across-contractors.ts';
import type { Database } from '../../platform/db/connect.ts';
import { containing } from '../../platform/db/folded.ts';
import { type RowKey } from '../../platform/db/queries.ts';
import { contractors } from '../contractors/tables.ts';
import { payouts } from './tables.ts';

export type PayoutRow = typeof payouts.$inferSelect;

const isPayout = ({ contractorId, id }: RowKey): SQL | undefined =>
  and(eq(payouts.contractorId, contractorId), eq(payouts.id, id));
const unsent = inArray(payouts.state, ['held', 'due']);

/**
 * Whether a contractor has a payout for a month that was neither returned nor canceled by
 * reversals.
 */
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

/** A contractor's unsent payouts, earliest first, locked until the transaction ends. */
export const lockUnsent = (tx: Database, contractorId: number): Promise<PayoutRow[]> =>
  tx
    .select()
    .from(payouts)
    .where(and(eq(payouts.contractorId, contractorId), unsent))
    .orderBy(asc(payouts.month), asc(payouts.id))
    .for('update');

/** Holds a payout for these reasons; without any, it is due. */
export async function setHolds(
  tx: Database,
  payout: RowKey,
  reasons: readonly HoldReason[],
  at: Date,
): Promise<void> {
  const state = reasons.length > 0 ? 'held' : 'due';
  await tx
    .update(payouts)
    .set({ state, reason: reasons.join(','), changedAt: at })
    .where(isPayout(payout));
}

/** Records when a contractor's unsent payouts were examined. */
export async function setExamined(tx: Database, contractorId: number, at: Date): Promise<void> {
  await tx
    .update(payouts)
    .set({ examinedAt: at })
    .where(and(eq(payouts.contractorId, contractorId), unsent));
}

/** The conditions for an outdated examination. */
export interface Staleness {
  now: Date;
  /** When the rules were last changed. */
  rulesChangedAt: Date;
  /** The day in `timeZone` from which the latest rules apply. */
  rulesFrom: string;
  timeZone: string;
  /** Only this contractor; by default all. */
  contractorId?: number | undefined;
}

/** Contractors whose hold reasons may be outdated: a hold has ended, or other rules apply. */
export async function selectStale(
  db: Database,
  { now, rulesChangedAt, rulesFrom, timeZone, contractorId }: Staleness,
): Promise<number[]> {
  const whose =
    contractorId === undefined
      ? acrossContractors('Payouts of every contractor are examined by the clock.')
      : sql`contractor_id = ${contractorId}`;
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct contractor_id id from payouts
    where state in ('held', 'due') and ${whose}
      and (examined_at is null or examined_at <= ${rulesChangedAt.toISOString()}::timestamptz
        or examined_at < (${rulesFrom}::timestamp at time zone ${timeZone})
        or (reason like '%bank-details-changed%' and contractor_id in (
          select m.contractor_id from payout_methods m where m.held_until <= ${now.toISOString()}::timestamptz)))
    order by 1`);
  return rows.map(({ id }) => id);
}

/**
 * Locks decisions on a contractor's payouts until the transaction ends, and waits while a run is
 * being made.
 */
export async function lockPayouts(tx: Database, contractorId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended('payout run', 0))`);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('payouts'), ${contractorId}::int)`);
}

/** The payouts in the same entry of a run's bank file, locked until the transaction ends. */
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
  payout: RowKey,
  change: Partial<typeof payouts.$inferInsert>,
): Promise<PayoutRow> {
  const [row] = await tx.update(payouts).set(change).where(isPayout(payout)).returning();
  if (row === undefined) throw new Error(`No payout ${payout.id}`);
  return row;
}

export async function findPayout(db: Database, payout: RowKey): Promise<PayoutRow | undefined> {
  const [row] = await db.select().from(payouts).where(isPayout(payout));
  return row;
}

const forStaff = acrossContractors('Staff pay every contractor.');

/**
 * The contractor of a payout; null when not found. Staff identify payouts by their numbers alone.
 */
export async function findPayoutContractor(db: Database, id: number): Promise<number | null> {
  const [row] = await db
    .select({ contractorId: payouts.contractorId })
    .from(payouts)
    .where(and(eq(payouts.id, id), forStaff));
  return row?.contractorId ?? null;
}

/** Pages through contractors with payouts in one of `states`, by id. */
export async function contractorsWith(
  db: Database,
  states: PayoutState[],
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectDistinct({ contractorId: payouts.contractorId })
    .from(payouts)
    .where(and(inArray(payouts.state, states), gt(payouts.contractorId, after), forStaff))
    .orderBy(asc(payouts.contractorId))
    .limit(limit);
  return rows.map(({ contractorId }) => contractorId);
}

/** A page of a contractor's payouts, and their number. */
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

const orderColumns = { month: payouts.month, amount: payouts.amountCents } as const;
// Must match the expression of the contractors' trigram index exactly, or the planner won't use it.
const searchable = sql`fold_search(company_name || ' ' || first_name || ' ' || last_name || ' ' || email || ' ' || phone)`;

/**
 * Due and in no run. The payouts of a prepared run are also due, but no other run can take them.
 */
export const isToPrepare = and(eq(payouts.state, 'due'), isNull(payouts.runId));

const isIn = (state: PayoutState | ''): SQL | undefined =>
  state === '' ? undefined : eq(payouts.state, state);

function matching({
  state,
  runId,
  searchText,
}: Pick<ManagedQuery, 'state' | 'runId' | 'searchText'>): SQL | undefined {
  return and(
    forStaff,
    state === 'due' && runId === undefined ? isToPrepare : isIn(state),
    runId === undefined ? undefined : eq(payouts.runId, runId),
    searchText === ''
      ? undefined
      : sql`${payouts.contractorId} in (select id from contractors where ${searchable} like ${containing(searchText)})`,
  );
}

/** A page of all payouts, with count and sum in cents of all matches. */
export async function selectManaged(db: Database, query: ManagedQuery) {
  const where = matching(query);
  const direction = query.order.descending ? desc : asc;
  const rows = await db
    .select()
    .from(payouts)
    .where(where)
    .orderBy(direction(orderColumns[query.order.field]), direction(payouts.id))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit);
  const [all] = await db
    .select({ total: count(), cents: sum(payouts.amountCents).mapWith(Number) })
    .from(payouts)
    .where(where);
  return { rows: await managed(db, rows), total: all?.total ?? 0, totalCents: all?.cents ?? 0 };
}

/** A payout with its payee. */
export async function findManaged(db: Database, id: number): Promise<ManagedRow | undefined> {
  const [row] = await managed(
    db,
    await db
      .select()
      .from(payouts)
      .where(and(eq(payouts.id, id), forStaff)),
  );
  return row;
}

/** A payout as staff see it. */
export interface ManagedRow {
  payout: PayoutRow;
  payee: { companyName: string; firstName: string; lastName: string };
  /** The count and sum in cents of the payouts in its bank file entry. */
  entryCount: number;
  entryCents: number;
}

/** Payouts with their payees. */
async function managed(db: Database, rows: readonly PayoutRow[]): Promise<ManagedRow[]> {
  if (rows.length === 0) return [];
  const whose = [...new Set(rows.map(({ contractorId }) => contractorId))];
  const payees = await db
    .select({
      id: contractors.id,
      companyName: contractors.companyName,
      firstName: contractors.firstName,
      lastName: contractors.lastName,
    })
    .from(contractors)
    .where(inArray(contractors.id, whose));
  const entries = await db
    .select({
      contractorId: payouts.contractorId,
      runId: payouts.runId,
      traceNumber: payouts.traceNumber,
      count: count(),
      cents: sum(payouts.amountCents).mapWith(Number),
    })
    .from(payouts)
    .where(and(inArray(payouts.contractorId, whose), isNotNull(payouts.traceNumber)))
    .groupBy(payouts.contractorId, payouts.runId, payouts.traceNumber);
  const entryOf = (of: Pick<PayoutRow, 'contractorId' | 'runId' | 'traceNumber'>): string =>
    JSON.stringify([of.contractorId, of.runId, of.traceNumber]);
  const payeeOf = new Map(payees.map((payee) => [payee.id, payee]));
  const paidWith = new Map(entries.map((entry) => [entryOf(entry), entry]));
  return rows.flatMap((payout) => {
    const payee = payeeOf.get(payout.contractorId);
    const entry = paidWith.get(entryOf(payout));
    return payee === undefined
      ? []
      : [{ payout, payee, entryCount: entry?.count ?? 0, entryCents: entry?.cents ?? 0 }];
  });
}
