import { recordAudit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { oneByOne } from '../../../platform/jobs/one-by-one.ts';
import { eraseQuietly, hashAddress, noteErasure } from './erase.ts';
import { erasures } from './tables.ts';

const folder = 'erasures/';
const listed = 500;
const batch = 1000;

/** `erasures/<hash>/<milliseconds>`: the key holds all the data, so no file has to be read. */
const erasureKey = (hash: string, until: Date): string => `${folder}${hash}/${until.getTime()}`;

/** Stores a deletion in the file store. Idempotent. */
export const storeErasure = (
  { files }: Context,
  { hash, until }: { hash: string; until: string },
): Promise<void> => files.write(erasureKey(hash, new Date(until)), Buffer.from(hash));

/** All deletions in the file store, with the latest time of each. */
async function storedErasures({ files }: Context): Promise<Map<string, Date>> {
  const found = new Map<string, Date>();
  for (let after = folder; ;) {
    const keys = await files.list({ after, limit: listed });
    const own = keys.map(({ key }) => key).filter((key) => key.startsWith(folder));
    for (const key of own) {
      const [, hash, time] = /^erasures\/([0-9a-f]{64})\/(\d{1,15})$/.exec(key) ?? [];
      if (hash === undefined) continue;
      const until = new Date(Number(time));
      if (until > (found.get(hash) ?? new Date(0))) found.set(hash, until);
    }
    const last = keys.at(-1);
    if (last === undefined || own.length < keys.length || keys.length < listed) return found;
    after = last.key;
  }
}

/**
 * Repeats deletions after a database restore: the file store, which isn't restored with it,
 * contains deletions that the database lacks. Deletions found only in the database are copied to
 * the file store. Safe to repeat.
 */
export async function replay(context: Context): Promise<void> {
  const { db, clock, log, personSources } = context;
  const rows = await db.select().from(erasures);
  const known = new Map(rows.map(({ hash, until }) => [hash, until]));
  const stored = await storedErasures(context);
  for (const { hash, until } of rows)
    if ((stored.get(hash)?.getTime() ?? 0) < until.getTime())
      await storeErasure(context, { hash, until: until.toISOString() });
  const missing = new Map(
    [...stored].filter(([hash, until]) => until > (known.get(hash) ?? new Date(0))),
  );
  if (missing.size === 0) return;
  const addresses = new Map<string, Date>();
  for (const source of personSources)
    for (let afterId = 0; ;) {
      const page = await source.addresses(db, { afterId, limit: batch });
      for (const { email } of page) {
        const until = email === '' ? undefined : missing.get(hashAddress(context, email));
        if (until !== undefined) addresses.set(email.trim().toLowerCase(), until);
      }
      const last = page.at(-1);
      if (last === undefined || page.length < batch) break;
      afterId = last.id;
    }
  const left = await oneByOne(addresses, {
    log,
    work: ([email, until]) => eraseQuietly(context, { email, until, now: clock.now() }),
    failed: () => 'A deletion was not repeated',
  });
  // The next run finds and retries failures.
  if (left.length > 0) throw new Error(`${left.length} deletions were not repeated`);
  await db.transaction(async (tx) => {
    for (const [hash, until] of missing) await noteErasure(tx, hash, until);
    await recordAudit(tx, clock, null, {
      action: 'privacy-request.replayed',
      entity: 'privacy-request',
      details: { deletions: missing.size, addresses: addresses.size },
    });
  });
}
