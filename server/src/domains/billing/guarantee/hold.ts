import { sql } from 'drizzle-orm';

/** Whether the application `a` is part of a claim that has not been decided. */
export const openClaimOnApplication = sql`(a.contractor_id, a.id) in (
  select claim.contractor_id, unnest(claim.application_ids) from guarantee_claims claim where claim.state = 'open')`;
