import { and, eq, inArray, like, lt, notExists, or } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { files } from '../../platform/files/tables.ts';
import { trainingMaterials } from './tables.ts';

export type FileRow = Pick<typeof files.$inferSelect, 'key' | 'bytes' | 'contentType' | 'originalName'>;

const shown = { key: files.key, bytes: files.bytes, contentType: files.contentType, originalName: files.originalName };

/** Notes a file that lies in the store. */
export const insertFile = async (db: Database, file: typeof files.$inferInsert): Promise<void> =>
  void (await db.insert(files).values(file));

export async function findFile(db: Database, key: string): Promise<FileRow | undefined> {
  const [row] = await db.select(shown).from(files).where(eq(files.key, key));
  return row;
}

/** The same, and it stays until the transaction ends. */
export async function holdFile(tx: Database, key: string): Promise<FileRow | undefined> {
  const [row] = await tx.select(shown).from(files).where(eq(files.key, key)).for('key share');
  return row;
}

/** Removes the notes of at most 100 files of materials that are older than `before` and that no material has; returns their keys. */
export async function forgetUnused(tx: Database, prefix: string, before: Date): Promise<string[]> {
  const having = tx
    .select({ id: trainingMaterials.id })
    .from(trainingMaterials)
    .where(
      or(
        eq(trainingMaterials.videoKey, files.key),
        eq(trainingMaterials.imageKey, files.key),
        eq(trainingMaterials.trackKey, files.key),
      ),
    );
  const unused = await tx
    .select({ key: files.key })
    .from(files)
    .where(and(like(files.key, `${prefix}%`), lt(files.createdAt, before), notExists(having)))
    .limit(100)
    .for('update', { skipLocked: true });
  const keys = unused.map(({ key }) => key);
  if (keys.length > 0) await tx.delete(files).where(inArray(files.key, keys));
  return keys;
}
