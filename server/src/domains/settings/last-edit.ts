import { and, asc, eq, gt } from 'drizzle-orm';
import { auditLog } from '../../platform/tables.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import type { SettingDeps } from './deps.ts';
import type { SettingRow } from './repository.ts';

/** Who changed a setting last and when; nobody while it is as it came with the portal. */
export async function lastEditOf(
  { accountOf }: SettingDeps,
  db: Database,
  row: SettingRow | undefined,
) {
  const userId = row?.userId ?? null;
  if (row === undefined || userId === null) return { userName: '', email: '', lastEdit: null };
  const account = await accountOf(db, userId);
  return {
    userName: account === null ? '' : `${account.firstname} ${account.lastname}`.trim(),
    email: account?.email ?? '',
    lastEdit: row.lastEdit.toISOString(),
  };
}

/**
 * What a setting held at the time of `seen`, by the audit log; undefined when it was not changed
 * since.
 */
export async function valueAt(
  tx: Database,
  row: SettingRow,
  seen: string | null,
): Promise<unknown> {
  const since = seen === null ? undefined : gt(auditLog.at, new Date(seen));
  const ofSetting = and(
    eq(auditLog.entity, 'setting'),
    eq(auditLog.entityId, String(row.id)),
    since,
  );
  const [first] = await tx
    .select({ details: auditLog.details })
    .from(auditLog)
    .where(ofSetting)
    .orderBy(asc(auditLog.id))
    .limit(1);
  return (first?.details as { from?: unknown } | undefined)?.from;
}

/**
 * Throws `conflict`, with the name of who was faster and what `tell` says of the change, when a
 * setting is not the one that the caller has seen.
 */
export async function requireUnchanged(
  deps: SettingDeps,
  tx: Database,
  row: SettingRow,
  seen: string | null | undefined,
  tell: (seen: string | null) => Promise<string> = () => Promise.resolve(''),
): Promise<void> {
  if (seen === undefined) return;
  const { lastEdit, userName } = await lastEditOf(deps, tx, row);
  if (seen === lastEdit) return;
  const told = await tell(seen);
  const what = told === '' ? '' : ` ${told}.`;
  throw new AppError('conflict', {
    message: `${userName || 'Somebody else'} changed this meanwhile.${what} Nothing was saved.`,
  });
}
