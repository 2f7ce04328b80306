import type { Received } from '@lintel/contract/core/endpoint';
import { messages } from '@lintel/contract/core/fields';
import type { Setting, settingNames, updateSetting } from '@lintel/contract/settings';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError, invalidField } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { storeFlyerSetting } from './flyer-setting.ts';
import { findSetting, lockSetting } from './repository.ts';

/** What the settings ask of other domains. */
export interface SettingDeps {
  db: Database;
  clock: Clock;
  accountOf(db: Database, userId: number): Promise<{ firstname: string; lastname: string; email: string } | null>;
  isFlyerTemplate(db: Database, templateId: number): Promise<boolean>;
}

type Name = (typeof settingNames)[number];

/** A setting with who changed it last. */
export async function readSetting({ db, accountOf }: SettingDeps, name: Name): Promise<Setting> {
  const row = await findSetting(db, name);
  if (row === undefined) {
    return { paramId: 0, paramName: name, paramVal: '', userId: null, userName: '', email: '', lastEdit: null };
  }
  const account = row.userId === null ? null : await accountOf(db, row.userId);
  return {
    paramId: row.id,
    paramName: name,
    paramVal: typeof row.value === 'string' ? row.value : JSON.stringify(row.value),
    userId: row.userId,
    userName: account === null ? '' : `${account.firstname} ${account.lastname}`.trim(),
    email: account?.email ?? '',
    lastEdit: row.lastEdit.toISOString(),
  };
}

/** Changes the flyer setting: the template in use, or the demo data. Throws `not_found` or field errors. */
export async function changeSetting(
  deps: SettingDeps,
  caller: Caller,
  id: number,
  form: Received<typeof updateSetting, 'body'>,
): Promise<void> {
  const { paramName, templateId, demoData } = form;
  if (paramName !== 'FlyerTemplate') throw invalidField('paramName', 'This setting cannot be changed here.');
  if (templateId === undefined && demoData === undefined) throw invalidField('demoData', messages.required);
  await deps.db.transaction(async (tx) => {
    const stored = await lockSetting(tx, id);
    if (stored === undefined) throw new AppError('not_found');
    if (stored.name !== paramName) throw invalidField('paramName', 'This is the name of another setting.');
    if (templateId !== undefined && !(await deps.isFlyerTemplate(tx, templateId)))
      throw invalidField('templateId', 'This template does not exist.');
    const { id: userId, firstname, lastname } = caller.authenticated;
    const change = { userId, userName: `${firstname} ${lastname}`.trim(), at: deps.clock.now() };
    await storeFlyerSetting(tx, change, { templateId, demoData });
    const details = { name: paramName, ...(templateId !== undefined && { templateId }), demoData: demoData !== undefined };
    await recordAudit(tx, deps.clock, caller, { action: 'setting.updated', entity: 'setting', entityId: id, details });
  });
}
