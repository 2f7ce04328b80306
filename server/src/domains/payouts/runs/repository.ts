import {
  and,
  asc,
  count,
  countDistinct,
  desc,
  eq,
  gte,
  inArray,
  isNull,
  ne,
  sql,
  type SQL,
} from 'drizzle-orm';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { keyPairs, type RowKey } from '../../../platform/db/queries.ts';
import { contractors } from '../../contractors/tables.ts';
import type { MethodRow } from '../method-repository.ts';
import type { PayoutRow } from '../payout-repository.ts';
import { payoutMethods, payoutRuns, payouts, type ExcludedPayout } from '../tables.ts';

/** How many payouts that left a run are listed by name. */
const mostTold = 100;

const paysEveryone = acrossContractors('A run pays every contractor.');

/** All columns of a run except its file. */
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
    ExcludedPayout[]
  >`jsonb_path_query_array(${payoutRuns.leftOut}, ${sql.raw(`'$[0 to ${mostTold - 1}]'`)})`,
  leftOutCount: sql<number>`jsonb_array_length(${payoutRuns.leftOut})`,
};

/** Runs with their numbers of paid and returned payouts. */
async function withCounts<Run extends { id: number }>(db: Database, runs: readonly Run[]) {
  if (runs.length === 0) return [];
  const rows = await db
    .select({
      runId: payouts.runId,
      payees: countDistinct(payouts.contractorId),
      returned: count(payouts.returnedAt),
    })
    .from(payouts)
    .where(
      and(
        inArray(
          payouts.runId,
          runs.map(({ id }) => id),
        ),
        paysEveryone,
      ),
    )
    .groupBy(payouts.runId);
  const counts = new Map(rows.map(({ runId, ...counted }) => [runId, counted]));
  return runs.map((run) => ({ ...run, ...(counts.get(run.id) ?? { payees: 0, returned: 0 }) }));
}

export async function findRun(db: Database, id: number) {
  const found = await db.select(facts).from(payoutRuns).where(eq(payoutRuns.id, id));
  const [row] = await withCounts(db, found);
  return row;
}
export type RunRow = NonNullable<Awaited<ReturnType<typeof findRun>>>;

/** A run's progress, locked until the transaction ends. */
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

/** Runs waiting for a release; with an account, only those that it didn't prepare. */
const waits = (butOf: number | null): SQL | undefined =>
  and(
    isNull(payoutRuns.releasedAt),
    isNull(payoutRuns.canceledAt),
    butOf === null ? undefined : sql`${payoutRuns.preparedBy} is distinct from ${butOf}`,
  );

export async function countWaiting(db: Database, butOf: number | null): Promise<number> {
  const [row] = await db.select({ total: count() }).from(payoutRuns).where(waits(butOf));
  return row?.total ?? 0;
}

/** A run's encrypted file; undefined for an unknown run, or one without a file. */
export async function readFile(db: Database, id: number): Promise<string | undefined> {
  const [row] = await db
    .select({ fileSealed: payoutRuns.fileSealed })
    .from(payoutRuns)
    .where(and(eq(payoutRuns.id, id), ne(payoutRuns.fileSealed, '')));
  return row?.fileSealed;
}

/** A page of runs, and their number. */
export async function selectRuns(
  db: Database,
  view: {
    page: number;
    limit: number;
    descending: boolean;
    /** Only runs waiting for a release and not prepared by this account; null for any account. */
    waitingBut?: number | null | undefined;
  },
) {
  const where = view.waitingBut === undefined ? undefined : waits(view.waitingBut);
  const direction = view.descending ? desc : asc;
  const rows = await db
    .select(facts)
    .from(payoutRuns)
    .where(where)
    .orderBy(direction(payoutRuns.preparedAt), direction(payoutRuns.id))
    .limit(view.limit)
    .offset((view.page - 1) * view.limit);
  const [all] = await db.select({ total: count() }).from(payoutRuns).where(where);
  return { rows: await withCounts(db, rows), total: all?.total ?? 0 };
}

/** Serializes runs and blocks other decisions on payouts until the transaction ends. */
export async function takeRunLock(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('payout run', 0))`);
}

/** A payout with its bank details; null when there are none. */
export interface PreparedRow {
  payout: PayoutRow;
  method: MethodRow | null;
  isSsn: boolean | null;
  companyName: string;
}
/** A payout that can be paid. */
export type DueRow = PreparedRow & { method: MethodRow };

/** Payouts with payees and bank details. */
async function withPayees(tx: Database, rows: readonly PayoutRow[]): Promise<PreparedRow[]> {
  if (rows.length === 0) return [];
  const whose = [...new Set(rows.map(({ contractorId }) => contractorId))];
  const payees = await tx
    .select({
      id: contractors.id,
      method: payoutMethods,
      isSsn: contractors.w9IsSsn,
      companyName: contractors.companyName,
    })
    .from(contractors)
    .leftJoin(payoutMethods, eq(payoutMethods.contractorId, contractors.id))
    .where(sql`${contractors.id} = any(${sql.param(whose)}::int[])`);
  const payeeOf = new Map(payees.map(({ id, ...payee }) => [id, payee]));
  return rows.flatMap((payout) => {
    const payee = payeeOf.get(payout.contractorId);
    return payee === undefined ? [] : [{ payout, ...payee }];
  });
}

/** Payouts that are due and in no run, with bank details, ordered by id. */
export async function selectDue(tx: Database): Promise<DueRow[]> {
  const rows = await tx
    .select()
    .from(payouts)
    .where(and(eq(payouts.state, 'due'), isNull(payouts.runId), paysEveryone))
    .orderBy(asc(payouts.id));
  return (await withPayees(tx, rows)).flatMap(({ method, ...row }) =>
    method === null ? [] : [{ ...row, method }],
  );
}

/** A run's payouts in any state, with bank details, ordered by id. */
export const selectPrepared = async (tx: Database, runId: number): Promise<PreparedRow[]> =>
  withPayees(
    tx,
    await tx
      .select()
      .from(payouts)
      .where(and(eq(payouts.runId, runId), paysEveryone))
      .orderBy(asc(payouts.id)),
  );

/** Assigns payouts to a run, with their current amounts and versions of bank details. */
export async function holdForRun(
  tx: Database,
  runId: number,
  due: readonly DueRow[],
): Promise<void> {
  const inputRows = due.map(({ payout: { id, contractorId }, method: { version } }) => ({
    id,
    contractorId,
    version,
  }));
  await tx.execute(sql`
    update payouts set run_id = ${runId}, prepared_cents = amount_cents, prepared_details = given.version
    from jsonb_to_recordset(${JSON.stringify(inputRows)}::jsonb) as given (id int, "contractorId" int, version int)
    where payouts.contractor_id = given."contractorId" and payouts.id = given.id`);
}

/** Removes some or all payouts from a run. */
export async function letGo(tx: Database, runId: number, rows?: readonly RowKey[]): Promise<void> {
  const which = rows && sql`(${payouts.contractorId}, ${payouts.id}) in ${keyPairs(rows)}`;
  await tx
    .update(payouts)
    .set({ runId: null, preparedCents: null, preparedDetails: null })
    .where(and(eq(payouts.runId, runId), which ?? paysEveryone));
}

/**
 * Unsent payouts whose amount or state changed since a moment, limited to what a message can list.
 */
export async function selectChanged(db: Database, since: Date): Promise<ChangedRow[]> {
  const rows = await db
    .select()
    .from(payouts)
    .where(
      and(
        paysEveryone,
        gte(payouts.changedAt, since),
        inArray(payouts.state, ['due', 'held', 'canceled']),
      ),
    )
    .orderBy(asc(payouts.changedAt), asc(payouts.id))
    .limit(10);
  return (await withPayees(db, rows)).map(({ companyName, payout: { state, amountCents } }) => ({
    companyName,
    state,
    amountCents,
  }));
}
export type ChangedRow = Pick<PreparedRow, 'companyName'> &
  Pick<PayoutRow, 'state' | 'amountCents'>;

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

/** Stores a run and returns its id; the file is added at the release. */
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

/** A payout sent in an entry of the bank's file. */
export interface SentPayout extends RowKey {
  traceNumber: string;
  /** The last four digits of its account. */
  accountLast4: string;
}

export async function markSent(
  tx: Database,
  runId: number,
  at: Date,
  sent: readonly SentPayout[],
): Promise<void> {
  const inputRows = sql`jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as given (id int, "contractorId" int, "traceNumber" text, "accountLast4" text)`;
  await tx.execute(sql`
    update payouts set state = 'sent', reason = '', run_id = ${runId}, sent_at = ${at.toISOString()}::timestamptz,
      trace_number = given."traceNumber", account_last4 = given."accountLast4"
    from ${inputRows} where payouts.contractor_id = given."contractorId" and payouts.id = given.id`);
}

/** Marks a run's sent payouts as paid, and returns them. */
export const markPaid = (tx: Database, runId: number, at: Date) =>
  tx
    .update(payouts)
    .set({ state: 'paid', paidAt: at })
    .where(and(eq(payouts.runId, runId), eq(payouts.state, 'sent'), paysEveryone))
    .returning();

/** Groups rows by contractor. */
export function byContractor<Row>(
  rows: readonly Row[],
  contractorOf: (row: Row) => number,
): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows)
    groups.set(contractorOf(row), [...(groups.get(contractorOf(row)) ?? []), row]);
  return groups;
}
