import { eq } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { settings } from './tables.ts';

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

/** A setting locked until the transaction ends, so that two changes take turns. */
export async function lockSetting(tx: Database, id: number): Promise<SettingRow | undefined> {
  const [row] = await tx.select().from(settings).where(eq(settings.id, id)).for('update');
  return row;
}

/** The same by its name. */
export async function lockSettingByName(
  tx: Database,
  name: string,
): Promise<SettingRow | undefined> {
  const [row] = await tx.select().from(settings).where(eq(settings.name, name)).for('update');
  return row;
}

/** Stores the product's own value of a setting, unless there is one. */
export async function insertSetting(
  db: Database,
  { name, value, at }: { name: string; value: unknown; at: Date },
): Promise<void> {
  await db
    .insert(settings)
    .values({ name, value, userId: null, lastEdit: at })
    .onConflictDoNothing();
}
