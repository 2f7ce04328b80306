import { changingRules } from '@lintel/contract/core/changing-rules';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Clock } from '../../platform/clock.ts';
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
  type SettingAuthors,
} from '../../platform/settings/store.ts';
import { agreementCounts } from './repository.ts';

export interface AgreementDeps extends SettingAuthors {
  db: Database;
  clock: Clock;
}

const name = 'ServiceAgreementDate';

/**
 * Since when contractors must have accepted the service agreement anew; null when it was never set.
 */
export async function serviceAgreementDate(db: Database): Promise<Date | null> {
  const value = await readSettingValue(db, name);
  return typeof value === 'string' && value !== '' ? new Date(value) : null;
}

/**
 * How many contractors have accepted the agreement as it stands, and would have to again; how many
 * have not.
 */
export const agreementEffect = async (db: Database) =>
  agreementCounts(db, await serviceAgreementDate(db));

/**
 * Sets the service agreement date, to now unless another moment is given: whoever accepted before
 * it has to accept again. `id` is 0 when it was never set. Throws `not_found` for another setting's
 * id, `access_denied`, a field error for a moment to come, or `conflict`.
 */
export async function renewAgreement(
  deps: AgreementDeps,
  caller: Caller,
  id: number,
  { paramVal = '', lastEdit }: SettingForm,
): Promise<string> {
  if (!mayUse(changingRules, caller)) throw new AppError('access_denied');
  const at = deps.clock.now();
  const date = paramVal === '' ? at : new Date(paramVal);
  // Nobody could accept an agreement of tomorrow today.
  if (date > at) throw invalidField('paramVal', 'The date cannot be in the future.');
  await deps.db.transaction(async (tx) => {
    await insertSetting(tx, { name, value: '', at });
    const stored = await lockSettingByName(tx, name);
    if (stored === undefined || (id !== 0 && id !== stored.id)) throw new AppError('not_found');
    await requireUnchanged(deps, tx, stored, lastEdit === '' ? null : lastEdit);
    const value = date.toISOString();
    await writeSettingValue(tx, { name, value, userId: caller.authenticated.id, at });
    const entry = { action: 'setting.updated', entity: 'setting', entityId: stored.id } as const;
    await recordAudit(tx, deps.clock, caller, {
      ...entry,
      details: { name, from: stored.value, to: value },
    });
  });
  return 'Service agreement date is update';
}
