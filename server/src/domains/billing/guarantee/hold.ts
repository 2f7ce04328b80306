import { sql } from 'drizzle-orm';

/** Whether the application `a` is part of a claim that has not been decided. */
export const openClaimOnApplication = sql`exists (
  select from guarantee_claims where contractor_id = a.contractor_id and state = 'open' and a.id = any(application_ids))`;
