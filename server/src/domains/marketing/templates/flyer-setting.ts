import { isDeepStrictEqual } from 'node:util';
import { messages } from '@lintel/contract/core/fields';
import type { FlyerSetting } from '@lintel/contract/marketing/flyer-setting';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { AppError, invalidField } from '../../../platform/errors.ts';
import type { SettingForm } from '../../../platform/settings/routes.ts';
import { isFlyerTemplate } from './repository.ts';
import type { Database } from '../../../platform/db/connect.ts';
import {
  insertSetting,
  lockSetting,
  lockSettingByName,
  readSettingValue,
  writeSettingValue,
} from '../../../platform/settings/store.ts';

const name = 'FlyerTemplate';

/** The template in use, the demo data, and their last authors. */
export async function readFlyerSetting(db: Database): Promise<FlyerSetting> {
  return required(await readSettingValue(db, name));
}

type Kind = 'flyerTemplate' | 'socialMediaImageTemplates';

interface BuiltIn {
  templateId: number;
  demoData: string;
  /** Ids of the built-in templates. */
  templates: Readonly<Record<Kind, readonly number[]>>;
  /** Displayed as the author for built-in content. */
  userName: string;
  at: Date;
}

/** Stores the setting unless it exists, with the product as author. */
export async function ensureFlyerSetting(tx: Database, builtIn: BuiltIn): Promise<void> {
  const { templateId, demoData, templates, userName, at } = builtIn;
  const first: FlyerSetting = { contractorId: null, templateId, lastUpdated: untouched, demoData };
  await insertSetting(tx, { name, value: first, at });
  const stored = await lockSettingByName(tx, name);
  const setting = required(stored?.value);
  const change = { userName, date: at.toISOString() };
  const filled = (kind: Kind) => ({
    ...Object.fromEntries(templates[kind].map((id) => [id, change])),
    ...setting.lastUpdated[kind],
  });
  const lastUpdated = {
    demoData: setting.lastUpdated.demoData ?? change,
    flyerTemplate: filled('flyerTemplate'),
    socialMediaImageTemplates: filled('socialMediaImageTemplates'),
  };
  if (stored === undefined || isDeepStrictEqual(lastUpdated, setting.lastUpdated)) return;
  await writeSettingValue(tx, {
    name,
    value: { ...setting, lastUpdated },
    userId: stored.userId,
    at: stored.lastEdit,
  });
}

const untouched = { flyerTemplate: {}, socialMediaImageTemplates: {} };

/** Author and time of a change. */
export interface Change {
  userId: number;
  userName: string;
  at: Date;
}

/**
 * Records who last changed a template of this kind, in the caller's transaction, which keeps the
 * record locked.
 */
export async function recordTemplateChange(
  tx: Database,
  kind: Kind,
  templateId: number,
  change: Change,
): Promise<void> {
  await changeFlyerSetting(tx, change, (setting) => {
    const changes = { ...setting.lastUpdated[kind], [templateId]: lastChange(change) };
    return { ...setting, lastUpdated: { ...setting.lastUpdated, [kind]: changes } };
  });
}

/** Stores the chosen template or the demo data, whichever is given. */
export async function storeFlyerSetting(
  tx: Database,
  change: Change,
  wanted: { templateId?: number | undefined; demoData?: string | undefined },
): Promise<void> {
  const { templateId, demoData } = wanted;
  await changeFlyerSetting(tx, change, (setting) => ({
    ...setting,
    ...(templateId !== undefined && { templateId }),
    ...(demoData !== undefined && {
      demoData,
      lastUpdated: { ...setting.lastUpdated, demoData: lastChange(change) },
    }),
  }));
}

const lastChange = ({ userName, at }: Change) => ({ userName, date: at.toISOString() });

async function changeFlyerSetting(
  tx: Database,
  change: Change,
  next: (setting: FlyerSetting) => FlyerSetting,
): Promise<void> {
  const stored = await lockSettingByName(tx, name);
  const { userId, at } = change;
  await writeSettingValue(tx, { name, value: next(required(stored?.value)), userId, at });
}

function required(value: unknown): FlyerSetting {
  if (value === undefined)
    throw new Error('The flyer setting is missing: it is made at each start');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only this file writes the setting
  return value as FlyerSetting;
}

/** Changes the template in use, or the demo data. */
export async function changeFlyer(
  { db, clock }: Context,
  caller: Caller,
  id: number,
  form: SettingForm,
): Promise<string> {
  const { templateId, demoData } = form;
  if (templateId === undefined && demoData === undefined)
    throw invalidField('demoData', messages.required);
  await db.transaction(async (tx) => {
    const stored = await lockSetting(tx, id);
    if (stored === undefined) throw new AppError('not_found');
    if (stored.name !== 'FlyerTemplate')
      throw invalidField('paramName', 'Another setting already has this name.');
    if (templateId !== undefined && !(await isFlyerTemplate(tx, templateId)))
      throw invalidField('templateId', 'This template does not exist.');
    const { id: userId, firstname, lastname } = caller.authenticated;
    const change = { userId, userName: `${firstname} ${lastname}`.trim(), at: clock.now() };
    await storeFlyerSetting(tx, change, { templateId, demoData });
    const details = {
      name: stored.name,
      ...(templateId !== undefined && { templateId }),
      demoData: demoData !== undefined,
    };
    await recordAudit(tx, clock, caller, {
      action: 'setting.updated',
      entity: 'setting',
      entityId: id,
      details,
    });
  });
  return 'Update successful!';
}
