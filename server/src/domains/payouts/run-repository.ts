import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { contractors } from '../contractors/tables.ts';
import { payoutMethods, payoutRuns, payouts } from './tables.ts';

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
  returned: sql<number>`(select count(*)::int from payouts p where p.run_id = payout_runs.id and p.returned_at is not null)`,
};

export async function findRun(db: Database, id: number) {
  const [row] = await db.select(facts).from(payoutRuns).where(eq(payoutRuns.id, id));
  return row;
}
export type RunRow = NonNullable<Awaited<ReturnType<typeof findRun>>>;

/** A run, locked until the transaction ends. */
export async function lockRun(tx: Database, id: number): Promise<{ confirmedAt: Date | null } | undefined> {
  const [row] = await tx
    .select({ confirmedAt: payoutRuns.confirmedAt })
    .from(payoutRuns)
    .where(eq(payoutRuns.id, id))
    .for('update');
  return row;
}

/** A run's sealed file. */
export async function readFile(db: Database, id: number): Promise<string | undefined> {
  const [row] = await db.select({ fileSealed: payoutRuns.fileSealed }).from(payoutRuns).where(eq(payoutRuns.id, id));
  return row?.fileSealed;
}

/** One page of the runs and how many there are. */
export async function selectRuns(db: Database, view: { page: number; limit: number; descending: boolean }) {
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

/** Lets one run at a time be made, until the transaction ends. */
export async function takeRunLock(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('payout run', 0))`);
}

/** What is due, with where it is paid, in the order of ids. */
export const selectDue = (tx: Database) =>
  tx
    .select({ payout: payouts, method: payoutMethods, isSsn: contractors.w9IsSsn })
    .from(payouts)
    .innerJoin(payoutMethods, eq(payoutMethods.contractorId, payouts.contractorId))
    .innerJoin(contractors, eq(contractors.id, payouts.contractorId))
    .where(eq(payouts.state, 'due'))
    .orderBy(asc(payouts.id));
export type DueRow = Awaited<ReturnType<typeof selectDue>>[number];

/** How many runs were made since. */
export async function countRunsSince(tx: Database, day: string, timeZone: string): Promise<number> {
  const [row] = await tx
    .select({ runs: count() })
    .from(payoutRuns)
    .where(sql`${payoutRuns.startedAt} >= (${day}::timestamp at time zone ${timeZone})`);
  return row?.runs ?? 0;
}

/** Stores a run and gives its id; its file is put in when its text is known. */
export async function insertRun(tx: Database, values: Omit<typeof payoutRuns.$inferInsert, 'fileSealed'>): Promise<number> {
  const [row] = await tx
    .insert(payoutRuns)
    .values({ ...values, fileSealed: '' })
    .returning({ id: payoutRuns.id });
  if (row === undefined) throw new Error('The run was not stored');
  return row.id;
}

export async function updateRun(tx: Database, id: number, change: Partial<typeof payoutRuns.$inferInsert>): Promise<void> {
  await tx.update(payoutRuns).set(change).where(eq(payoutRuns.id, id));
}

/** Marks payouts as sent with a run; the trace number is the bank and seven digits of the payout's id. */
export async function markSent(tx: Database, sent: { ids: number[]; runId: number; at: Date; bank: string }): Promise<void> {
  await tx
    .update(payouts)
    .set({
      state: 'sent',
      reason: '',
      runId: sent.runId,
      sentAt: sent.at,
      traceNumber: sql`${sent.bank}::text || lpad(${payouts.id}::text, 7, '0')`,
      accountLast4: sql`(select m.account_last4 from payout_methods m where m.contractor_id = ${payouts.contractorId})`,
    })
    .where(inArray(payouts.id, sent.ids));
}

/** Marks what was sent with a run as paid, and gives it. */
export const markPaid = (tx: Database, runId: number, at: Date) =>
  tx
    .update(payouts)
    .set({ state: 'paid', paidAt: at })
    .where(and(eq(payouts.runId, runId), eq(payouts.state, 'sent')))
    .returning();
