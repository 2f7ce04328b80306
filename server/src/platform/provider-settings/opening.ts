import { eq } from 'drizzle-orm';
import { storedOpening, type Opening } from '@lintel/contract/setup/opening';
import type { Config } from '../config.ts';
import type { Database } from '../db/connect.ts';
import { settings } from '../settings/tables.ts';

/** The setting that says whether the provider lets the public in. */
const openingName = 'Opening';

const find = async (db: Database) =>
  (await db.select().from(settings).where(eq(settings.name, openingName)))[0];

/** The stored decision; null when nobody has decided. */
export async function readOpening(db: Database): Promise<Opening | null> {
  const row = await find(db);
  return storedOpening.safeParse(row?.value).data ?? null;
}

/** Stores the decision of an account, or of a startup. */
export async function writeOpening(
  db: Database,
  { userId, at, ...value }: Opening & { userId: number | null; at: Date },
): Promise<void> {
  const row = { name: openingName, value, userId, lastEdit: at };
  await db.insert(settings).values(row).onConflictDoUpdate({ target: settings.name, set: row });
}

/**
 * Decides at startup for a production database that nobody has decided about. It opens if the
 * environment has every value, or if the database already served contractors when this release
 * first started on it.
 */
export async function decideOpening(
  db: Database,
  config: Pick<Config, 'NODE_ENV' | 'missing'>,
  { hasContractors, at }: { hasContractors: () => Promise<boolean>; at: Date },
): Promise<void> {
  if (config.NODE_ENV !== 'production') return;
  const row = await find(db);
  // A person has decided, or an earlier start has opened it.
  if (row?.userId != null || (await readOpening(db))?.open === true) return;
  if (config.missing.length === 0)
    await writeOpening(db, { open: true, reason: '', userId: null, at });
  else if (row === undefined)
    await writeOpening(db, { open: await hasContractors(), reason: '', userId: null, at });
}
