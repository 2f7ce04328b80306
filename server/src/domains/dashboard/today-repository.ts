import { sql, type SQL } from 'drizzle-orm';
import { dayMs } from '@lintel/contract/core/durations';
import { expiryDays, reapplyDays } from '@lintel/contract/applications/progress';
import { todayCounted } from '@lintel/contract/dashboard';
import { withinDays } from '../../platform/days.ts';
import type { Database } from '../../platform/db/connect.ts';

/** An item with pending work, as loaded from the database. */
export interface WaitingItem {
  id: number;
  name: string;
  phone: string;
  amountCents: number | null;
  since: Date;
  /** The day of a follow-up. */
  dueOn: string | null;
  note: string;
}

/** A contractor and its current day. */
export interface Day {
  contractorId: number;
  now: Date;
  /** `yyyy-mm-dd` in the contractor's time zone. */
  today: string;
  timeZone: string;
}

/** Days before the deadline when a homeowner is first reminded. */
const soonDays = 7;
/** Approved applications count as new business for this many days. */
const beginDays = 90;
/** Number of newest applications with offers that are searched for ones without a choice. */
const looked = 1_000;

const stamp = (now: Date, daysBefore: number): SQL =>
  sql`${new Date(now.getTime() - daysBefore * dayMs).toISOString()}::timestamptz`;
const iso = (at: SQL): SQL =>
  sql`to_char(${at} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

type WaitingRecord = {
  id: string;
  name: string;
  phone: string;
  cents: string | null;
  since: string;
  dueOn: string | null;
  note: string | null;
};

async function select(db: Database, query: SQL): Promise<WaitingItem[]> {
  const { rows } = await db.execute<WaitingRecord>(query);
  return rows.map(({ id, name, phone, cents, since, dueOn, note }) => ({
    id: Number(id),
    name,
    phone,
    amountCents: cents === null ? null : Number(cents),
    since: new Date(since),
    dueOn,
    note: note ?? '',
  }));
}

// One more than the limit shows that there are more.
const counted = todayCounted + 1;

/** Follow-ups that are due, earliest first. */
const selectFollowUps = (db: Database, { contractorId, today }: Day): Promise<WaitingItem[]> =>
  select(
    db,
    sql`select a.id, a.applicant_name "name", a.phone, null "cents", ${iso(sql`f.set_at`)} "since", f.due_on "dueOn", f.note
    from application_follow_ups f join applications a on a.contractor_id = f.contractor_id and a.id = f.application_id
    where f.contractor_id = ${contractorId} and a.contractor_id = ${contractorId} and f.done_at is null and f.due_on <= ${today}
    order by f.due_on, f.application_id limit ${counted}`,
  );

/**
 * Summary of an application's offers: whether any remains, whether one is chosen, and the amounts.
 */
const itsOffers = (contractorId: number): SQL => sql`
  select coalesce(bool_or(withdrawn_at is null), false) living, coalesce(bool_or(chosen_at is not null), false) chosen,
    max(received_at) newest, max(amount_cents) filter (where withdrawn_at is null) best,
    max(amount_cents) filter (where approved_at is not null) approved
  from offers where contractor_id = ${contractorId} and application_id = a.id`;

const open = sql`funded_at is null and withdrawn_at is null and anonymised_at is null`;

/** Applications with offers but no choice, most recently submitted first. */
const selectToChoose = (db: Database, { contractorId, now }: Day): Promise<WaitingItem[]> =>
  select(
    db,
    sql`select a.id, a.applicant_name "name", a.phone, o.best "cents", ${iso(sql`o.newest`)} "since", null "dueOn", null "note"
    from (select id, applicant_name, phone, completed_at from applications
      where contractor_id = ${contractorId} and completed_at > ${stamp(now, reapplyDays)} and has_offers
        and information_requested_at is null and approved_at is null and ${open}
      order by completed_at desc, id desc limit ${looked}) a
    cross join lateral (${itsOffers(contractorId)}) o
    where o.living and not o.chosen
    order by a.completed_at desc, a.id desc limit ${counted}`,
  );

/**
 * Applications for which a lender needs information, longest waiting first: those that soon expire,
 * or the others.
 */
const selectToInform =
  (soon: boolean) =>
  (db: Database, { contractorId, now }: Day): Promise<WaitingItem[]> =>
    select(
      db,
      sql`select a.id, a.applicant_name "name", a.phone, null "cents", ${iso(sql`a.information_requested_at`)} "since",
        null "dueOn", case when a.is_qualified then 'qualified' end "note"
      from applications a cross join lateral (${itsOffers(contractorId)}) o
      where a.contractor_id = ${contractorId} and a.information_requested_at > ${stamp(now, expiryDays)}
        and a.approved_at is null and ${open} and o.living and ${soon ? sql`not` : sql``} (a.is_qualified or
          a.information_requested_at > ${stamp(now, expiryDays - soonDays)})
      order by a.information_requested_at, a.id limit ${counted}`,
    );

/** Approved but unfunded applications, latest first. */
const selectToBegin = (db: Database, { contractorId, now }: Day): Promise<WaitingItem[]> =>
  select(
    db,
    sql`select a.id, a.applicant_name "name", a.phone, o.approved "cents", ${iso(sql`a.approved_at`)} "since", null "dueOn", null "note"
    from applications a cross join lateral (${itsOffers(contractorId)}) o
    where a.contractor_id = ${contractorId} and a.approved_at > ${stamp(now, beginDays)} and ${open} and o.living
    order by a.approved_at desc, a.id desc limit ${counted}`,
  );

/** Query for each kind; each uses an index. */
export const waitingQueries = {
  followUp: selectFollowUps,
  expiring: selectToInform(true),
  begin: selectToBegin,
  choose: selectToChoose,
  inform: selectToInform(false),
} as const;

/** Counts new items since a given day. */
export async function countNews(
  db: Database,
  { contractorId, timeZone }: Day,
  from: string,
): Promise<{ sent: number; offers: number; funded: number }> {
  const since = (column: SQL) => sql.join(withinDays(column, { gte: from }, timeZone), sql` and `);
  const { rows } = await db.execute<{ sent: number; offers: number; funded: number }>(sql`
    select
      (select count(*)::int from applications where contractor_id = ${contractorId} and ${since(sql`completed_at`)}) sent,
      (select count(distinct application_id)::int from offers where contractor_id = ${contractorId} and ${since(sql`received_at`)}) offers,
      (select count(*)::int from applications where contractor_id = ${contractorId} and ${since(sql`funded_at`)}) funded`);
  return rows[0] ?? { sent: 0, offers: 0, funded: 0 };
}

export interface DaySum {
  day: string;
  cents: number;
  count: number;
}

const sums = async (db: Database, query: SQL): Promise<DaySum[]> => {
  const { rows } = await db.execute<{ day: string; cents: string; count: number }>(query);
  return rows.map(({ day, cents, count }) => ({ day, cents: Number(cents), count }));
};

/** Requested amounts by day, since a given day. */
export const sumRequested = (db: Database, { contractorId, timeZone }: Day, from: string) =>
  sums(
    db,
    sql`select ((completed_at at time zone ${timeZone})::date)::text "day", coalesce(sum(requested_amount_cents), 0)::text "cents",
      count(*)::int "count"
    from applications where contractor_id = ${contractorId} and completed_at is not null
      and ${sql.join(withinDays(sql`completed_at`, { gte: from }, timeZone), sql` and `)}
    group by 1`,
  );

/**
 * Funded amounts by day, since a given day. Each payout counts on its own day, less what was
 * reversed of it; an offer's fundings are counted once, with its first payout.
 */
export const sumFunded = (db: Database, { contractorId, timeZone }: Day, from: string) =>
  sums(
    db,
    sql`select ((at at time zone ${timeZone})::date)::text "day", coalesce(sum(amount_cents - reversed_cents), 0)::text "cents",
      (count(*) filter (where number = 1))::int "count"
    from offer_fundings where contractor_id = ${contractorId} and amount_cents > 0
      and ${sql.join(withinDays(sql`at`, { gte: from }, timeZone), sql` and `)}
    group by 1`,
  );
