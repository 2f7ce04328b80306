import { sql, type SQL } from 'drizzle-orm';
import { lateFundingDays, type OfferKind } from '@lintel/contract/applications/constants';
import type { ApplicationFlag } from '@lintel/contract/applications/flags';
import { acrossContractors } from '../../platform/db/across-contractors.ts';
import type { Database } from '../../platform/db/connect.ts';
import { keyPairs, type RowKey } from '../../platform/db/queries.ts';

const noLeadFlags: readonly ApplicationFlag[] = ['own-email', 'own-phone', 'repeated'];

/** A month as `yyyy-mm-01`, with the zone whose midnights start and end it. */
export interface MonthIn {
  firstDay: string;
  timeZone: string;
}

export interface FundedDeal {
  /** The source of its commission, which is booked once. */
  source: string;
  kind: OfferKind;
  contractorId: number;
  applicationId: number;
  applicantName: string;
  companyName: string;
  fundedAmountCents: number;
  earnedAt: Date;
}

export interface QualifiedApplication {
  id: number;
  contractorId: number;
  applicantName: string;
  companyName: string;
  earnedAt: Date;
}

const begin = ({ firstDay, timeZone }: MonthIn) =>
  sql`(${firstDay}::timestamp at time zone ${timeZone})`;
const end = ({ firstDay, timeZone }: MonthIn) =>
  sql`((${firstDay}::timestamp + interval '1 month') at time zone ${timeZone})`;

const monthOfAllContractors = acrossContractors('A month is booked for every contractor.');

/** Concierge contractors earn only referral and partner bonuses. */
const earns = sql`not exists (select 1 from contractors c join plans p on p.id = c.plan_id
  where c.id = found."contractorId" and p.tier = 'Concierge')`;

/** Payouts made before a month that their lender reported in it. */
const reportedLate = (month: MonthIn) => sql`(
  f.at >= ${begin(month)} - make_interval(days => ${lateFundingDays}::int) and f.at < ${begin(month)}
  and f.received_at >= ${begin(month)} and f.received_at < ${end(month)})`;

/**
 * The source of a payout's commission. An offer's first payout has the offer's number alone, as
 * before there were stages.
 */
const fundingSource = sql`('offer:' || f.offer_id || case when f.number = 1 then '' else ':' || f.id end)`;

/**
 * Unbooked payouts, except for home equity lines, that lenders made in a month, or reported in it
 * after their month was booked.
 */
export async function selectFundedIds(db: Database, month: MonthIn): Promise<RowKey[]> {
  const { rows } = await db.execute<Record<keyof RowKey, string>>(sql`
    select f.id, f.contractor_id "contractorId" from offer_fundings f
    join offers o on o.contractor_id = f.contractor_id and o.id = f.offer_id
    where ((f.at >= ${begin(month)} and f.at < ${end(month)}) or ${reportedLate(month)}) and f.amount_cents > 0
      and o.kind in ('loan', 'direct', 'creditcard')
      and not exists (select 1 from commissions c where c.contractor_id = f.contractor_id and c.source = ${fundingSource})
      and ${monthOfAllContractors}
    order by f.id`);
  return rows.map(numbered);
}

/** Whether no commission is booked for a source of the offer `o`. */
const notBooked = (kind: string, id: SQL) => sql`not exists (
  select 1 from commissions c where c.contractor_id = o.contractor_id and c.source = ${`${kind}:`} || ${id})`;

const numbered = ({ id, contractorId }: Record<keyof RowKey, string>): RowKey => ({
  id: Number(id),
  contractorId: Number(contractorId),
});

/**
 * Waits for funding reversals in progress, and blocks new ones until the transaction ends: a
 * reversal sees the commission, or the commission sees the reversal. A lock on the rows themselves
 * isn't possible when the rows of a batch are on several machines.
 */
export async function blockReversals(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('funding commissions', 0))`);
}

/** Waits while commissions for fundings are being booked. */
export async function waitForBooking(tx: Database): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock_shared(hashtextextended('funding commissions', 0))`,
  );
}

/** The payouts of these that earn a commission, less what was reversed. */
export async function selectFundedDeals(
  tx: Database,
  fundings: readonly RowKey[],
): Promise<FundedDeal[]> {
  const { rows } = await tx.execute<
    Record<Exclude<keyof FundedDeal, 'kind'>, string> & Pick<FundedDeal, 'kind'>
  >(sql`
    with found as materialized (
      select f.id, ${fundingSource} source, o.kind, f.contractor_id "contractorId", f.application_id "applicationId",
        f.amount_cents - f.reversed_cents "fundedAmountCents", f.at "earnedAt", a.applicant_name "applicantName", a.page_id
      from offer_fundings f join offers o on o.contractor_id = f.contractor_id and o.id = f.offer_id
      join applications a on a.contractor_id = f.contractor_id and a.id = f.application_id
      where (f.contractor_id, f.id) in ${keyPairs(fundings)})
    select found.*, page.company_name "companyName" from found join co_branded_pages page on page.id = found.page_id
    where ${earns} order by found.id`);
  return rows.map((row) => ({
    ...row,
    contractorId: Number(row.contractorId),
    applicationId: Number(row.applicationId),
    fundedAmountCents: Number(row.fundedAmountCents),
    earnedAt: new Date(row.earnedAt),
  }));
}

/**
 * Unbooked applications that got their first "qualified" label for a home equity line in a month.
 */
export async function selectQualifiedIds(db: Database, month: MonthIn): Promise<RowKey[]> {
  const { rows } = await db.execute<Record<keyof RowKey, string>>(sql`
    select distinct o.application_id as id, o.contractor_id "contractorId" from offers o
    where o.kind = 'heloc' and o.is_qualified and o.received_at >= ${begin(month)} and o.received_at < ${end(month)}
      and not exists (select 1 from offers e where e.contractor_id = o.contractor_id and e.application_id = o.application_id and e.kind = 'heloc' and e.is_qualified
        and e.received_at < ${begin(month)})
      and ${notBooked('heloc', sql`o.application_id`)} and ${monthOfAllContractors}
    order by o.application_id`);
  return rows.map(numbered);
}

/**
 * Has the contractor's own e-mail or phone, or repeats a homeowner, so it isn't a new lead. A
 * shared network address isn't enough, because homeowners also apply at their contractor's office.
 */
const isNoLead = sql`a.flags && ${`{${noLeadFlags.join(',')}}`}::text[]`;

/** The applications of these that earn a commission: new leads from pages without concierge. */
export async function selectQualifiedApplications(
  db: Database,
  applications: readonly RowKey[],
): Promise<QualifiedApplication[]> {
  const { rows } = await db.execute<Record<keyof QualifiedApplication, string>>(sql`
    with found as materialized (
      select a.id, a.contractor_id "contractorId", a.applicant_name "applicantName", a.page_id, min(o.received_at) "earnedAt"
      from applications a join offers o on o.contractor_id = a.contractor_id and o.application_id = a.id and o.kind = 'heloc' and o.is_qualified
      where (a.contractor_id, a.id) in ${keyPairs(applications)} and not ${isNoLead}
      group by a.contractor_id, a.id)
    select found.*, page.company_name "companyName" from found join co_branded_pages page on page.id = found.page_id
    where not page.concierge and ${earns} order by found.id`);
  return rows.map((row) => ({
    ...row,
    id: Number(row.id),
    contractorId: Number(row.contractorId),
    earnedAt: new Date(row.earnedAt),
  }));
}

/** Whether a month is over, including a grace period for late events. */
export async function isOver(db: Database, month: MonthIn, now: Date): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 where ${now.toISOString()}::timestamptz >= ${end(month)} + interval '1 hour'`,
  );
  return rows.length > 0;
}

/** The first days of past months whose booking isn't complete, oldest first. */
export async function selectOpenMonths(
  db: Database,
  timeZone: string,
  now: Date,
): Promise<string[]> {
  const first = (await firstRun(db)) ?? (await firstEarning(db, timeZone));
  const { rows } = await db.execute<{ month: string }>(sql`
    select to_char(one, 'YYYY-MM-DD') as month
    from generate_series(${first}::timestamp,
      date_trunc('month', (${now.toISOString()}::timestamptz - interval '1 hour') at time zone ${timeZone}) - interval '1 month',
      interval '1 month') one
    where not exists (select 1 from commission_runs r where r.month = one::date and r.ended_at is not null)
    order by one`);
  return rows.map(({ month }) => month);
}

/** The first day of the first booked month. */
async function firstRun(db: Database): Promise<string | null> {
  const { rows } = await db.execute<{ month: string | null }>(
    sql`select min(month)::text as month from commission_runs`,
  );
  return rows[0]?.month ?? null;
}

/** The first day of the month of the first earning. */
async function firstEarning(db: Database, timeZone: string): Promise<string | null> {
  const { rows } = await db.execute<{ month: string | null }>(sql`
    select date_trunc('month', least((select min(at) from offer_fundings where amount_cents > 0 and ${monthOfAllContractors}),
      (select min(received_at) from offers where kind = 'heloc' and is_qualified)) at time zone ${timeZone})::date::text as month`);
  return rows[0]?.month ?? null;
}
