import type { Pool } from 'pg';

/** A query of the report: conditions and order as SQL, and the same as an API query. */
export interface Case {
  name: string;
  query: Record<string, unknown>;
  /** Follows `contractor_id = $1`. */
  where: string;
  order: string;
}

const newest = 'a.started_at desc, a.id desc';
const date = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const since = (days: number): string =>
  `and a.started_at >= ('${date(days)}'::timestamp at time zone 'America/New_York')`;
const found =
  "and lower(a.applicant_name || ' ' || a.email || ' ' || a.phone || ' ' || a.city) like";

/** The report's default first page, each filter, and sort orders with and without an index. */
export const reportCases = (pageId: number): Case[] => [
  { name: 'all, newest first', query: {}, where: '', order: newest },
  { name: 'last 30 days', query: { started: { gte: date(29) } }, where: since(29), order: newest },
  {
    name: 'one page',
    query: { coBrandedPage: pageId },
    where: `and a.page_id = ${pageId}`,
    order: newest,
  },
  {
    name: 'funded',
    query: { status: 'funded' },
    where: 'and a.funded_at is not null',
    order: newest,
  },
  {
    name: 'credit approved',
    query: { status: 'credit' },
    where: 'and a.approved_at is not null',
    order: newest,
  },
  { name: 'received offers', query: { status: 'offer' }, where: 'and a.has_offers', order: newest },
  { name: 'qualified', query: { status: 'qualifed' }, where: 'and a.is_qualified', order: newest },
  {
    name: 'not qualified',
    query: { status: 'notqualifed' },
    where: 'and a.answered_at is not null and not a.has_offers',
    order: newest,
  },
  {
    name: 'started only',
    query: { status: 'started' },
    where: 'and a.completed_at is null',
    order: newest,
  },
  {
    name: 'search for a name',
    query: { search: 'abbott1f' },
    where: `${found} '%abbott1f%'`,
    order: newest,
  },
  {
    name: 'search for a town',
    query: { search: 'denver' },
    where: `${found} '%denver%'`,
    order: newest,
  },
  {
    name: 'by name',
    query: { order: { field: 'applicantName', descending: false } },
    where: '',
    order: 'lower(a.applicant_name), a.id',
  },
  {
    name: 'largest amount first',
    query: { order: { field: 'requestedAmount', descending: true } },
    where: '',
    order: 'a.requested_amount_cents desc nulls last, a.id desc',
  },
  {
    name: 'by location',
    query: { order: { field: 'applicantLocation', descending: false } },
    where: '',
    order: 'a.state, a.city, a.id',
  },
];

const offersSql = (applications: string): string => `
  select application_id, kind, count(*), max(amount_cents), (array_agg(lender_name order by amount_cents desc, id))[1], count(chosen_at),
    count(*) filter (where is_qualified), coalesce(sum(funded_amount_cents), 0), (array_agg(lender_name) filter (where funded_at is not null))[1]
  from offers where contractor_id = $1 and application_id = any(${applications}) group by application_id, kind`;

/**
 * The first page as SQL: its rows, their count, the contractor's status, page ownership, and the
 * rows' offers.
 */
export async function firstPage(
  pool: Pool,
  contractorId: number,
  { query, where, order }: Case,
): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `select a.id, a.applicant_name, a.email, a.phone, a.city, a.state, a.credit_band, a.requested_amount_cents, a.started_at, a.completed_at,
      a.answered_at, a.has_offers, a.information_requested_at, a.approved_at, a.funded_at, p.page_name
    from applications a join co_branded_pages p on p.id = a.page_id where a.contractor_id = $1 ${where} order by ${order} limit 25`,
    [contractorId],
  );
  const [all] = (
    await pool.query<{ count: string }>(
      `select count(*) from applications a where a.contractor_id = $1 ${where}`,
      [contractorId],
    )
  ).rows;
  await pool.query('select payment_status from contractors where id = $1', [contractorId]);
  if (query['coBrandedPage'] !== undefined)
    await pool.query(
      'select id, page_name from co_branded_pages where contractor_id = $1 and is_active order by id',
      [contractorId],
    );
  await pool.query(offersSql('$2'), [contractorId, rows.map(({ id }) => id)]);
  return Number(all?.count);
}

/** The export as SQL: PostgreSQL writes the same rows and columns and discards them. */
export const copyStatement = (contractorId: number): string => `
  copy (
    select a.applicant_name, a.email, a.phone, a.city || ', ' || a.state, p.page_name, (a.started_at at time zone 'America/New_York')::date,
      a.credit_band, a.requested_amount_cents / 100.0, a.completed_at is not null, o.cnt, o.largest / 100.0, o.words,
      case when a.approved_at is not null then 'APPROVED' when a.information_requested_at < now() - interval '1200 hours' then 'EXPIRED' end,
      (a.information_requested_at at time zone 'America/New_York')::date, o.funded / 100.0, o.lender, (a.funded_at at time zone 'America/New_York')::date
    from applications a join co_branded_pages p on p.id = a.page_id
    left join (
      select application_id, count(*) as cnt, max(amount_cents) as largest, sum(funded_amount_cents) as funded,
        string_agg(kind || ' up to ' || amount_cents / 100.0 || ' (' || lender_name || ')', '; ') as words,
        max(lender_name) filter (where funded_at is not null) as lender
      from offers where contractor_id = ${contractorId} group by application_id
    ) o on o.application_id = a.id
    where a.contractor_id = ${contractorId} order by a.started_at desc, a.id desc
  ) to '/dev/null' with (format csv, header)`;
