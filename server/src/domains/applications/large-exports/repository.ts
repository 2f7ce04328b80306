import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/connect.ts';
import type { PartEnd } from '../../../platform/spreadsheet/parts.ts';
import { coBrandedPages } from '../../pages/tables.ts';
import { conditionsOf, orderBy, rowFields } from '../report-repository.ts';
import { applications } from '../tables.ts';
import type { ExportIds } from './queue-jobs.ts';
import { applicationExportParts, applicationExports, type AskedRows } from './tables.ts';

export type ExportRow = typeof applicationExports.$inferSelect;
type NewExport = typeof applicationExports.$inferInsert;
/** What an export is made of, and which run makes it. */
export type Running = Pick<ExportRow, 'contractorId' | 'exportId' | 'runs'>;

const isOne = ({ contractorId, exportId }: ExportIds) =>
  and(eq(applicationExports.contractorId, contractorId), eq(applicationExports.exportId, exportId));
/** Also that no later run has taken it over. */
const isRunning = (running: Running) =>
  and(
    isOne(running),
    eq(applicationExports.state, 'preparing'),
    eq(applicationExports.runs, running.runs),
  );
const isPartOf = ({ contractorId, exportId }: ExportIds) =>
  and(
    eq(applicationExportParts.contractorId, contractorId),
    eq(applicationExportParts.exportId, exportId),
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

/** The same, locked. */
export async function lockExport(tx: Database, ids: ExportIds): Promise<ExportRow | undefined> {
  const [row] = await tx.select().from(applicationExports).where(isOne(ids)).for('update');
  return row;
}

/** A contractor's exports that one account has asked for, or all of them, the newest first. */
export const exportsOf = (
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

/** Those of one account that are made of the same rows in the same format. */
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

/** Counts one more beginning of an export; undefined when it is made no longer. */
export async function beginRun(db: Database, ids: ExportIds): Promise<ExportRow | undefined> {
  const [row] = await db
    .update(applicationExports)
    .set({ runs: sql`${applicationExports.runs} + 1`, tries: sql`${applicationExports.tries} + 1` })
    .where(and(isOne(ids), eq(applicationExports.state, 'preparing')))
    .returning();
  return row;
}

/** Changes an export that this run makes; undefined when it makes it no longer. */
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

/**
 * Settles which applications an export has and in which order, all as of one moment, in parts of so
 * many. Returns how many there are.
 */
export async function settleRows(
  tx: Database,
  { contractorId, exportId }: ExportIds,
  { filter, order }: AskedRows,
  { now, size }: { now: Date; size: number },
): Promise<number> {
  const ordered = orderBy(order, now);
  // One array, cut into parts: numbering the rows and gathering each part's sorts them twice more.
  const listed = tx
    .select({
      contractorId: applications.contractorId,
      ids: sql`array_agg(${applications.id} order by ${ordered})`.as('ids'),
    })
    .from(applications)
    .where(conditionsOf(filter))
    .groupBy(applications.contractorId);
  await tx.execute(sql`
    insert into application_export_parts (contractor_id, export_id, part, ids)
    select contractor_id, ${exportId}::uuid, part, ids[part * ${size}::int + 1 : (part + 1) * ${size}::int]
    from ${listed.as('listed')}, generate_series(0, (cardinality(ids) - 1) / ${size}::int) part`);
  const [all] = await tx
    .select({ rows: sql<number>`coalesce(sum(cardinality(ids)), 0)::int` })
    .from(applicationExportParts)
    .where(isPartOf({ contractorId, exportId }));
  const rows = all?.rows ?? 0;
  // A file has its titles whether or not it has rows.
  if (rows === 0)
    await tx.insert(applicationExportParts).values({ contractorId, exportId, part: 0, ids: [] });
  return rows;
}

/** A part that was not made yet. */
export interface NextPart {
  part: number;
  rows: number;
}

/** The first parts that were not made yet, and how far the file has come with the one before them. */
export async function nextParts(
  db: Database,
  ids: ExportIds,
  most: number,
): Promise<{ parts: NextPart[]; before: PartEnd | null }> {
  const parts = await db
    .select({
      part: applicationExportParts.part,
      rows: sql<number>`cardinality(ids)`,
    })
    .from(applicationExportParts)
    .where(and(isPartOf(ids), isNull(applicationExportParts.fileKey)))
    .orderBy(applicationExportParts.part)
    .limit(most);
  const [first] = parts;
  if (first === undefined) return { parts, before: null };
  const [before] = await db
    .select({ end: applicationExportParts.end })
    .from(applicationExportParts)
    .where(and(isPartOf(ids), eq(applicationExportParts.part, first.part - 1)));
  return { parts, before: before?.end ?? null };
}

/** What the report tells of a part's applications, in their order. */
export const partQuery = (db: Database, ids: ExportIds, part: number) =>
  db
    .select(rowFields(ids.contractorId))
    .from(applicationExportParts)
    .crossJoin(sql`unnest(${applicationExportParts.ids}) with ordinality as wanted(id, place)`)
    .innerJoin(
      applications,
      and(eq(applications.contractorId, ids.contractorId), eq(applications.id, sql`wanted.id`)),
    )
    .innerJoin(coBrandedPages, eq(coBrandedPages.id, applications.pageId))
    .where(and(isPartOf(ids), eq(applicationExportParts.part, part)))
    .orderBy(sql`wanted.place`);

export async function setPart(
  tx: Database,
  { part, ...ids }: ExportIds & { part: number },
  made: { fileKey: string; bytes: number; end: PartEnd },
): Promise<void> {
  await tx
    .update(applicationExportParts)
    .set(made)
    .where(and(isPartOf(ids), eq(applicationExportParts.part, part)));
}

/** The parts that were made, in their order. */
export const madeParts = (db: Database, ids: ExportIds) =>
  db
    .select({
      fileKey: applicationExportParts.fileKey,
      bytes: applicationExportParts.bytes,
      end: applicationExportParts.end,
    })
    .from(applicationExportParts)
    .where(and(isPartOf(ids), isNotNull(applicationExportParts.fileKey)))
    .orderBy(applicationExportParts.part);

/** Forgets the parts of an export and gives the files of those that were made. */
export async function deleteParts(tx: Database, ids: ExportIds): Promise<string[]> {
  const rows = await tx
    .delete(applicationExportParts)
    .where(isPartOf(ids))
    .returning({ fileKey: applicationExportParts.fileKey });
  return rows.flatMap(({ fileKey }) => fileKey ?? []);
}

export async function deleteExport(tx: Database, ids: ExportIds): Promise<void> {
  await tx.delete(applicationExports).where(isOne(ids));
}

/** Which of a contractor's exports still need files at `now`: being made all of theirs, else their own. */
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
