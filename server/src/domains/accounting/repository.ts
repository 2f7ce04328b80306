import { and, asc, count, eq, isNotNull, sql, type SQL } from 'drizzle-orm';
import { acrossContractors } from '../../platform/db/across-contractors.ts';
import type { Database } from '../../platform/db/connect.ts';
import { withinDays, type DayRange } from '../../platform/days.ts';
import { ledgerEntries, payments } from '../billing/payments/tables.ts';
import { contractors } from '../contractors/tables.ts';
import { payoutRuns, payouts } from '../payouts/tables.ts';

/** The days of an export, in the business time zone. */
export interface Period {
  days: DayRange;
  timeZone: string;
  /** Which of a ledger entry's days counts. */
  by: 'booked' | 'happened';
}

const everyone = acrossContractors('Accounting exports cover every contractor.');

const ledgerTime = ({ by }: Period) =>
  by === 'booked' ? ledgerEntries.bookedAt : ledgerEntries.happenedAt;

const ledgerWhere = (period: Period): SQL | undefined =>
  and(everyone, ...withinDays(ledgerTime(period), period.days, period.timeZone));

export const ledgerFields = {
  id: ledgerEntries.id,
  contractorId: ledgerEntries.contractorId,
  companyName: contractors.companyName,
  account: ledgerEntries.account,
  kind: ledgerEntries.kind,
  amountCents: ledgerEntries.amountCents,
  source: ledgerEntries.source,
  reference: ledgerEntries.reference,
  happenedAt: ledgerEntries.happenedAt,
  bookedAt: ledgerEntries.bookedAt,
};

/** The period's ledger entries, in the order of `ledgerFields`, oldest first. */
export const ledgerStatement = (db: Database, period: Period) =>
  db
    .select(ledgerFields)
    .from(ledgerEntries)
    .innerJoin(contractors, eq(contractors.id, ledgerEntries.contractorId))
    .where(ledgerWhere(period))
    .orderBy(asc(ledgerTime(period)), asc(ledgerEntries.contractorId), asc(ledgerEntries.id))
    .toSQL();

export async function countLedger(db: Database, period: Period): Promise<number> {
  const [row] = await db.select({ rows: count() }).from(ledgerEntries).where(ledgerWhere(period));
  return row?.rows ?? 0;
}

/** A day's ledger entries of one kind. */
export interface DaySum {
  day: string;
  kind: typeof ledgerEntries.$inferSelect.kind;
  amountCents: number;
  entries: number;
}

/** The period's entries summed by day and kind, oldest first; sums of zero are left out. */
export async function sumByDay(db: Database, period: Period): Promise<DaySum[]> {
  const day = sql<string>`to_char(${ledgerTime(period)} at time zone ${period.timeZone}, 'YYYY-MM-DD')`;
  const amountCents = sql<string>`sum(${ledgerEntries.amountCents})`;
  const rows = await db
    .select({
      day: day.as('day'),
      kind: ledgerEntries.kind,
      amountCents,
      entries: sql<number>`count(*)::int`,
    })
    .from(ledgerEntries)
    .where(ledgerWhere(period))
    .groupBy(sql`1`, ledgerEntries.kind)
    .having(sql`sum(${ledgerEntries.amountCents}) <> 0`)
    .orderBy(sql`1`, ledgerEntries.kind);
  return rows.map((row) => ({ ...row, amountCents: Number(row.amountCents) }));
}

export const paymentFields = {
  id: payments.id,
  number: payments.number,
  contractorId: payments.contractorId,
  companyName: contractors.companyName,
  paidAt: payments.paidAt,
  amountCents: payments.amountCents,
  refundedCents: payments.refundedCents,
  lostCents: payments.lostCents,
  descriptions: payments.descriptions,
  chargeId: payments.chargeId,
};

const paymentWhere = ({ days, timeZone }: Period): SQL | undefined =>
  and(everyone, isNotNull(payments.paidAt), ...withinDays(payments.paidAt, days, timeZone));

/** The payments paid in the period, in the order of `paymentFields`, oldest first. */
export const paymentStatement = (db: Database, period: Period) =>
  db
    .select(paymentFields)
    .from(payments)
    .innerJoin(contractors, eq(contractors.id, payments.contractorId))
    .where(paymentWhere(period))
    .orderBy(asc(payments.paidAt), asc(payments.contractorId), asc(payments.id))
    .toSQL();

export async function countPayments(db: Database, period: Period): Promise<number> {
  const [row] = await db.select({ rows: count() }).from(payments).where(paymentWhere(period));
  return row?.rows ?? 0;
}

export const payoutFields = {
  id: payouts.id,
  contractorId: payouts.contractorId,
  companyName: contractors.companyName,
  month: payouts.month,
  amountCents: payouts.amountCents,
  state: payouts.state,
  runId: payouts.runId,
  traceNumber: payouts.traceNumber,
  sentAt: payouts.sentAt,
  effectiveOn: payoutRuns.effectiveOn,
  paidAt: payouts.paidAt,
  returnedAt: payouts.returnedAt,
  returnCode: payouts.returnCode,
};

const payoutWhere = ({ days, timeZone }: Period): SQL | undefined =>
  and(everyone, isNotNull(payouts.sentAt), ...withinDays(payouts.sentAt, days, timeZone));

/** The payouts sent in the period, in the order of `payoutFields`, oldest first. */
export const payoutStatement = (db: Database, period: Period) =>
  db
    .select(payoutFields)
    .from(payouts)
    .innerJoin(contractors, eq(contractors.id, payouts.contractorId))
    .leftJoin(payoutRuns, eq(payoutRuns.id, payouts.runId))
    .where(payoutWhere(period))
    .orderBy(asc(payouts.sentAt), asc(payouts.contractorId), asc(payouts.id))
    .toSQL();

export async function countPayouts(db: Database, period: Period): Promise<number> {
  const [row] = await db.select({ rows: count() }).from(payouts).where(payoutWhere(period));
  return row?.rows ?? 0;
}
