import { z } from 'zod';
import { inArray } from 'drizzle-orm';
import { dayMs } from '@lintel/contract/core/durations';
import { enqueue, job, onJob, type JobHandler } from '../jobs/job.ts';
import type { Context } from '../context.ts';
import type { Database } from '../db/connect.ts';
import { files } from '../tables.ts';

/** Removes unreferenced files, starting after the key `after`. */
export const sweepStore = job({
  id: 'files.sweep',
  payload: z.object({ after: z.string().default('') }).catch({ after: '' }),
  maxAttempts: 3,
});

/** A kind of file, described by the domain that writes it. */
export interface FileKind {
  /** Whether a key is of this kind. Files of unknown kinds are kept. */
  owns(key: string): boolean;
  /** The keys that are still needed. */
  named(db: Database, keys: readonly string[]): Promise<readonly string[]>;
  /** Unreferenced files are kept for this many days. */
  days: number;
}

/** Files checked per run of the job, which then queues the next run. */
const batch = 200;

/** Can run twice or concurrently: each run checks again what is needed. */
export const fileSweep = (context: Context, kinds: readonly FileKind[]): JobHandler =>
  onJob(sweepStore, ({ after }) => sweepFrom(context, kinds, after));

async function sweepFrom(
  context: Context,
  kinds: readonly FileKind[],
  after: string,
): Promise<void> {
  const { db, clock, files: store } = context;
  const now = clock.now().getTime();
  const listed = await store.list({ after, limit: batch });
  const old = listed.filter(({ key, writtenAt }) => {
    const owners = kinds.filter((kind) => kind.owns(key));
    return (
      owners.length > 0 && owners.every(({ days }) => writtenAt.getTime() < now - days * dayMs)
    );
  });
  await db.transaction((tx) =>
    removeUnneeded(
      tx,
      context,
      kinds,
      old.map(({ key }) => key),
    ),
  );
  const last = listed.at(-1);
  if (last && listed.length === batch)
    await enqueue(db, sweepStore, { after: last.key }, { key: sweepStore.id });
  else
    await store.removeUnfinished(new Date(now - dayMs), (key) =>
      kinds.some((kind) => kind.owns(key)),
    );
}

/**
 * Removes the files that no kind needs. A row that references a file does so through its row in
 * `files`. Those rows are locked first, so that a new reference is either visible here or fails,
 * and the bytes are removed while the lock is held.
 */
async function removeUnneeded(
  tx: Database,
  { clock, files: store }: Context,
  kinds: readonly FileKind[],
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  const noted = await tx
    .select({ key: files.key })
    .from(files)
    .where(inArray(files.key, [...keys]));
  const locked = await tx
    .select({ key: files.key, createdAt: files.createdAt })
    .from(files)
    .where(inArray(files.key, [...keys]))
    .orderBy(files.key)
    .for('update', { skipLocked: true });
  /** Rows older than this are past their kind's limit. */
  const limitOf = (key: string): Date => {
    const days = kinds.filter((kind) => kind.owns(key)).map((kind) => kind.days);
    return new Date(clock.now().getTime() - Math.max(...days) * dayMs);
  };
  // Locked rows are being referenced right now.
  const free = new Set(keys);
  for (const { key } of noted) free.delete(key);
  for (const { key, createdAt } of locked) if (createdAt < limitOf(key)) free.add(key);
  for (const kind of kinds) for (const key of await kind.named(tx, [...free])) free.delete(key);
  if (free.size === 0) return;
  await tx.delete(files).where(inArray(files.key, [...free]));
  for (const key of free) await store.remove(key);
}
