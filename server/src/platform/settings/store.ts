import { and, asc, eq, gt } from 'drizzle-orm';
import { acrossContractors } from '../db/across-contractors.ts';
import type { Context } from '../context.ts';
import type { Database } from '../db/connect.ts';
import { settings } from './tables.ts';
import { auditLog } from '../tables.ts';
import { AppError } from '../errors.ts';

/** The stored value of a named setting, or undefined when it was never set. */
export async function readSettingValue(db: Database, name: string): Promise<unknown> {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.name, name));
  return row?.value;
}

/** Stores a setting, replacing an earlier value. */
export async function writeSettingValue(
  db: Database,
  setting: { name: string; value: unknown; userId: number | null; at: Date },
): Promise<void> {
  const { name, value, userId, at } = setting;
  await db
    .insert(settings)
    .values({ name, value, userId, lastEdit: at })
    .onConflictDoUpdate({ target: settings.name, set: { value, userId, lastEdit: at } });
}

export type SettingRow = typeof settings.$inferSelect;

export async function findSetting(db: Database, name: string): Promise<SettingRow | undefined> {
  const [row] = await db.select().from(settings).where(eq(settings.name, name));
  return row;
}

export async function findSettingById(db: Database, id: number): Promise<SettingRow | undefined> {
  const [row] = await db.select().from(settings).where(eq(settings.id, id));
  return row;
}

/** Locks a setting until the transaction ends, so that two changes take turns. */
export async function lockSetting(tx: Database, id: number): Promise<SettingRow | undefined> {
  const [row] = await tx.select().from(settings).where(eq(settings.id, id)).for('update');
  return row;
}

/** Locks a setting by name. */
export async function lockSettingByName(
  tx: Database,
  name: string,
): Promise<SettingRow | undefined> {
  const [row] = await tx.select().from(settings).where(eq(settings.name, name)).for('update');
  return row;
}

/** Stores a setting's default, unless it has a value. */
export async function insertSetting(
  db: Database,
  { name, value, at }: { name: string; value: unknown; at: Date },
): Promise<void> {
  await db
    .insert(settings)
    .values({ name, value, userId: null, lastEdit: at })
    .onConflictDoNothing();
}

/** The last author and time of a change; null for a default value. */
export async function readLastEdit(
  { accounts }: Context,
  db: Database,
  row: SettingRow | undefined,
) {
  const userId = row?.userId ?? null;
  if (row === undefined || userId === null) return { userName: '', email: '', lastEdit: null };
  const account = await accounts.accountOf(db, userId);
  return {
    userName: account === null ? '' : `${account.firstname} ${account.lastname}`.trim(),
    email: account?.email ?? '',
    lastEdit: row.lastEdit.toISOString(),
  };
}

/**
 * A setting's value at the time of `seen`, from the audit log; undefined when it hasn't changed
 * since.
 */
export async function valueAt(
  tx: Database,
  row: SettingRow,
  seen: string | null,
): Promise<unknown> {
  const since = seen === null ? undefined : gt(auditLog.at, new Date(seen));
  const ofSetting = and(
    acrossContractors('Staff change settings while switched into any contractor.'),
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
  return first?.details['from'];
}

/**
 * Throws `conflict`, with the other author's name and the change from `describe`, when the setting has
 * changed since the caller read it.
 */
export async function requireUnchanged(
  context: Context,
  tx: Database,
  row: SettingRow,
  seen: string | null | undefined,
  describe: (seen: string | null) => Promise<string> = () => Promise.resolve(''),
): Promise<void> {
  if (seen === undefined) return;
  const { lastEdit, userName } = await readLastEdit(context, tx, row);
  if (seen === lastEdit) return;
  const change = await describe(seen);
  const what = change === '' ? '' : ` ${change}.`;
  throw new AppError('conflict', {
    message: `${userName || 'Someone else'} changed this while you were editing.${what} Nothing was saved.`,
  });
}
