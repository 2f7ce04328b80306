import {
  accountNames,
  defaultAccountNames,
  type AccountNames,
  type StoredAccounts,
} from '@lintel/contract/accounting/accounts';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import {
  findSetting,
  insertSetting,
  lockSettingByName,
  writeSettingValue,
} from '../../platform/settings/store.ts';

const accountsSetting = 'AccountingAccounts';

/** The account names. An unreadable setting is an error, so that no journal has wrong accounts. */
export async function readAccounts(db: Database): Promise<StoredAccounts> {
  const row = await findSetting(db, accountsSetting);
  if (row === undefined) return { names: defaultAccountNames, savedAt: null };
  const parsed = accountNames.safeParse(row.value);
  if (!parsed.success)
    throw new Error(`The setting ${accountsSetting} cannot be read: ${parsed.error.message}`);
  // The built-in names, stored only as a row to lock.
  return { names: parsed.data, savedAt: row.userId === null ? null : row.lastEdit.toISOString() };
}

/** Changes the account names. Throws `conflict` when another user changed them after `savedAt`. */
export async function saveAccounts(
  { db, clock }: Context,
  caller: Caller,
  { savedAt, ...names }: AccountNames & { savedAt: string | null },
): Promise<void> {
  await db.transaction(async (tx) => {
    const at = clock.now();
    await insertSetting(tx, { name: accountsSetting, value: defaultAccountNames, at });
    await lockSettingByName(tx, accountsSetting);
    const before = await readAccounts(tx);
    if (before.savedAt !== savedAt)
      throw new AppError('conflict', {
        message: 'Another user changed the accounts. Please open them again.',
      });
    const userId = caller.authenticated.id;
    await writeSettingValue(tx, { name: accountsSetting, value: names, userId, at });
    await recordAudit(tx, clock, caller, {
      action: 'accounting.accounts-saved',
      entity: 'setting',
      entityId: accountsSetting,
      contractorId: null,
      details: { before: before.names, after: names },
    });
  });
}
