import { eq } from 'drizzle-orm';
import type { saveLinkLimit } from '@lintel/contract/links/links';
import type { RequestPart } from '@lintel/contract/core/endpoint';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { contractorPlan } from '../contractors/index.ts';
import { linkLimits } from './tables.ts';

type LimitRow = typeof linkLimits.$inferSelect;

/** A contractor's own limit, as set by staff. */
export async function findLimit(db: Database, contractorId: number): Promise<LimitRow | undefined> {
  const [row] = await db.select().from(linkLimits).where(eq(linkLimits.contractorId, contractorId));
  return row;
}

/**
 * Sets or removes a contractor's own limit. Throws `not_found`, and `conflict` when it changed
 * since `savedAt`.
 */
export async function saveOwnLimit(
  { db, clock }: Context,
  caller: Caller,
  contractorId: number,
  { aDay, savedAt }: RequestPart<typeof saveLinkLimit, 'body'>,
): Promise<void> {
  await contractorPlan(db, contractorId);
  await db.transaction(async (tx) => {
    const now = { savedAt: clock.now(), savedBy: caller.authenticated.id };
    const first = await tx
      .insert(linkLimits)
      .values({ contractorId, aDay, ...now })
      .onConflictDoNothing()
      .returning({ contractorId: linkLimits.contractorId });
    const [before] = await tx
      .select()
      .from(linkLimits)
      .where(eq(linkLimits.contractorId, contractorId))
      .for('update');
    const seen = first.length > 0 ? null : (before?.savedAt.toISOString() ?? null);
    if (savedAt !== undefined && savedAt !== seen)
      throw new AppError('conflict', {
        message: 'Someone else changed this number. Please open it again.',
      });
    await tx
      .update(linkLimits)
      .set({ aDay, ...now })
      .where(eq(linkLimits.contractorId, contractorId));
    await recordAudit(tx, clock, caller, {
      action: 'link-limit.saved',
      entity: 'contractor',
      entityId: contractorId,
      contractorId,
      details: { before: first.length > 0 ? null : (before?.aDay ?? null), after: aDay },
    });
  });
}
