import { sql, type SQL } from 'drizzle-orm';
import type { DeskStatus } from '@lintel/contract/lender-desk/constants';
import { homeownerDocuments, lenderRequests } from '../lender-requests/tables.ts';
import { applicationLenders } from '../lenders/tables.ts';
import { applications } from '../tables.ts';

const openRequest = sql`select from ${lenderRequests} r join offers ro
  on ro.contractor_id = r.contractor_id and ro.id = r.offer_id
  where r.contractor_id = ${applicationLenders.contractorId} and r.application_id = ${applicationLenders.applicationId}
    and ro.contractor_id = ${applicationLenders.contractorId} and ro.lender_id = ${applicationLenders.lenderId} and r.state = 'open'`;
const hasUndecided = sql`exists (select from ${homeownerDocuments} d
  where d.contractor_id = r.contractor_id and d.request_id = r.id and d.state in ('sending', 'sent'))`;

/**
 * An application's status at one lender, as an expression over `application_lenders` and
 * `applications`. Only this lender's offers and requests count, so that it reveals nothing about
 * others.
 */
export const statusAt = (now: Date): SQL<DeskStatus> => sql<DeskStatus>`(
  select case
    when bool_or(o.funded_at is not null and coalesce(o.funded_amount_cents, 0) > 0) then 'funded'
    when bool_or(o.funded_at is not null) then 'reversed'
    when ${applications.withdrawnAt} is not null then 'withdrawn'
    when bool_or(o.chosen_at is not null and o.approved_at is not null) then 'approved'
    when exists (${openRequest} and not ${hasUndecided}) then 'requested'
    when exists (${openRequest}) then 'received'
    when bool_or(o.chosen_at is not null and o.conditionally_approved_at is not null) then 'conditional'
    when bool_or(o.chosen_at is not null) then 'chosen'
    when bool_or(o.withdrawn_at is null and (o.expires_at is null or o.expires_at > ${now.toISOString()}::timestamptz)) then 'offered'
    when ${applicationLenders.state} = 'declined' then 'declined'
    when count(o.id) > 0 or ${applicationLenders.state} = 'no-offers' then 'lapsed'
    when ${applicationLenders.state} in ('timed-out', 'failed') then 'overdue'
    else 'new' end
  from offers o
  where o.contractor_id = ${applicationLenders.contractorId}
    and o.application_id = ${applicationLenders.applicationId} and o.lender_id = ${applicationLenders.lenderId})`;
