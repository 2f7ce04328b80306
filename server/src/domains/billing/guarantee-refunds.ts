import { and, like, ne, sum } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { refunds } from './payment-tables.ts';

/** What an approved claim gives back, in cents: its refunds are found by their keys. */
export async function refundsOfClaim(db: Database, claimId: number): Promise<number> {
  const [row] = await db
    .select({ cents: sum(refunds.amountCents).mapWith(Number) })
    .from(refunds)
    .where(
      and(
        like(refunds.idempotencyKey, `refund:guarantee:${claimId}:%`),
        ne(refunds.state, 'failed'),
      ),
    );
  return row?.cents ?? 0;
}
