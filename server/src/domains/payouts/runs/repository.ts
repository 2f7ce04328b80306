import { and, asc, count, desc, eq, gte, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/connect.ts';
import { contractors } from '../../contractors/tables.ts';
import { payoutMethods, payoutRuns, payouts, type Leaver } from '../tables.ts';

/** How many payouts that left a run are told by name with it. */
const mostTold = 100;

/** All of a run but its file. */
const facts = {
  id: payoutRuns.id,
  month: payoutRuns.month,
  preparedBy: payoutRuns.preparedBy,
  preparedAt: payoutRuns.preparedAt,
  releasedBy: payoutRuns.releasedBy,
  releasedAt: payoutRuns.releasedAt,
  canceledBy: payoutRuns.canceledBy,
  canceledAt: payoutRuns.canceledAt,
  effectiveOn: payoutRuns.effectiveOn,
  count: payoutRuns.count,
  totalCents: payoutRuns.totalCents,
  downloadedBy: payoutRuns.downloadedBy,
  downloadedAt: payoutRuns.downloadedAt,
  confirmedBy: payoutRuns.confirmedBy,
  confirmedAt: payoutRuns.confirmedAt,
  leftOut: sql<
    Leaver[]
  >`jsonb_path_query_array(${payoutRuns.leftOut}, ${sql.raw(`'$[0 to ${mostTold - 1}]'`)})`,
  leftOutCount: sql<number>`jsonb_array_length(${payoutRuns.leftOut})`,
  payees: sql<number>`(select count(distinct p.contractor_id)::int from payouts p where p.run_id = payout_runs.id)`,
  returned: sql<number>`(select count(*)::int from payouts p where p.run_id = payout_runs.id and p.returned_at is not null)`,
};

export async function findRun(db: Database, id: number) {
  const [row] = await db.select(facts).from(payoutRuns).where(eq(payoutRuns.id, id));
  return row;
}
export type RunRow = NonNullable<Awaited<ReturnType<typeof findRun>>>;

/** How far a run has come, locked until the transaction ends. */
export async function lockRun(tx: Database, id: number) {
  const { preparedBy, releasedBy, releasedAt, canceledBy, canceledAt, confirmedAt } = payoutRuns;
  const [row] = await tx
    .select({
      preparedBy,
      releasedBy,
      releasedAt,
      canceledBy,
      canceledAt,
      confirmedAt,
      count: payoutRuns.count,
      totalCents: payoutRuns.totalCents,
    })
    .from(payoutRuns)
    .where(eq(payoutRuns.id, id))
    .for('update');
  return row;
}
export type LockedRun = NonNullable<Awaited<ReturnType<typeof lockRun>>>;

/** How many runs wait for a release; those that an account has not prepared, when one is named. */
export async function countWaiting(db: Database, butOf: number | null): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(payoutRuns)
    .where(
      and(
        isNull(payoutRuns.releasedAt),
        isNull(payoutRuns.canceledAt),
        butOf === null ? undefined : sql`${payoutRuns.preparedBy} is distinct from ${butOf}`,
      ),
    );
  return row?.total ?? 0;
}

/** A run's sealed file; undefined when there is no such run, or no file of it. */
export async function readFile(db: Database, id: number): Promise<string | undefined> {
  const [row] = await db
    .select({ fileSealed: payoutRuns.fileSealed })
    .from(payoutRuns)
    .where(and(eq(payoutRuns.id, id), ne(payoutRuns.fileSealed, '')));
  return row?.fileSealed;
}

/** One page of the runs and how many there are. */
export async function selectRuns(
  db: Database,
  view: { page: number; limit: number; descending: boolean },
) {
  const direction = view.descending ? desc : asc;
  const rows = await db
    .select(facts)
    .from(payoutRuns)
    .orderBy(direction(payoutRuns.preparedAt), direction(payoutRuns.id))
    .limit(view.limit)
    .offset((view.page - 1) * view.limit);
  const [all] = await db.select({ total: count() }).from(payoutRuns);
  return { rows, total: all?.total ?? 0 };
}

/**
 * Lets one run at a time be made, and nobody else decide on payouts meanwhile, until the
 * transaction ends.
 */
export async function takeRunLock(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('payout run', 0))`);
}

const payee = {
  payout: payouts,
  method: payoutMethods,
  isSsn: contractors.w9IsSsn,
  companyName: contractors.companyName,
};

/** What is due and in no run, with where it is paid, in the order of ids. */
export const selectDue = (tx: Database) =>
  tx
    .select(payee)
    .from(payouts)
    .innerJoin(payoutMethods, eq(payoutMethods.contractorId, payouts.contractorId))
    .innerJoin(contractors, eq(contractors.id, payouts.contractorId))
    .where(and(eq(payouts.state, 'due'), isNull(payouts.runId)))
    .orderBy(asc(payouts.id));
export type DueRow = Awaited<ReturnType<typeof selectDue>>[number];

/** What a run holds, whatever became of it, with where it is paid, in the order of ids. */
export const selectPrepared = (tx: Database, runId: number) =>
  tx
    .select(payee)
    .from(payouts)
    .leftJoin(payoutMethods, eq(payoutMethods.contractorId, payouts.contractorId))
    .innerJoin(contractors, eq(contractors.id, payouts.contractorId))
    .where(eq(payouts.runId, runId))
    .orderBy(asc(payouts.id));
export type PreparedRow = Awaited<ReturnType<typeof selectPrepared>>[number];

// One parameter for all of them: a run may pay more than a statement has parameters.
const amongIds = (ids: readonly number[]) => sql`${payouts.id} = any(${sql.param(ids)}::int[])`;

/** Lets a run hold payouts, at the amounts and for the bank details that they have now. */
export async function holdForRun(tx: Database, runId: number, ids: number[]): Promise<void> {
  await tx
    .update(payouts)
    .set({
      runId,
      preparedCents: sql`${payouts.amountCents}`,
      preparedDetails: sql`(select m.version from payout_methods m where m.contractor_id = payouts.contractor_id)`,
    })
    .where(amongIds(ids));
}

/** Lets a run hold some payouts no longer, or all of its payouts. */
export async function letGo(tx: Database, runId: number, ids?: number[]): Promise<void> {
  await tx
    .update(payouts)
    .set({ runId: null, preparedCents: null, preparedDetails: null })
    .where(and(eq(payouts.runId, runId), ids && amongIds(ids)));
}

/**
 * Payouts that were not sent and have another amount or state since a moment, at most so many as a
 * message can name.
 */
export const selectChanged = (db: Database, since: Date) =>
  db
    .select({
      companyName: contractors.companyName,
      state: payouts.state,
      amountCents: payouts.amountCents,
    })
    .from(payouts)
    .innerJoin(contractors, eq(contractors.id, payouts.contractorId))
    .where(and(gte(payouts.changedAt, since), inArray(payouts.state, ['due', 'held', 'canceled'])))
    .orderBy(asc(payouts.changedAt), asc(payouts.id))
    .limit(10);
export type ChangedRow = Awaited<ReturnType<typeof selectChanged>>[number];

/** How many runs were released since. */
export async function countReleasedSince(
  tx: Database,
  day: string,
  timeZone: string,
): Promise<number> {
  const [row] = await tx
    .select({ runs: count() })
    .from(payoutRuns)
    .where(sql`${payoutRuns.releasedAt} >= (${day}::timestamp at time zone ${timeZone})`);
  return row?.runs ?? 0;
}

/** Stores a run and gives its id; its file is put in when it is released. */
export async function insertRun(
  tx: Database,
  values: Omit<typeof payoutRuns.$inferInsert, 'fileSealed'>,
): Promise<number> {
  const [row] = await tx
    .insert(payoutRuns)
    .values({ ...values, fileSealed: '' })
    .returning({ id: payoutRuns.id });
  if (row === undefined) throw new Error('The run was not stored');
  return row.id;
}

export async function updateRun(
  tx: Database,
  id: number,
  change: Partial<typeof payoutRuns.$inferInsert>,
): Promise<void> {
  await tx.update(payoutRuns).set(change).where(eq(payoutRuns.id, id));
}

/**
 * Marks payouts as sent with a run; the trace number is the bank and seven digits of the id of the
 * contractor's first payout.
 */
export async function markSent(
  tx: Database,
  sent: { ids: number[]; runId: number; at: Date; bank: string },
): Promise<void> {
  const ids = amongIds(sent.ids);
  await tx.execute(sql`
    update payouts set state = 'sent', reason = '', run_id = ${sent.runId}, sent_at = ${sent.at.toISOString()}::timestamptz,
      trace_number = ${sent.bank}::text || lpad(entry.first::text, 7, '0'),
      account_last4 = (select m.account_last4 from payout_methods m where m.contractor_id = payouts.contractor_id)
    from (select contractor_id, min(id) as first from payouts where ${ids} group by contractor_id) entry
    where entry.contractor_id = payouts.contractor_id and ${ids}`);
}

/** Marks what was sent with a run as paid, and gives it. */
export const markPaid = (tx: Database, runId: number, at: Date) =>
  tx
    .update(payouts)
    .set({ state: 'paid', paidAt: at })
    .where(and(eq(payouts.runId, runId), eq(payouts.state, 'sent')))
    .returning();

/** Rows by the contractor that they belong to. */
export function byContractor<Row>(
  rows: readonly Row[],
  contractorOf: (row: Row) => number,
): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows)
    groups.set(contractorOf(row), [...(groups.get(contractorOf(row)) ?? []), row]);
  return groups;
}
