import type { FlyerSetting } from '@lintel/contract/settings';
import type { Database } from '../../platform/db/connect.ts';
import { insertSetting, lockSettingByName, readSettingValue, writeSettingValue } from './repository.ts';

const name = 'FlyerTemplate';

/** The template in use, the demo data, and who changed what last. */
export async function readFlyerSetting(db: Database): Promise<FlyerSetting> {
  return required(await readSettingValue(db, name));
}

/** Stores the setting when there is none yet. */
export async function ensureFlyerSetting(
  db: Database,
  { templateId, demoData, at }: { templateId: number; demoData: string; at: Date },
): Promise<void> {
  const lastUpdated = { flyerTemplate: {}, socialMediaImageTemplates: {} };
  const value: FlyerSetting = { contractorId: null, templateId, lastUpdated, demoData };
  await insertSetting(db, { name, value, at });
}

/** Who changes something, and when. */
export interface Change {
  userId: number;
  userName: string;
  at: Date;
}

/** Writes down who changed a template of this kind last. In the caller's transaction, in which the record stays locked. */
export async function noteTemplateChange(
  tx: Database,
  kind: 'flyerTemplate' | 'socialMediaImageTemplates',
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
    ...(demoData !== undefined && { demoData, lastUpdated: { ...setting.lastUpdated, demoData: lastChange(change) } }),
  }));
}

const lastChange = ({ userName, at }: Change) => ({ userName, date: at.toISOString() });

async function changeFlyerSetting(tx: Database, change: Change, next: (setting: FlyerSetting) => FlyerSetting): Promise<void> {
  const stored = await lockSettingByName(tx, name);
  const { userId, at } = change;
  await writeSettingValue(tx, { name, value: next(required(stored?.value)), userId, at });
}

function required(value: unknown): FlyerSetting {
  if (value === undefined) throw new Error('The flyer setting is missing: it is made at each start');
  return value as FlyerSetting;
}
