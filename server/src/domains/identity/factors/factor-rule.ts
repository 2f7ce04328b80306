import type { FactorRule } from '@lintel/contract/identity/factors';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { dayIn } from '../../../platform/days.ts';
import { AppError } from '../../../platform/errors.ts';
import type { AccountKind } from '../../../platform/http/caller.ts';
import {
  findSetting,
  lockSettingByName,
  writeSettingValue,
} from '../../../platform/settings/store.ts';

/** Setting: the date from which contractors and their teams need a second factor. */
export const factorSetting = 'ContractorFactorsFrom';

/** The date in a stored rule; null when contractors need no second factor. */
export const parseRuleDay = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : null;

/** Whether an account of this kind must have a second factor; staff and lenders' people always must. */
export const isFactorNeeded = (
  kind: AccountKind,
  from: string | null,
  { clock, config }: Context,
): boolean =>
  kind === 'staff' ||
  kind === 'lender' ||
  (from !== null && from <= dayIn(clock.now(), config.BUSINESS_TIME_ZONE));

/** Whether the account must have a second factor under the current rule. */
export async function mustHaveFactor(
  context: Context,
  db: Database,
  kind: AccountKind,
): Promise<boolean> {
  const from = parseRuleDay((await findSetting(db, factorSetting))?.value);
  return isFactorNeeded(kind, from, context);
}

/** The rule and when it was last saved. */
export async function readFactorRule(db: Database): Promise<FactorRule> {
  const stored = await findSetting(db, factorSetting);
  return {
    contractorsFrom: parseRuleDay(stored?.value),
    savedAt: stored?.lastEdit.toISOString() ?? null,
  };
}

/** Saves the rule. Throws `conflict` when it changed since `savedAt`. */
export async function saveFactorRule(
  { db, clock }: Context,
  caller: Caller,
  wanted: { contractorsFrom: string | null; savedAt?: string | null | undefined },
): Promise<void> {
  const { contractorsFrom, savedAt } = wanted;
  await db.transaction(async (tx) => {
    const stored = await lockSettingByName(tx, factorSetting);
    const before = parseRuleDay(stored?.value);
    if (savedAt !== undefined && savedAt !== (stored?.lastEdit.toISOString() ?? null))
      throw new AppError('conflict', {
        message: 'Someone else changed this rule. Please open it again.',
      });
    await writeSettingValue(tx, {
      name: factorSetting,
      value: contractorsFrom ?? '',
      userId: caller.authenticated.id,
      at: clock.now(),
    });
    await recordAudit(tx, clock, caller, {
      action: 'two-step-rule.saved',
      entity: 'setting',
      entityId: factorSetting,
      contractorId: null,
      details: { before: { contractorsFrom: before }, after: { contractorsFrom } },
    });
  });
}
