import type { Database } from '../../platform/db/connect.ts';
import { AppError, invalidField } from '../../platform/errors.ts';
import { tierTeamLimits } from '../settings/index.ts';
import type { Editable } from './edit-rules.ts';
import { plansWithIds } from './plan-repository.ts';
import { findContractor } from './repository.ts';

type Sized = Pick<Editable, 'planId' | 'maxTeamUsers'>;

/**
 * How many team users a plan's tier allows; 0 without a plan. Throws a field error for an unknown
 * plan.
 */
async function tierLimit(db: Database, planId: number | null): Promise<number> {
  if (planId === null) return 0;
  const [plan] = await plansWithIds(db, [planId]);
  if (plan === undefined) throw invalidField('plan', 'This plan does not exist.');
  return (await tierTeamLimits(db))[plan.tier];
}

/** The limit after a change of plan or team size; null when neither changes. */
export async function limitWith(
  db: Database,
  stored: Sized,
  changes: Partial<Sized>,
): Promise<number | null> {
  if (!('planId' in changes) && !('maxTeamUsers' in changes)) return null;
  const { planId, maxTeamUsers } = { ...stored, ...changes };
  const ofTier = await tierLimit(db, planId);
  return maxTeamUsers ?? ofTier;
}

/** A contractor's own number and its tier's, or that of another plan. Throws `not_found`. */
export async function teamLimitOf(db: Database, contractorId: number, planId: number | undefined) {
  const found = await findContractor(db, contractorId);
  if (found === undefined) throw new AppError('not_found');
  const { contractor, plan } = found;
  return {
    contractorMaxTeamUsers: contractor.maxTeamUsers,
    tierMaxTeamUsers:
      planId === undefined && plan === null
        ? null
        : await tierLimit(db, planId ?? contractor.planId),
  };
}
