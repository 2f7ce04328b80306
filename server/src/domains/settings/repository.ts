import { eq } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { settings } from './tables.ts';

/** The stored value of a named setting, or undefined when it was never set. */
export async function readSettingValue(db: Database, name: string): Promise<unknown> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.name, name));
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
