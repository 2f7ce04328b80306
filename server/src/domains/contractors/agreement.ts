import { changingRules } from '@lintel/contract/core/changing-rules';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError, invalidField } from '../../platform/errors.ts';
import { mayUse } from '../../platform/http/caller.ts';
import type { SettingForm } from '../../platform/settings/routes.ts';
import {
  insertSetting,
  lockSettingByName,
  readSettingValue,
  requireUnchanged,
  writeSettingValue,
} from '../../platform/settings/store.ts';
import { agreementCounts } from './repository.ts';

const name = 'ServiceAgreementDate';

/**
 * The date since which contractors must have accepted the service agreement; null when it was never
 * set.
 */
export async function serviceAgreementDate(db: Database): Promise<Date | null> {
  const value = await readSettingValue(db, name);
  return typeof value === 'string' && value !== '' ? new Date(value) : null;
}

/**
 * How many contractors have accepted the current agreement and would have to accept again, and how
 * many haven't.
 */
export const agreementEffect = async (db: Database) =>
  agreementCounts(db, await serviceAgreementDate(db));

/**
 * Sets the service agreement date, by default to now; contractors who accepted earlier must accept
 * again. `id` is 0 when the date was never set. Throws `not_found` for another setting's id,
 * `access_denied`, a field error for a future date, or `conflict`.
 */
export async function renewAgreement(
  context: Context,
  caller: Caller,
  id: number,
  { paramVal = '', lastEdit }: SettingForm,
): Promise<string> {
  if (!mayUse(changingRules, caller)) throw new AppError('access_denied');
  const at = context.clock.now();
  const date = paramVal === '' ? at : new Date(paramVal);
  // With a future date, no contractor could accept the agreement today.
  if (date > at) throw invalidField('paramVal', 'The date cannot be in the future.');
  await context.db.transaction(async (tx) => {
    await insertSetting(tx, { name, value: '', at });
    const stored = await lockSettingByName(tx, name);
    if (stored === undefined || (id !== 0 && id !== stored.id)) throw new AppError('not_found');
    await requireUnchanged(context, tx, stored, lastEdit === '' ? null : lastEdit);
    const value = date.toISOString();
    await writeSettingValue(tx, { name, value, userId: caller.authenticated.id, at });
    const entry = { action: 'setting.updated', entity: 'setting', entityId: stored.id } as const;
    await recordAudit(tx, context.clock, caller, {
      ...entry,
      details: { name, from: stored.value, to: value },
    });
  });
  return 'Service agreement date is update';
}
