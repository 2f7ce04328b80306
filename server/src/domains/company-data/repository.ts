import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { files } from '../../platform/tables.ts';
import { companyExports } from './tables.ts';

export type ExportRow = typeof companyExports.$inferSelect;

/** Identifies an export and its contractor. */
export type ExportIds = Pick<ExportRow, 'contractorId' | 'exportId'>;

const isPreparing = ({ contractorId, exportId }: ExportIds) =>
  and(
    eq(companyExports.contractorId, contractorId),
    eq(companyExports.exportId, exportId),
    eq(companyExports.state, 'preparing'),
  );

export async function findExport(
  db: Database,
  contractorId: number,
): Promise<ExportRow | undefined> {
  const [row] = await db
    .select()
    .from(companyExports)
    .where(eq(companyExports.contractorId, contractorId));
  return row;
}

/** Replaces the contractor's last export, whose file is then unreferenced. */
export async function putExport(
  tx: Database,
  request: ExportIds & Pick<ExportRow, 'askedBy' | 'askedAt'>,
): Promise<ExportRow> {
  const values = {
    ...request,
    state: 'preparing',
    tries: 0,
    fileKey: null,
    bytes: null,
    readyAt: null,
    expiresAt: null,
  } as const;
  const [row] = await tx
    .insert(companyExports)
    .values(values)
    .onConflictDoUpdate({ target: companyExports.contractorId, set: values })
    .returning();
  if (row === undefined) throw new Error('The export was not stored');
  return row;
}

/** Counts one more try of an export; undefined when it is no longer in progress. */
export async function beginTry(db: Database, ids: ExportIds): Promise<ExportRow | undefined> {
  const [row] = await db
    .update(companyExports)
    .set({ tries: sql`${companyExports.tries} + 1` })
    .where(isPreparing(ids))
    .returning();
  return row;
}

export async function markFailed(db: Database, ids: ExportIds): Promise<void> {
  await db.update(companyExports).set({ state: 'failed' }).where(isPreparing(ids));
}

export interface ExportFile {
  key: string;
  bytes: number;
  at: Date;
  expiresAt: Date;
}

/** Publishes an export; undefined when already published or replaced. */
export async function markReady(
  tx: Database,
  ids: ExportIds,
  { key, bytes, at, expiresAt }: ExportFile,
): Promise<ExportRow | undefined> {
  // The files table's size column ends at 2 GB; the export's full size is in its own row.
  const noted = { contentType: 'application/zip', bytes: Math.min(bytes, 2_147_483_647) };
  const file = { key, ...noted, contractorId: ids.contractorId, createdAt: at };
  await tx
    .insert(files)
    .values(file)
    .onConflictDoUpdate({ target: files.key, set: { ...noted, createdAt: at } });
  const [row] = await tx
    .update(companyExports)
    .set({ state: 'ready', fileKey: key, bytes, readyAt: at, expiresAt })
    .where(isPreparing(ids))
    .returning();
  return row;
}

/** Which of these files can still be downloaded at `now`. */
export async function livingFiles(
  db: Database,
  keys: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await db
    .select({ key: companyExports.fileKey })
    .from(companyExports)
    .where(and(inArray(companyExports.fileKey, [...keys]), gt(companyExports.expiresAt, now)));
  return rows.flatMap(({ key }) => key ?? []);
}
