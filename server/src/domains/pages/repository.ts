import {
  and,
  asc,
  count,
  eq,
  inArray,
  isNull,
  or,
  sql,
  type Placeholder,
  type SQL,
} from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { hasRow, prepared } from '../../platform/db/queries.ts';
import type { FileKind } from '../../platform/files/sweep-jobs.ts';
import { files } from '../../platform/tables.ts';
import { contractors } from '../contractors/tables.ts';
import { users } from '../identity/tables.ts';
import { coBrandedPages, heldPageNames } from './tables.ts';

export type PageRow = typeof coBrandedPages.$inferSelect;
export type PageValues = Pick<
  PageRow,
  | 'pageName'
  | 'companyName'
  | 'title'
  | 'logoKey'
  | 'logoLinkUrl'
  | 'fdAgreement'
  | 'helocOffer'
  | 'concierge'
  | 'ccAcceptance'
>;

const matchesActive = (contractorId: number | Placeholder) =>
  and(eq(coBrandedPages.contractorId, contractorId), eq(coBrandedPages.isActive, true));

/** The contractor's pages, open and closed, oldest first. */
export async function selectPages(db: Database, contractorId: number): Promise<PageRow[]> {
  return db
    .select()
    .from(coBrandedPages)
    .where(eq(coBrandedPages.contractorId, contractorId))
    .orderBy(asc(coBrandedPages.id));
}

/** A page, locked until the transaction ends, so that two saves run one at a time. */
export async function lockPage(
  db: Database,
  contractorId: number,
  pageId: number,
): Promise<PageRow | undefined> {
  const [row] = await db
    .select()
    .from(coBrandedPages)
    .where(and(eq(coBrandedPages.contractorId, contractorId), eq(coBrandedPages.id, pageId)))
    .for('update');
  return row;
}

/** Serializes page creation per contractor, so that "the first page" is decided once. */
export async function lockPages(db: Database, contractorId: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('pages', ${contractorId}))`);
}

/** Counts closed pages, too: closing one doesn't make room for another. */
export async function countPages(db: Database, contractorId: number): Promise<number> {
  const rows = await db
    .select({ id: coBrandedPages.id })
    .from(coBrandedPages)
    .where(eq(coBrandedPages.contractorId, contractorId));
  return rows.length;
}

/** Whether the contractor has or had a page with this name, and how many names it holds. */
export async function heldNames(
  db: Database,
  contractorId: number,
  name: string,
): Promise<{ count: number; isOwn: boolean }> {
  const [row] = await db
    .select({
      count: count(),
      own: count(sql`case when ${heldPageNames.name} = ${name} then 1 end`),
    })
    .from(heldPageNames)
    .where(eq(heldPageNames.contractorId, contractorId));
  return { count: row?.count ?? 0, isOwn: (row?.own ?? 0) > 0 };
}

export async function insertPage(
  db: Database,
  contractorId: number,
  values: PageValues,
  at: Date,
): Promise<number> {
  const [row] = await db
    .insert(coBrandedPages)
    .values({ ...values, contractorId, createdAt: at, updatedAt: at })
    .returning({ id: coBrandedPages.id });
  if (row === undefined) throw new Error('The page was not inserted');
  await holdName(db, { contractorId, name: values.pageName, pageId: row.id });
  return row.id;
}

/** Points a name to a page. Violates a unique index when another contractor holds it. */
async function holdName(db: Database, held: typeof heldPageNames.$inferInsert): Promise<void> {
  await db
    .insert(heldPageNames)
    .values(held)
    .onConflictDoUpdate({
      target: [heldPageNames.contractorId, heldPageNames.name],
      set: { pageId: held.pageId },
    });
}

export async function updatePage(
  db: Database,
  page: PageRow,
  values: PageValues,
  at: Date,
): Promise<void> {
  await db
    .update(coBrandedPages)
    .set({ ...values, version: page.version + 1, updatedAt: at })
    .where(and(eq(coBrandedPages.contractorId, page.contractorId), eq(coBrandedPages.id, page.id)));
  const { contractorId, id } = page;
  if (values.pageName !== page.pageName)
    await holdName(db, { contractorId, name: values.pageName, pageId: id });
}

/** Closes or reopens a page. Its form values, and so its version, don't change. */
export async function setActive(
  db: Database,
  { contractorId, id }: PageRow,
  isActive: boolean,
  at: Date,
): Promise<void> {
  await db
    .update(coBrandedPages)
    .set({ isActive, updatedAt: at })
    .where(and(eq(coBrandedPages.contractorId, contractorId), eq(coBrandedPages.id, id)));
}

/** Names of the contractor's active pages, oldest first. */
export async function pageNames(
  db: Database,
  contractorId: number,
): Promise<{ id: number; pageName: string; ccAcceptance: string }[]> {
  return preparedNames(db).execute({ contractorId });
}

/** Prepared once, because nearly every screen needs the names. */
const preparedNames = prepared((db) =>
  db
    .select({
      id: coBrandedPages.id,
      pageName: coBrandedPages.pageName,
      ccAcceptance: coBrandedPages.ccAcceptance,
    })
    .from(coBrandedPages)
    .where(matchesActive(sql.placeholder('contractorId')))
    .orderBy(asc(coBrandedPages.id))
    .prepare('page-names'),
);

/** The active page at a public URL, including former names. */
export async function findPublicPage(db: Database, pageName: string): Promise<PageRow | undefined> {
  const [row] = await db
    .select()
    .from(coBrandedPages)
    .where(and(eq(coBrandedPages.pageName, pageName), eq(coBrandedPages.isActive, true)));
  return row ?? findRenamedPage(db, pageName);
}

/** The page at a URL sent to a homeowner, even if closed since: applications there continue. */
export async function findLinkPage(db: Database, pageName: string): Promise<PageRow | undefined> {
  const open = await findPublicPage(db, pageName);
  if (open !== undefined) return open;
  const [row] = await db
    .select({ page: coBrandedPages })
    .from(heldPageNames)
    .innerJoin(
      coBrandedPages,
      and(
        eq(coBrandedPages.contractorId, heldPageNames.contractorId),
        eq(coBrandedPages.id, heldPageNames.pageId),
      ),
    )
    .where(eq(heldPageNames.name, pageName));
  return row?.page;
}

async function findRenamedPage(db: Database, formerName: string): Promise<PageRow | undefined> {
  const [row] = await db
    .select({ page: coBrandedPages })
    .from(heldPageNames)
    .innerJoin(
      coBrandedPages,
      and(
        eq(coBrandedPages.contractorId, heldPageNames.contractorId),
        eq(coBrandedPages.id, heldPageNames.pageId),
      ),
    )
    .where(and(eq(heldPageNames.name, formerName), eq(coBrandedPages.isActive, true)));
  return row?.page;
}

/** Who to call about a closed page, and its current name. */
export interface ClosedPage {
  pageName: string;
  companyName: string;
  /** Ten digits, or empty. */
  phone: string;
}

/**
 * A closed page at a public URL, including former names. Excludes contractors whose owner was
 * deactivated, so that visitors aren't sent to them.
 */
export const findClosedPage = (db: Database, pageName: string): Promise<ClosedPage | undefined> =>
  closedPage(db, eq(heldPageNames.name, pageName));

/** A closed page by id. */
export const findClosedPageById = (db: Database, pageId: number): Promise<ClosedPage | undefined> =>
  closedPage(db, eq(coBrandedPages.id, pageId));

async function closedPage(db: Database, which: SQL): Promise<ClosedPage | undefined> {
  const [row] = await db
    .select({
      pageName: coBrandedPages.pageName,
      companyName: coBrandedPages.companyName,
      phone: contractors.phone,
    })
    .from(coBrandedPages)
    .innerJoin(
      heldPageNames,
      and(
        eq(heldPageNames.contractorId, coBrandedPages.contractorId),
        eq(heldPageNames.pageId, coBrandedPages.id),
      ),
    )
    .innerJoin(contractors, eq(contractors.id, coBrandedPages.contractorId))
    .leftJoin(users, eq(users.id, contractors.ownerId))
    .where(
      and(
        which,
        eq(coBrandedPages.isActive, false),
        or(isNull(users.id), eq(users.isActive, true)),
      ),
    )
    .limit(1);
  return row;
}

/** The active page with this id, of any contractor. */
export async function findPublicPageById(
  db: Database,
  pageId: number,
): Promise<PageRow | undefined> {
  const [row] = await db
    .select()
    .from(coBrandedPages)
    .where(and(eq(coBrandedPages.id, pageId), eq(coBrandedPages.isActive, true)));
  return row;
}

/** Whether a stored file is public. */
export async function isPublicFile(db: Database, key: string): Promise<boolean> {
  const [row] = await db.select({ isPublic: files.isPublic }).from(files).where(eq(files.key, key));
  return row?.isPublic ?? false;
}

export async function insertFile(db: Database, file: typeof files.$inferInsert): Promise<void> {
  await db.insert(files).values(file).onConflictDoNothing();
}

/** File kind of logos: those used by pages are kept. */
export const pageLogos: FileKind = {
  owns: (key) => /^logo-[0-9a-f]{40}\.png$/.test(key),
  named: async (db, keys) => {
    const rows = await db
      .select({ key: coBrandedPages.logoKey })
      .from(coBrandedPages)
      .where(inArray(coBrandedPages.logoKey, [...keys]));
    return rows.flatMap(({ key }) => key ?? []);
  },
  days: 1,
};

/** An active page of this contractor. */
export async function findActivePage(
  db: Database,
  contractorId: number,
  pageId: number,
): Promise<PageRow | undefined> {
  const [row] = await db
    .select()
    .from(coBrandedPages)
    .where(
      and(
        eq(coBrandedPages.contractorId, contractorId),
        eq(coBrandedPages.id, pageId),
        eq(coBrandedPages.isActive, true),
      ),
    );
  return row;
}

/** Whether the page belongs to this contractor. */
export const ownsPage = (db: Database, contractorId: number, pageId: number): Promise<boolean> =>
  hasRow(
    db,
    coBrandedPages,
    and(eq(coBrandedPages.contractorId, contractorId), eq(coBrandedPages.id, pageId)),
  );
