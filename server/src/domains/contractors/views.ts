import { and, asc, count, eq, sql } from 'drizzle-orm';
import { contractorColumns, maxViews } from '@lintel/contract/contractors/manage-constants';
import { contractorFilters, type ContractorView } from '@lintel/contract/contractors/views';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { hasRow } from '../../platform/db/queries.ts';
import { AppError } from '../../platform/errors.ts';
import { contractorColumnChoices, contractorViews } from './view-tables.ts';

type ViewRow = typeof contractorViews.$inferSelect;
type Columns = ContractorView['columns'];

/** In the grid's own order, without columns that a later release removed. */
const known = (columns: readonly string[]): Columns =>
  contractorColumns.filter((one) => columns.includes(one));

const present = ({ id, name, filters, columns, order }: ViewRow): ContractorView => ({
  id,
  name,
  // Filters added by a later release get their default.
  filters: contractorFilters.parse(filters),
  columns: known(columns),
  order,
});

/** A user's saved views by name, and chosen columns. */
export async function readViews(
  db: Database,
  userId: number,
): Promise<{ views: ContractorView[]; columns: Columns }> {
  const [rows, [choice]] = await Promise.all([
    db
      .select()
      .from(contractorViews)
      .where(eq(contractorViews.userId, userId))
      .orderBy(asc(sql`lower(${contractorViews.name})`)),
    db.select().from(contractorColumnChoices).where(eq(contractorColumnChoices.userId, userId)),
  ]);
  return {
    views: rows.map(present),
    columns: choice ? known(choice.columns) : [...contractorColumns],
  };
}

/** Saves a view under its name, replacing one of the same name. Throws `conflict` at the limit. */
export async function saveView(
  { db, clock }: Context,
  userId: number,
  view: Omit<ContractorView, 'id'>,
): Promise<ContractorView> {
  return db.transaction(async (tx) => {
    const savedAt = clock.now();
    const [saved] = await tx
      .insert(contractorViews)
      .values({ ...view, userId, savedAt })
      .onConflictDoUpdate({
        target: [contractorViews.userId, contractorViews.name],
        set: { ...view, savedAt },
      })
      .returning();
    const [all] = await tx
      .select({ total: count() })
      .from(contractorViews)
      .where(eq(contractorViews.userId, userId));
    if (saved === undefined || (all?.total ?? 0) > maxViews) {
      throw new AppError('conflict', {
        message: `You can keep ${maxViews} views. Please delete one first.`,
      });
    }
    return present(saved);
  });
}

/** Deletes the user's own view. Throws `not_found` for another user's. */
export async function deleteView(db: Database, userId: number, viewId: number): Promise<void> {
  const own = and(eq(contractorViews.id, viewId), eq(contractorViews.userId, userId));
  const gone = await db.delete(contractorViews).where(own).returning({ id: contractorViews.id });
  if (gone.length === 0) throw new AppError('not_found');
}

/** Stores a user's choice of columns. */
export async function chooseColumns(db: Database, userId: number, columns: Columns): Promise<void> {
  await db
    .insert(contractorColumnChoices)
    .values({ userId, columns })
    .onConflictDoUpdate({ target: contractorColumnChoices.userId, set: { columns } });
}

export const ownsView = (db: Database, userId: number, viewId: number): Promise<boolean> =>
  hasRow(
    db,
    contractorViews,
    and(eq(contractorViews.userId, userId), eq(contractorViews.id, viewId)),
  );
