import { sql } from 'drizzle-orm';
import type { Tier } from '@lintel/contract/billing/tiers';
import type { Database } from '../../platform/db/connect.ts';
import { plans } from '../billing/plans/tables.ts';
import { contractors } from './tables.ts';

/**
 * Locks the contractors that leave their number of team users to one of these tiers, always in the
 * same order.
 */
export async function lockAutoOfTiers(tx: Database, tiers: readonly Tier[]): Promise<void> {
  await tx.execute(sql`
    select c.id from ${contractors} c join ${plans} p on p.id = c.plan_id
    where c.max_team_users is null and p.tier::text = any(array[${sql.join(
      tiers.map((tier) => sql`${tier}`),
      sql`, `,
    )}]::text[])
    order by c.id for update of c`);
}

/**
 * Contractors with an account: how many have accepted the agreement since a moment (ever, without
 * one), and how many have not.
 */
export async function agreementCounts(
  db: Database,
  since: Date | null,
): Promise<{ accepted: number; waiting: number }> {
  const accepted = sql`(agreement_accepted_at is not null
    and (${since?.toISOString() ?? null}::timestamptz is null or agreement_accepted_at >= ${since?.toISOString() ?? null}::timestamptz))`;
  const { rows } = await db.execute<{ accepted: number; waiting: number }>(sql`
    select count(*) filter (where ${accepted})::int as accepted, count(*) filter (where not ${accepted})::int as waiting
    from ${contractors} where owner_id is not null`);
  return rows[0] ?? { accepted: 0, waiting: 0 };
}
