import { defaultRates, type CalculatorRates } from '@lintel/contract/marketing/calculator';
import type { Received } from '@lintel/contract/core/endpoint';
import { messages } from '@lintel/contract/core/fields';
import { mapValues } from '@lintel/contract/core/map-values';
import { isRecord } from '@lintel/contract/core/narrow';
import { changingRules } from '@lintel/contract/settings/access';
import type { Setting, settingNames, updateSetting } from '@lintel/contract/settings/records';
import type { Database } from '../../platform/db/connect.ts';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import { AppError, invalidField } from '../../platform/errors.ts';
import { mayUse } from '../../platform/http/caller.ts';
import type { SettingDeps } from './deps.ts';
import { storeFlyerSetting } from './flyer-setting.ts';
import {
  findSetting,
  findSettingById,
  lastEditOf,
  lockSetting,
  readSettingValue,
  insertSetting,
  lockSettingByName,
  requireUnchanged,
  writeSettingValue,
} from './repository.ts';

type Name = (typeof settingNames)[number];

/** A setting with who changed it last. */
export async function readSetting(deps: SettingDeps, name: Name): Promise<Setting> {
  const row = await findSetting(deps.db, name);
  const value = row?.value ?? '';
  return {
    paramId: row?.id ?? 0,
    paramName: name,
    paramVal: typeof value === 'string' ? value : JSON.stringify(value),
    userId: row?.userId ?? null,
    ...(await lastEditOf(deps, deps.db, row)),
  };
}

type Form = Received<typeof updateSetting, 'body'>;

/**
 * Changes the flyer setting, or the service agreement date for callers who may change the rules.
 * Throws `not_found`, `access_denied`, `conflict`, or field errors.
 */
export async function changeSetting(
  deps: SettingDeps,
  caller: Caller,
  id: number,
  form: Form,
): Promise<{ message: string; setting: Setting }> {
  const name = form.paramName ?? (await findSettingById(deps.db, id))?.name;
  if (name === undefined) throw new AppError('not_found');
  if (name === 'FlyerTemplate') {
    await changeFlyer(deps, caller, id, form);
    return { message: 'Update successful!', setting: await readSetting(deps, name) };
  }
  if (name !== 'ServiceAgreementDate')
    throw invalidField('paramName', 'This setting cannot be changed here.');
  if (!mayUse(changingRules, caller)) throw new AppError('access_denied');
  await renewAgreement(deps, caller, id, form);
  return { message: 'Service agreement date is update', setting: await readSetting(deps, name) };
}

/** Changes the template in use, or the demo data. */
async function changeFlyer(
  deps: SettingDeps,
  caller: Caller,
  id: number,
  form: Form,
): Promise<void> {
  const { templateId, demoData } = form;
  if (templateId === undefined && demoData === undefined)
    throw invalidField('demoData', messages.required);
  await deps.db.transaction(async (tx) => {
    const stored = await lockSetting(tx, id);
    if (stored === undefined) throw new AppError('not_found');
    if (stored.name !== 'FlyerTemplate')
      throw invalidField('paramName', 'This is the name of another setting.');
    if (templateId !== undefined && !(await deps.isFlyerTemplate(tx, templateId)))
      throw invalidField('templateId', 'This template does not exist.');
    const { id: userId, firstname, lastname } = caller.authenticated;
    const change = { userId, userName: `${firstname} ${lastname}`.trim(), at: deps.clock.now() };
    await storeFlyerSetting(tx, change, { templateId, demoData });
    const details = {
      name: stored.name,
      ...(templateId !== undefined && { templateId }),
      demoData: demoData !== undefined,
    };
    await recordAudit(tx, deps.clock, caller, {
      action: 'setting.updated',
      entity: 'setting',
      entityId: id,
      details,
    });
  });
}

export const automaticAccountsSetting = 'AutomaticAccounts';

/** Whether paying creates a contractor's account, which it does unless staff turned it off. */
export const createsAccountsAutomatically = async (db: Database): Promise<boolean> =>
  (await readSettingValue(db, automaticAccountsSetting)) !== false;

/**
 * Yearly rates in percent that the payment calculator reckons with; a band that no sensible rate is
 * stored for has the default.
 */
export async function calculatorRates(db: Database): Promise<CalculatorRates> {
  const value = await readSettingValue(db, 'CalculatorRates');
  const stored = isRecord(value) ? value : {};
  const rateOf = (rate: number, band: string): number => {
    const own = stored[band];
    return typeof own === 'number' && own >= 0 && own <= 100 ? own : rate;
  };
  return mapValues(defaultRates, rateOf);
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
export const agreementEffect = async ({ db, agreementCounts }: SettingDeps) =>
  agreementCounts(db, await serviceAgreementDate(db));

/**
 * Sets the service agreement date, to now unless another moment is given: whoever accepted before
 * it has to accept again. `id` is 0 when it was never set. Throws `not_found` for another setting's
 * id, a field error for a moment to come, or `conflict`.
 */
async function renewAgreement(
  deps: SettingDeps,
  caller: Caller,
  id: number,
  { paramVal = '', lastEdit }: { paramVal?: string | undefined; lastEdit?: string | undefined },
): Promise<void> {
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
}
