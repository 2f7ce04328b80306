import { asc, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { CategoryOrder, CategoryType } from '@lintel/contract/training/constants';
import type { Database } from '../../platform/db/connect.ts';
import { storePlaces, type Place, type Editor } from './editing.ts';
import { trainingCategories as categories, trainingMaterials as materials } from './tables.ts';

export type CategoryRow = typeof categories.$inferSelect;

interface Page {
  limit: number;
  offset: number;
  order: { field: CategoryOrder; descending: boolean };
}

const sortings: Record<CategoryOrder, SQL[]> = {
  order: [sql`${categories.type}`, sql`${categories.position}`],
  type: [sql`${categories.type}`],
  name: [sql`lower(${categories.name})`],
};

// As a separate condition, the columns keep their table names; a column interpolated directly into
// a selected expression loses its own.
const held = sql<number>`(select count(*)::int from ${materials} where ${eq(materials.categoryId, categories.id)})`;

/** A page of the categories of one type or all, each with its count of materials. */
export async function selectCategories(
  db: Database,
  type: CategoryType | '',
  { limit, offset, order }: Page,
) {
  const where = type === '' ? undefined : eq(categories.type, type);
  const sorting = sortings[order.field].map((column) =>
    order.descending ? desc(column) : asc(column),
  );
  const [data, total] = await Promise.all([
    db
      .select({ category: categories, total: held })
      .from(categories)
      .where(where)
      .orderBy(...sorting, asc(categories.id))
      .limit(limit)
      .offset(offset),
    db
      .select({ count: sql<number>`count(*)::int` })
      .from(categories)
      .where(where),
  ]);
  return { data, total: total[0]?.count ?? 0 };
}

export async function findCategory(db: Database, id: number): Promise<CategoryRow | undefined> {
  const [row] = await db.select().from(categories).where(eq(categories.id, id));
  return row;
}

export async function countMaterials(db: Database, categoryId: number): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(materials)
    .where(eq(materials.categoryId, categoryId));
  return row?.count ?? 0;
}

/** A category, locked until the transaction ends. */
export async function lockCategory(tx: Database, id: number): Promise<CategoryRow | undefined> {
  const [row] = await tx.select().from(categories).where(eq(categories.id, id)).for('update');
  return row;
}

/** The position of a type's last category. */
export async function lastCategoryPlace(db: Database, type: CategoryType): Promise<number> {
  const [row] = await db
    .select({ last: sql<number>`coalesce(max(${categories.position}), 0)::int` })
    .from(categories)
    .where(eq(categories.type, type));
  return row?.last ?? 0;
}

export async function insertCategory(
  tx: Database,
  values: typeof categories.$inferInsert,
): Promise<CategoryRow> {
  const [row] = await tx.insert(categories).values(values).returning();
  if (row === undefined) throw new Error('The category was not inserted');
  return row;
}

/** Changes a category and increments its version. */
export async function updateCategory(
  tx: Database,
  id: number,
  change: Partial<CategoryRow>,
): Promise<CategoryRow> {
  const next = { ...change, version: sql`${categories.version} + 1` };
  const [row] = await tx.update(categories).set(next).where(eq(categories.id, id)).returning();
  if (row === undefined) throw new Error('The category was not updated');
  return row;
}

export const removeCategory = async (tx: Database, id: number): Promise<void> =>
  void (await tx.delete(categories).where(eq(categories.id, id)));

/** The categories of a type in order, locked until the transaction ends. */
export const lockSequence = (tx: Database, type: CategoryType) =>
  tx
    .select({ id: categories.id, position: categories.position })
    .from(categories)
    .where(eq(categories.type, type))
    .orderBy(asc(categories.position), asc(categories.id))
    .for('update');

export const selectPlaces = (db: Database, ids: readonly number[]) =>
  db
    .select({ id: categories.id, order: categories.position, version: categories.version })
    .from(categories)
    .where(inArray(categories.id, [...ids]))
    .orderBy(asc(categories.position), asc(categories.id));

/** Stores new positions of categories and increments their versions. */
export const placeCategories = (
  tx: Database,
  places: readonly Place[],
  by: Editor,
): Promise<void> => storePlaces(tx, categories, places, by);
