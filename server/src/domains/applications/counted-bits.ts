import { sql } from 'drizzle-orm';

/** An application's stages as bits: submitted 1, offers 2, approved 4, funded 8. */
export const stageBits = sql.raw(
  '((completed_at is not null)::int + has_offers::int * 2 + (approved_at is not null)::int * 4 + (funded_at is not null)::int * 8)',
);
/** An offer's events as bits: received 1, funded 2. */
export const eventBits = sql.raw('(1 + (funded_at is not null)::int * 2)');
/**
 * The daily counts don't include the application or offer as it is now. As an equality, because the
 * planner expects few such rows and uses the index.
 */
export const isUncounted = sql`(counted_bits is not distinct from ${stageBits})::int = 0`;
export const isUncountedOffer = sql`(counted_bits is not distinct from ${eventBits})::int = 0`;
