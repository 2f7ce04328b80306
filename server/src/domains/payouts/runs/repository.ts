import { and, asc, count, desc, eq, gte, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/connect.ts';
import { contractors } from '../../contractors/tables.ts';
import { payoutMethods, payoutRuns, payouts } from '../tables.ts';

/** All of a run but its file. */
const facts = {
  id: payoutRuns.id,
  month: payoutRuns.month,
  startedBy: payoutRuns.startedBy,
  startedAt: payoutRuns.startedAt,
  effectiveOn: payoutRuns.effectiveOn,
  count: payoutRuns.count,
  totalCents: payoutRuns.totalCents,
  downloadedBy: payoutRuns.downloadedBy,
  downloadedAt: payoutRuns.downloadedAt,
  confirmedBy: payoutRuns.confirmedBy,
  confirmedAt: payoutRuns.confirmedAt,
  payees: sql<number>`(select count(distinct p.contractor_id)::int from payouts p where p.run_id = payout_runs.id)`,
  returned: sql<number>`(select count(*)::int from payouts p where p.run_id = payout_runs.id and p.returned_at is not null)`,
};

export async function findRun(db: Database, id: number) {
  const [row] = await db.select(facts).from(payoutRuns).where(eq(payoutRuns.id, id));
  return row;
}
export type RunRow = NonNullable<Awaited<ReturnType<typeof findRun>>>;

/** A run, locked until the transaction ends. */
export async function lockRun(
  tx: Database,
  id: number,
): Promise<{ confirmedAt: Date | null } | undefined> {
  const [row] = await tx
    .select({ confirmedAt: payoutRuns.confirmedAt })
    .from(payoutRuns)
    .where(eq(payoutRuns.id, id))
    .for('update');
  return row;
}

/** A run's sealed file. */
export async function readFile(db: Database, id: number): Promise<string | undefined> {
  const [row] = await db
    .select({ fileSealed: payoutRuns.fileSealed })
    .from(payoutRuns)
    .where(eq(payoutRuns.id, id));
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
    .orderBy(direction(payoutRuns.startedAt), direction(payoutRuns.id))
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

/** What is due, with where it is paid, in the order of ids. */
export const selectDue = (tx: Database) =>
  tx
    .select({
      payout: payouts,
      method: payoutMethods,
      isSsn: contractors.w9IsSsn,
      companyName: contractors.companyName,
    })
    .from(payouts)
    .innerJoin(payoutMethods, eq(payoutMethods.contractorId, payouts.contractorId))
    .innerJoin(contractors, eq(contractors.id, payouts.contractorId))
    .where(eq(payouts.state, 'due'))
    .orderBy(asc(payouts.id));
export type DueRow = Awaited<ReturnType<typeof selectDue>>[number];

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

/** How many runs were made since. */
export async function countRunsSince(tx: Database, day: string, timeZone: string): Promise<number> {
  const [row] = await tx
    .select({ runs: count() })
    .from(payoutRuns)
    .where(sql`${payoutRuns.startedAt} >= (${day}::timestamp at time zone ${timeZone})`);
  return row?.runs ?? 0;
}

/** Stores a run and gives its id; its file is put in when its text is known. */
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
  // One parameter for all of them: a run may pay more than a statement has parameters.
  const ids = sql`${payouts.id} = any(${sql.param(sent.ids)}::int[])`;
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
