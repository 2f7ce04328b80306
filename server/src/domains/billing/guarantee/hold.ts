import { sql } from 'drizzle-orm';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';

/** Whether the application `a` is part of an undecided claim. */
export const openClaimOnApplication = sql`(a.contractor_id, a.id) in (
  select claim.contractor_id, unnest(claim.application_ids) from guarantee_claims claim where claim.state = 'open'
    and ${acrossContractors('Retention looks for what holds applications of every contractor.')})`;
