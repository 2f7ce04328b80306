import { eq, inArray, or } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import type { FileKind } from '../../platform/files/sweep.ts';
import { files } from '../../platform/files/tables.ts';
import { trainingMaterials } from './tables.ts';

export type FileRow = Pick<
  typeof files.$inferSelect,
  'key' | 'bytes' | 'contentType' | 'originalName'
>;

const shown = {
  key: files.key,
  bytes: files.bytes,
  contentType: files.contentType,
  originalName: files.originalName,
};

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

/** The videos, images and captions of materials. */
export const materialFiles: FileKind = {
  owns: (key) => /^training\/[0-9a-f]{40}\.(?:mp4|jpg|vtt)$/.test(key),
  named: async (db, keys) => {
    const { videoKey, imageKey, trackKey } = trainingMaterials;
    const columns = [videoKey, imageKey, trackKey];
    const rows = await db
      .select({ videoKey, imageKey, trackKey })
      .from(trainingMaterials)
      .where(or(...columns.map((column) => inArray(column, [...keys]))));
    return rows.flatMap((row) => Object.values(row).flatMap((key) => key ?? []));
  },
  days: 1,
};
