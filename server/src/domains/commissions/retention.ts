import { sql } from 'drizzle-orm';
import { removedPerson } from '@lintel/contract/privacy/constants';
import { acrossContractors } from '../../platform/db/across-contractors.ts';
import type { Database } from '../../platform/db/connect.ts';

/**
 * Whether a commission for the application `a` hasn't been paid out yet; until then the contractor
 * may ask which customer it is for.
 */
export const unpaidCommissionOnApplication = sql`(a.contractor_id, a.id) in (
  select c.contractor_id, c.application_id from commissions c left join payouts p on p.contractor_id = c.contractor_id and p.id = c.payout_id
  where c.application_id is not null and c.amount_cents > 0 and p.paid_at is null
    and ${acrossContractors('Retention looks for what holds applications of every contractor.')})`;

/** Removes these applications' customers from the commissions; the amounts stay. */
export async function forgetCustomers(
  tx: Database,
  applications: readonly { id: number; contractorId: number }[],
): Promise<void> {
  await tx.execute(sql`
    update commissions set user_name = ${removedPerson}
    from json_to_recordset(${JSON.stringify(applications)}::json) as gone(id bigint, "contractorId" int)
    where commissions.application_id = gone.id and commissions.contractor_id = gone."contractorId"`);
}
