import type { Context } from '../../../platform/context.ts';
import { priceTellingDays } from '@lintel/contract/billing/constants';
import type { PlanForm, PlanYears } from '@lintel/contract/billing/plans';
import type { PlanVisibility } from '@lintel/contract/billing/plans-constants';
import { isRecord } from '@lintel/contract/core/narrow';
import { auditor, type Caller } from '../../../platform/audit/audit.ts';
import { auditChanges } from '../../../platform/audit/values.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError, toError, invalidField } from '../../../platform/errors.ts';
import { toCents } from '../../../platform/money.ts';
import { allRoles, holdRoles } from '../../identity/index.ts';
import {
  deletePlanRow,
  hasPlan,
  insertPlan,
  lockPlan,
  readPlanYears,
  updatePlan,
  type PlanValues,
  type StoredPlan,
} from './repository.ts';
import { addDays } from './schedule.ts';

const audit = auditor('plan');

/** Creates a plan. Throws field errors. */
export const createPlan = (context: Context, caller: Caller, form: PlanForm): Promise<StoredPlan> =>
  context.db.transaction(async (tx) => {
    await requireGivable(tx, form.roles);
    const made = await insertPlan(tx, planValues(form, 'hidden'), form.roles);
    await audit(tx, context, caller, 'created', {
      entityId: made.plan.id,
      details: { plan: recorded(made) },
    });
    return made;
  });

/**
 * Saves a plan. Throws `not_found`, `conflict` when it changed after `version`, or field errors.
 */
export const changePlan = (
  context: Context,
  caller: Caller,
  request: { id: number; version: number | undefined; form: PlanForm },
): Promise<StoredPlan> =>
  context.db.transaction(async (tx) => {
    const { id, version, form } = request;
    const stored = await lockExisting(tx, id);
    if (version !== undefined && version !== stored.plan.version)
      throw new AppError('conflict', { message: 'Someone else changed this plan.' });
    await requireGivable(tx, form.roles);
    const saved = await updatePlan(
      tx,
      stored.plan,
      planValues(form, stored.plan.visibility),
      form.roles,
    );
    const changes = auditChanges(recorded(stored), recorded(saved));
    await audit(tx, context, caller, 'updated', {
      entityId: id,
      details: { changes, version: saved.plan.version },
    });
    return saved;
  });

/**
 * How many contractors pay for a plan, and when a new price would apply to them. Throws
 * `not_found`.
 */
export async function planYears({ db, clock }: Context, id: number): Promise<PlanYears> {
  if (!(await hasPlan(db, id))) throw new AppError('not_found');
  const { contractors, ...days } = await readPlanYears(
    db,
    id,
    addDays(clock.now(), priceTellingDays.last),
  );
  const { nextFrom, raisedFrom, raisedUntil } = days;
  return {
    contractors,
    nextFrom: nextFrom?.toISOString() ?? null,
    raisedFrom: raisedFrom?.toISOString() ?? null,
    raisedUntil: raisedUntil?.toISOString() ?? null,
  };
}

/** Deletes a plan. Throws `not_found`, or `in_use` when anything refers to it. */
export const deletePlan = (context: Context, caller: Caller, id: number): Promise<void> =>
  unlessInUse(() =>
    context.db.transaction(async (tx) => {
      const stored = await lockExisting(tx, id);
      await deletePlanRow(tx, id);
      await audit(tx, context, caller, 'deleted', {
        entityId: id,
        details: { plan: recorded(stored) },
      });
    }),
  );

async function lockExisting(tx: Database, id: number): Promise<StoredPlan> {
  const stored = await lockPlan(tx, id);
  if (stored === undefined) throw new AppError('not_found');
  return stored;
}

/** Rejects staff roles, because a plan grants its roles to contractors. */
async function requireGivable(tx: Database, roleIds: readonly number[]): Promise<void> {
  await holdRoles(tx, roleIds);
  const known = await allRoles(tx);
  for (const id of roleIds) {
    const role = known.find((one) => one.id === id);
    if (role === undefined) throw invalidField('roles', 'This role does not exist.');
    if (role.staffOnly) throw invalidField('roles', `The role ${role.name} is for staff only.`);
  }
}

/** A form's column values; `visibility` is used when the form omits it. */
function planValues(
  { price, roles: _roles, ...rest }: PlanForm,
  visibility: PlanVisibility,
): PlanValues {
  if (rest.tier === 'Test' && rest.visibility === 'public')
    throw invalidField('visibility', "A plan in the Test tier can't be public.");
  return { ...rest, visibility: rest.visibility ?? visibility, priceCents: toCents(price) };
}

const recorded = ({
  plan: { id: _id, version: _version, ...values },
  roleIds,
}: StoredPlan): Record<string, unknown> => ({
  ...values,
  roles: roleIds,
});

const foreignKeyViolation = '23503';

/** The database's foreign keys decide, so that no contractor can get the plan at the same time. */
async function unlessInUse(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { cause } = toError(error);
    if (!isRecord(cause) || cause['code'] !== foreignKeyViolation) throw error;
    throw new AppError('in_use', {
      message:
        "Contractors use this plan, so it can't be deleted. You can archive it instead: no new contractor gets it, and those who have it keep it.",
    });
  }
}
