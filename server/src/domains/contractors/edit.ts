import { eq } from 'drizzle-orm';
import { keysOf } from '@lintel/contract/core/map-values';
import type { Context } from '../../platform/context.ts';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError, invalidField } from '../../platform/errors.ts';
import {
  findChanges,
  changedFields,
  decisionWords,
  requireAllowed,
  requireRefundRights,
  requireRights,
  requestedFields,
  wireName,
  type Change,
  type Editable,
  type ContractorRecord,
} from './edit-changes.ts';
import { lastEdit, managedAction } from './history.ts';
import { lockContractor, requireManager } from './owners.ts';
import { plansWithIds, requireGivable } from './plan-repository.ts';
import type { TeamUser } from './ports.ts';
import { contractors } from './tables.ts';
import { tierTeamLimits } from './tier-team-limits.ts';
import { findContractor } from './repository.ts';

/**
 * Applies the sent fields that differ from the stored contractor. Returns null when done, or the
 * team users beyond a lower limit; then nothing changes until the request is repeated with
 * `teamUsersConfirmationReceived`. Throws `not_found`, field errors, `access_denied`, or `conflict`
 * when the contractor changed after `version`.
 */
export async function editContractor(
  context: Context,
  caller: Caller,
  id: number,
  change: Change,
): Promise<TeamUser[] | null> {
  return context.db.transaction(async (tx) => {
    const stored = await lockContractor(tx, id);
    const requested = findChanges(stored, requestedFields(change));
    const decision = change.cancellation;
    const isCanceled = requested.paymentStatus === 'Canceled';
    const changes =
      isCanceled && decision?.when === 'term-end' ? withoutStatus(requested) : requested;
    if (change.version !== undefined && change.version !== stored.version)
      throw await stale(tx, context, stored, requested);
    requireRights(caller, changes);
    if (isCanceled) requireRefundRights(context, caller, decision);
    requireAllowed(stored, requested);
    await requireKnown(tx, changes);
    if (Object.keys(requested).length === 0) return null;
    const limit = await limitWith(tx, stored, changes);
    const beyond = limit === null ? [] : await context.team.beyond(tx, id, limit);
    if (beyond.length > 0 && !change.teamUsersConfirmationReceived) return beyond;
    const words = await changedFields(tx, stored, changes);
    // Scheduling the plan's end changes no column, so the version is incremented here for other
    // editors.
    const version = stored.version + 1;
    await tx
      .update(contractors)
      .set({ ...changes, version })
      .where(eq(contractors.id, id));
    if (limit !== null)
      await context.emit(tx, 'contractor.team-limited', { caller, contractorId: id, limit });
    await recordAudit(tx, context.clock, caller, {
      action: managedAction,
      entity: 'contractor',
      entityId: id,
      contractorId: id,
      details: {
        changes: [...words, ...decisionWords(isCanceled ? decision : undefined)],
        version,
      },
    });
    if (isCanceled)
      await context.emit(tx, 'contractor.canceled', { caller, contractorId: id, decision });
    const { planId: oldPlanId } = stored;
    if ('planId' in changes)
      await context.emit(tx, 'contractor.plan-changed', { contractorId: id, oldPlanId });
    if (changes.paymentStatus === 'Renewed')
      await context.emit(tx, 'contractor.renewed', { caller, contractorId: id });
    return null;
  });
}

const withoutStatus = ({ paymentStatus: _status, ...rest }: Partial<Editable>): Partial<Editable> =>
  rest;

/** Requires that a changed plan can be assigned, and that partner, referral, and manager exist. */
async function requireKnown(tx: Database, changes: Partial<Editable>): Promise<void> {
  if (typeof changes.planId === 'number') await requireGivable(tx, changes.planId, 'plan');
  await requireManager(tx, changes.managerId);
  for (const field of ['partnerId', 'referralId'] as const) {
    const id = changes[field];
    if (id === undefined || id === null) continue;
    const rows = await tx
      .select({ id: contractors.id })
      .from(contractors)
      .where(eq(contractors.id, id));
    if (rows.length === 0) throw invalidField(field, 'There is no contractor with this ID.');
  }
}

/**
 * The conflict error, with the first editor and the current value of each field that would have
 * been overwritten.
 */
async function stale(
  tx: Database,
  context: Context,
  stored: ContractorRecord,
  changes: Partial<Editable>,
): Promise<AppError> {
  const edit = await lastEdit(tx, context, stored.id);
  const now = await changedFields(tx, stored, changes);
  // Payments also change a contractor, without an editor.
  const who = edit?.version === stored.version ? edit.by : 'Someone else';
  const columns = keysOf(changes);
  const fields = columns.map((column, at) => [
    wireName(column),
    `It is now “${now[at]?.from ?? ''}”.`,
  ]);
  return new AppError('conflict', {
    message: `${who} changed this contractor while you were editing. Nothing was saved.`,
    fields: Object.fromEntries(fields),
  });
}

type TeamSizeFields = Pick<Editable, 'planId' | 'maxTeamUsers'>;

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
async function limitWith(
  db: Database,
  stored: TeamSizeFields,
  changes: Partial<TeamSizeFields>,
): Promise<number | null> {
  if (!('planId' in changes) && !('maxTeamUsers' in changes)) return null;
  const { planId, maxTeamUsers } = { ...stored, ...changes };
  const ofTier = await tierLimit(db, planId);
  return maxTeamUsers ?? ofTier;
}

/** A contractor's own limit and its tier's, or another plan's. Throws `not_found`. */
export async function readTeamLimit(
  db: Database,
  contractorId: number,
  planId: number | undefined,
) {
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
