import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../../platform/db/connect.ts';
import type { ExportIds } from './queue-jobs.ts';
import { applicationExports } from './tables.ts';

export type ExportRow = typeof applicationExports.$inferSelect;
type NewExport = typeof applicationExports.$inferInsert;
/** A run of an export. */
export type Running = Pick<ExportRow, 'contractorId' | 'exportId' | 'runs'>;

const isOne = ({ contractorId, exportId }: ExportIds) =>
  and(eq(applicationExports.contractorId, contractorId), eq(applicationExports.exportId, exportId));
/** Also requires that no later run has taken over. */
const isRunning = (running: Running) =>
  and(
    isOne(running),
    eq(applicationExports.state, 'preparing'),
    eq(applicationExports.runs, running.runs),
  );
export async function insertExport(tx: Database, values: NewExport): Promise<ExportRow> {
  const [row] = await tx.insert(applicationExports).values(values).returning();
  if (row === undefined) throw new Error('The export was not stored');
  return row;
}

export async function findExport(db: Database, ids: ExportIds): Promise<ExportRow | undefined> {
  const [row] = await db.select().from(applicationExports).where(isOne(ids));
  return row;
}

/** Locks an export. */
export async function lockExport(tx: Database, ids: ExportIds): Promise<ExportRow | undefined> {
  const [row] = await tx.select().from(applicationExports).where(isOne(ids)).for('update');
  return row;
}

/** A contractor's exports requested by one account, or all of them, newest first. */
export const selectExports = (
  db: Database,
  { contractorId, askedBy }: { contractorId: number; askedBy?: number },
): Promise<ExportRow[]> =>
  db
    .select()
    .from(applicationExports)
    .where(
      and(
        eq(applicationExports.contractorId, contractorId),
        askedBy === undefined ? undefined : eq(applicationExports.askedBy, askedBy),
      ),
    )
    .orderBy(desc(applicationExports.askedAt), asc(applicationExports.exportId));

/** One account's exports of the same rows in the same format. */
export const sameExports = (
  db: Database,
  {
    contractorId,
    askedBy,
    format,
    asked,
  }: Pick<NewExport, 'contractorId' | 'askedBy' | 'format' | 'asked'>,
): Promise<ExportRow[]> =>
  db
    .select()
    .from(applicationExports)
    .where(
      and(
        eq(applicationExports.contractorId, contractorId),
        eq(applicationExports.askedBy, askedBy),
        eq(applicationExports.format, format),
        eq(applicationExports.state, 'preparing'),
        sql`${applicationExports.asked} = ${JSON.stringify(asked)}::jsonb`,
      ),
    );

export async function setExport(
  db: Database,
  ids: ExportIds,
  values: Partial<NewExport>,
): Promise<void> {
  await db.update(applicationExports).set(values).where(isOne(ids));
}

/** Counts and starts a run; undefined when the export is no longer in progress. */
export async function beginRun(db: Database, ids: ExportIds): Promise<ExportRow | undefined> {
  const [row] = await db
    .update(applicationExports)
    .set({ runs: sql`${applicationExports.runs} + 1`, tries: sql`${applicationExports.tries} + 1` })
    .where(and(isOne(ids), eq(applicationExports.state, 'preparing')))
    .returning();
  return row;
}

/** Changes an export of this run; undefined when the run no longer owns it. */
export async function setRunning(
  tx: Database,
  running: Running,
  values: Partial<NewExport>,
): Promise<ExportRow | undefined> {
  const [row] = await tx
    .update(applicationExports)
    .set(values)
    .where(isRunning(running))
    .returning();
  return row;
}

export async function deleteExport(tx: Database, ids: ExportIds): Promise<void> {
  await tx.delete(applicationExports).where(isOne(ids));
}

/** A contractor's exports that still need files at `now`. */
export async function livingExports(
  db: Database,
  contractorId: number,
  exportIds: readonly string[],
  now: Date,
): Promise<Pick<ExportRow, 'exportId' | 'state' | 'fileKey'>[]> {
  return db
    .select({
      exportId: applicationExports.exportId,
      state: applicationExports.state,
      fileKey: applicationExports.fileKey,
    })
    .from(applicationExports)
    .where(
      and(
        eq(applicationExports.contractorId, contractorId),
        inArray(applicationExports.exportId, [...exportIds]),
        gt(applicationExports.expiresAt, now),
      ),
    );
}
