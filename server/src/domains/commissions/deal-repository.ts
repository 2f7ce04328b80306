import { sql } from 'drizzle-orm';
import type { OfferKind } from '@lintel/contract/applications/constants';
import type { ApplicationFlag } from '@lintel/contract/applications/flags';
import type { Database } from '../../platform/db/connect.ts';

const noLeadFlags: readonly ApplicationFlag[] = ['own-email', 'own-phone', 'repeated'];

/**
 * A month as instants come into it: `yyyy-mm-01` and the zone whose midnight begins and ends it.
 */
export interface MonthIn {
  firstDay: string;
  timeZone: string;
}

export interface FundedDeal {
  id: number;
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

/** Concierge contractors earn only referral and partner bonuses. */
const earns = sql`not exists (select 1 from contractors c join plans p on p.id = c.plan_id
  where c.id = a.contractor_id and p.tier = 'Concierge')`;

/**
 * Offers, but for home equity lines, that lenders paid out in a month and that are not booked yet.
 */
export async function selectFundedIds(db: Database, month: MonthIn): Promise<number[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select o.id from offers o
    where o.funded_at >= ${begin(month)} and o.funded_at < ${end(month)} and o.kind in ('loan', 'direct', 'creditcard')
      and not exists (select 1 from commissions c where c.source = 'offer:' || o.id)
    order by o.id`);
  return rows.map(({ id }) => Number(id));
}

/** Those of these offers that a commission is paid for. */
export async function selectFundedDeals(
  db: Database,
  ids: readonly number[],
): Promise<FundedDeal[]> {
  const { rows } = await db.execute<
    Record<Exclude<keyof FundedDeal, 'kind'>, string> & Pick<FundedDeal, 'kind'>
  >(sql`
    select o.id, o.kind, o.contractor_id "contractorId", o.application_id "applicationId", o.funded_amount_cents "fundedAmountCents",
      o.funded_at "earnedAt", a.applicant_name "applicantName", page.company_name "companyName"
    from offers o join applications a on a.contractor_id = o.contractor_id and a.id = o.application_id
      join co_branded_pages page on page.id = a.page_id
    where o.id in (select unnest(${arrayOf(ids)})) and ${earns} order by o.id`);
  return rows.map((row) => ({
    ...row,
    id: Number(row.id),
    contractorId: Number(row.contractorId),
    applicationId: Number(row.applicationId),
    fundedAmountCents: Number(row.fundedAmountCents),
    earnedAt: new Date(row.earnedAt),
  }));
}

/**
 * Applications that got their first "qualified" label for a home equity line in a month and are not
 * booked yet.
 */
export async function selectQualifiedIds(db: Database, month: MonthIn): Promise<number[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct o.application_id as id from offers o
    where o.kind = 'heloc' and o.is_qualified and o.received_at >= ${begin(month)} and o.received_at < ${end(month)}
      and not exists (select 1 from offers e where e.contractor_id = o.contractor_id and e.application_id = o.application_id and e.kind = 'heloc' and e.is_qualified
        and e.received_at < ${begin(month)})
      and not exists (select 1 from commissions c where c.source = 'heloc:' || o.application_id)
    order by 1`);
  return rows.map(({ id }) => Number(id));
}

/**
 * Has the contractor's own e-mail or phone, or repeats a homeowner: not a new lead. The same
 * network address alone says little, because homeowners also apply at their contractor's office.
 */
const isNoLead = sql`a.flags && ${`{${noLeadFlags.join(',')}}`}::text[]`;

/**
 * Those of these applications that a commission is paid for: new leads from pages without
 * concierge.
 */
export async function selectQualifiedApplications(
  db: Database,
  ids: readonly number[],
): Promise<QualifiedApplication[]> {
  const { rows } = await db.execute<Record<keyof QualifiedApplication, string>>(sql`
    select a.id, a.contractor_id "contractorId", a.applicant_name "applicantName", page.company_name "companyName",
      (select min(o.received_at) from offers o where o.contractor_id = a.contractor_id and o.application_id = a.id and o.kind = 'heloc' and o.is_qualified) "earnedAt"
    from applications a join co_branded_pages page on page.id = a.page_id
    where a.id in (select unnest(${arrayOf(ids)})) and not page.concierge and not ${isNoLead} and ${earns}
    order by a.id`);
  return rows.map((row) => ({
    ...row,
    id: Number(row.id),
    contractorId: Number(row.contractorId),
    earnedAt: new Date(row.earnedAt),
  }));
}

const arrayOf = (ids: readonly number[]) => sql`${`{${ids.join(',')}}`}::bigint[]`;

/** Whether a month is over, and some time has passed in which events of its last moments arrive. */
export async function isOver(db: Database, month: MonthIn, now: Date): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 where ${now.toISOString()}::timestamptz >= ${end(month)} + interval '1 hour'`,
  );
  return rows.length > 0;
}

/** The first days of the months that are over and whose booking has not ended, oldest first. */
export async function selectOpenMonths(
  db: Database,
  timeZone: string,
  now: Date,
): Promise<string[]> {
  const { rows } = await db.execute<{ month: string }>(sql`
    with first as (
      select coalesce(
        (select min(month) from commission_runs),
        date_trunc('month', (select least(min(funded_at), (select min(received_at) from offers where kind = 'heloc' and is_qualified))
          from offers) at time zone ${timeZone})::date) as month
    )
    select to_char(one, 'YYYY-MM-DD') as month
    from first, generate_series(first.month::timestamp,
      date_trunc('month', (${now.toISOString()}::timestamptz - interval '1 hour') at time zone ${timeZone}) - interval '1 month',
      interval '1 month') one
    where not exists (select 1 from commission_runs r where r.month = one::date and r.ended_at is not null)
    order by one`);
  return rows.map(({ month }) => month);
}
