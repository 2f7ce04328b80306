import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import type { FileKind } from '../../../platform/files/sweep-jobs.ts';
import { files } from '../../../platform/tables.ts';
import { contractors } from '../../contractors/tables.ts';
import { coBrandedPages } from '../../pages/tables.ts';
import { pageFlyers } from '../tables.ts';

export type FlyerRow = typeof pageFlyers.$inferSelect;
export type FlyerValues = Omit<FlyerRow, 'pageId' | 'contractorId' | 'updatedAt'>;

const pageLogo = alias(files, 'page_logo');
const flyerLogo = alias(files, 'flyer_logo');

/** A contractor's active pages with their flyers, oldest first; one page when `pageId` is given. */
export const selectFlyerPages = (db: Database, contractorId: number, pageId?: number) =>
  selectWhere(
    db,
    and(
      eq(coBrandedPages.contractorId, contractorId),
      eq(coBrandedPages.isActive, true),
      pageId === undefined ? undefined : eq(coBrandedPages.id, pageId),
    ),
  );

/** All pages of a contractor with their flyers, open and closed. */
export const selectAllFlyerPages = (db: Database, contractorId: number) =>
  selectWhere(db, eq(coBrandedPages.contractorId, contractorId));

function selectWhere(db: Database, which: SQL | undefined) {
  return db
    .select({
      page: coBrandedPages,
      flyer: pageFlyers,
      contractor: { phone: contractors.phone, websiteUrl: contractors.websiteUrl },
      logoNames: { page: pageLogo.originalName, flyer: flyerLogo.originalName },
    })
    .from(coBrandedPages)
    .innerJoin(contractors, eq(contractors.id, coBrandedPages.contractorId))
    .leftJoin(pageFlyers, eq(pageFlyers.pageId, coBrandedPages.id))
    .leftJoin(pageLogo, eq(pageLogo.key, coBrandedPages.logoKey))
    .leftJoin(flyerLogo, eq(flyerLogo.key, pageFlyers.logoKey))
    .where(which)
    .orderBy(asc(coBrandedPages.id));
}
export type FlyerPageRow = Awaited<ReturnType<typeof selectFlyerPages>>[number];

/** One active page of this contractor with its flyer. Throws `not_found`. */
export async function requireFlyerPage(
  db: Database,
  contractorId: number,
  pageId: number,
): Promise<FlyerPageRow> {
  const [row] = await selectFlyerPages(db, contractorId, pageId);
  if (row === undefined) throw new AppError('not_found');
  return row;
}

/**
 * The stored flyer of a contractor's active page, which stays locked until the transaction ends;
 * `undefined` when the page isn't found.
 */
export async function lockFlyer(
  tx: Database,
  contractorId: number,
  pageId: number,
): Promise<FlyerRow | null | undefined> {
  const [page] = await tx
    .select({ id: coBrandedPages.id })
    .from(coBrandedPages)
    .where(
      and(
        eq(coBrandedPages.contractorId, contractorId),
        eq(coBrandedPages.id, pageId),
        eq(coBrandedPages.isActive, true),
      ),
    )
    .for('update');
  if (page === undefined) return undefined;
  const [row] = await tx.select().from(pageFlyers).where(eq(pageFlyers.pageId, pageId));
  return row ?? null;
}

export async function upsertFlyer(
  tx: Database,
  ids: { contractorId: number; pageId: number },
  values: FlyerValues,
  at: Date,
): Promise<void> {
  const stored = { ...values, updatedAt: at };
  await tx
    .insert(pageFlyers)
    .values({ ...ids, ...stored })
    .onConflictDoUpdate({ target: pageFlyers.pageId, set: stored });
}

/** Registers an uploaded logo; its key makes it public. */
export async function insertLogo(
  tx: Database,
  logo: { key: string; bytes: number; originalName: string; contractorId: number; at: Date },
): Promise<void> {
  const { at: createdAt, ...rest } = logo;
  await tx
    .insert(files)
    .values({ ...rest, contentType: 'image/png', isPublic: true, createdAt })
    .onConflictDoNothing();
}

/** File kind of logos used by flyers. */
export const flyerLogos: FileKind = {
  owns: (key) => /^logo-[0-9a-f]{40}\.png$/.test(key),
  named: async (db, keys) => {
    const rows = await db
      .select({ key: pageFlyers.logoKey })
      .from(pageFlyers)
      .where(inArray(pageFlyers.logoKey, [...keys]));
    return rows.flatMap(({ key }) => key ?? []);
  },
  days: 1,
};

/**
 * Rendered files are named by their content: deleted after a month and rendered again on demand.
 */
export const drawnFiles: FileKind = {
  owns: (key) => /^(?:renders|flyers|social)\/|^flyer-[0-9a-f]{64}-[12]\.png$/.test(key),
  named: async () => [],
  days: 30,
};
