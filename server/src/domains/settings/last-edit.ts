import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import type { SettingDeps } from './deps.ts';
import type { SettingRow } from './repository.ts';

/** Who changed a setting last and when; nobody while it is as it came with the portal. */
export async function lastEditOf({ accountOf }: SettingDeps, db: Database, row: SettingRow | undefined) {
  const userId = row?.userId ?? null;
  if (row === undefined || userId === null) return { userName: '', email: '', lastEdit: null };
  const account = await accountOf(db, userId);
  return {
    userName: account === null ? '' : `${account.firstname} ${account.lastname}`.trim(),
    email: account?.email ?? '',
    lastEdit: row.lastEdit.toISOString(),
  };
}

/** Throws `conflict`, with the name of who was faster, when a setting is not the one that the caller has seen. */
export async function requireUnchanged(
  deps: SettingDeps,
  tx: Database,
  row: SettingRow,
  seen: string | null | undefined,
): Promise<void> {
  if (seen === undefined) return;
  const { lastEdit, userName } = await lastEditOf(deps, tx, row);
  if (seen === lastEdit) return;
  throw new AppError('conflict', { message: `${userName || 'Somebody else'} changed this meanwhile. Nothing was saved.` });
}
