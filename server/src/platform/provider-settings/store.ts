import { asc, eq } from 'drizzle-orm';
import { providerSetting, settingNames, type SettingName } from '@lintel/contract/setup/settings';
import type { Keys } from '../crypto/keys.ts';
import { seal, unseal } from '../crypto/secrets.ts';
import type { Database } from '../db/connect.ts';
import { providerSettings } from './tables.ts';

export type StoredSetting = typeof providerSettings.$inferSelect & { name: SettingName };

const isKnown = (row: typeof providerSettings.$inferSelect): row is StoredSetting =>
  settingNames.some((name) => name === row.name);

/** Every stored setting that this release knows. */
export const selectSettings = async (db: Database): Promise<StoredSetting[]> =>
  (await db.select().from(providerSettings)).filter(isKnown);

/** Locks all settings until the transaction ends, with rows for `names`. */
export async function lockSettings(
  tx: Database,
  names: readonly SettingName[],
): Promise<StoredSetting[]> {
  await tx
    .insert(providerSettings)
    .values(names.map((name) => ({ name })))
    .onConflictDoNothing();
  const rows = await tx
    .select()
    .from(providerSettings)
    .orderBy(asc(providerSettings.name))
    .for('update');
  return rows.filter(isKnown);
}

/** Stores a value, encrypted if it is a secret; null clears it. */
export async function writeSetting(
  tx: Database,
  keys: Keys,
  {
    row,
    value,
    userId,
    at,
  }: { row: StoredSetting; value: string | null; userId: number; at: Date },
): Promise<void> {
  const isSecret = providerSetting(row.name).secret === true;
  await tx
    .update(providerSettings)
    .set({
      value: isSecret ? null : value,
      sealed: isSecret && value !== null ? seal(keyOf(keys), value, row.name) : null,
      version: row.version + 1,
      userId,
      lastEdit: at,
    })
    .where(eq(providerSettings.name, row.name));
}

const keyOf = (keys: Keys): Uint8Array => keys.derive('provider settings');

/** A setting's value; null for a cleared one, and for a secret that this key can't decrypt. */
export const valueOf = (keys: Keys, { name, value, sealed }: StoredSetting): string | null =>
  sealed === null ? value : unseal(keyOf(keys), sealed, name);

/** A group's version: the sum of its settings' versions. */
export const versionOf = (rows: readonly StoredSetting[], names: readonly SettingName[]): number =>
  rows.filter(({ name }) => names.includes(name)).reduce((sum, { version }) => sum + version, 0);
