import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { acrossContractors } from '../../platform/db/across-contractors.ts';
import type { Contacts, MatchReason } from '../../platform/persons.ts';
import type { Database } from '../../platform/db/connect.ts';
import { keyPairs, type RowKey } from '../../platform/db/queries.ts';
import { contractors } from '../contractors/tables.ts';
import { customers } from './tables.ts';

const everyContractor = acrossContractors('A person may be known to any contractor.');

/** Includes merged customers, whose row still has the address. */
const matchesPerson = (email: string) =>
  and(eq(sql`lower(${customers.email})`, email), isNull(customers.anonymisedAt));

/** Customers with their contractors' names. */
export async function selectWithContractor(db: Database, which: readonly RowKey[]) {
  if (which.length === 0) return [];
  return db
    .select({ customer: customers, companyName: contractors.companyName })
    .from(customers)
    .innerJoin(contractors, eq(contractors.id, customers.contractorId))
    .where(sql`(${customers.contractorId}, ${customers.id}) in ${keyPairs(which)}`)
    .orderBy(asc(customers.id));
}

/** Their ids, without those created after `until`. */
export async function selectByEmail(db: Database, email: string, until?: Date) {
  const began = until && sql`${customers.createdAt} <= ${until.toISOString()}::timestamptz`;
  return db
    .select({ contractorId: customers.contractorId, id: customers.id })
    .from(customers)
    .where(and(matchesPerson(email), began, everyContractor))
    .orderBy(asc(customers.id));
}

export const selectAddresses = (
  db: Database,
  { afterId, limit }: { afterId: number; limit: number },
) =>
  db
    .select({ id: customers.id, email: customers.email })
    .from(customers)
    .where(and(gt(customers.id, afterId), isNull(customers.anonymisedAt), everyContractor))
    .orderBy(asc(customers.id))
    .limit(limit);

export interface MatchRow {
  contractorId: number;
  id: number;
  why: MatchReason;
  given: Contacts;
  held: Contacts;
}

const contacts = (row: string) =>
  sql.raw(`json_build_object('name', ${row}.name, 'phone', ${row}.phone, 'email', ${row}.email,
    'address', concat_ws(', ', nullif(${row}.street, ''), nullif(${row}.city, ''), nullif(${row}.state, '')))`);

/**
 * Customers similar to an address without having provided it: the e-mail came from an application,
 * the customer was merged, or only the phone matches.
 */
export async function selectMatches(db: Database, email: string): Promise<MatchRow[]> {
  const { rows } = await db.execute<{
    contractorId: number;
    id: string;
    why: MatchReason;
    given: Contacts | null;
    held: Contacts;
  }>(sql`
    with given as (
      select contractor_id, applicant_name as name, phone, email, project_address as street, city, state, id
      from applications where lower(email) = ${email} and anonymised_at is null and ${everyContractor}),
    own as (select * from customers where lower(email) = ${email} and anonymised_at is null and ${everyContractor}),
    latest as (select distinct on (contractor_id) * from given order by contractor_id, id desc),
    found as (
      select own.contractor_id, own.id, 'application' as why from own join customer_events e
        on e.contractor_id = own.contractor_id and e.customer_id = own.id
        where e.kind = 'filled' and e.details->>'origin' = 'application' and e.details->'fields' ? 'email'
      union all
      select own.contractor_id, own.id, 'merge' from own join customers m
        on m.contractor_id = own.contractor_id and m.merged_into = own.id and m.anonymised_at is null
        where lower(m.email) <> ${email}
      union all
      select c.contractor_id, c.id, 'merge' from own join customers c
        on c.contractor_id = own.contractor_id and c.id = own.merged_into
        where lower(c.email) <> ${email} and c.anonymised_at is null
      union all
      select c.contractor_id, c.id, 'phone' from customers c join (
        select contractor_id, phone from given where phone <> ''
        union select contractor_id, phone from own where phone <> '') p
        on p.contractor_id = c.contractor_id and p.phone = c.phone
        where lower(c.email) <> ${email} and c.anonymised_at is null and c.merged_into is null),
    matched as (select contractor_id, id, min(why) why from found group by contractor_id, id)
    select c.contractor_id "contractorId", c.id, matched.why, ${contacts('c')} held,
      case when g.id is not null then ${contacts('g')} end given
    from matched join customers c on c.contractor_id = matched.contractor_id and c.id = matched.id
    left join latest g on g.contractor_id = matched.contractor_id
    order by c.id`);
  const none = { name: '', phone: '', email, address: '' };
  return rows.map(({ id, given, ...row }) => ({ ...row, id: Number(id), given: given ?? none }));
}
