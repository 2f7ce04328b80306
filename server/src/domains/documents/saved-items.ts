import { and, asc, count, desc, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { maxSavedItems } from '@lintel/contract/documents/constants';
import type * as contract from '@lintel/contract/documents/saved-items';
import type { ResponseBody, RequestPart } from '@lintel/contract/core/endpoint';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { unlessTaken } from '../../platform/db/failures.ts';
import { containing } from '../../platform/db/folded.ts';
import { AppError } from '../../platform/errors.ts';
import { toDollars } from '../../platform/money.ts';
import { savedItems } from './tables.ts';

type Item = typeof savedItems.$inferSelect;
type Form = RequestPart<typeof contract.createSavedItem, 'body'>;

const present = (row: Item): contract.SavedItem => ({
  id: row.id,
  description: row.description,
  details: row.details,
  unitPrice: toDollars(row.unitPriceCents),
  isTaxable: row.isTaxable,
  isArchived: row.archivedAt !== null,
  updatedAt: row.updatedAt.toISOString(),
  version: row.version,
});

const orders: Record<(typeof contract.savedItemOrders)[number], SQL> = {
  description: sql`lower(${savedItems.description})`,
  price: sql`${savedItems.unitPriceCents}`,
  updated: sql`${savedItems.updatedAt}`,
};

/** A page of the saved items. There are at most `maxSavedItems`, so offsets are fast enough. */
export async function listItems(
  db: Database,
  contractorId: number,
  { search, archived, order, page, limit }: RequestPart<typeof contract.listSavedItems, 'query'>,
): Promise<ResponseBody<typeof contract.listSavedItems>> {
  const { archivedAt } = savedItems;
  const where = and(
    eq(savedItems.contractorId, contractorId),
    archived === 'yes' ? isNotNull(archivedAt) : isNull(archivedAt),
    search === ''
      ? undefined
      : sql`fold_search(${savedItems.description}) like ${containing(search)}`,
  );
  const direction = order.descending ? desc : asc;
  const rows = await db
    .select()
    .from(savedItems)
    .where(where)
    .orderBy(direction(orders[order.field]), direction(savedItems.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const [all] = await db.select({ total: count() }).from(savedItems).where(where);
  return { data: rows.map(present), total: all?.total ?? 0 };
}

const storeUnique = <Value>(work: () => Promise<Value>): Promise<Value> => {
  const message = 'This item is already saved.';
  return unlessTaken(
    'saved_items_description',
    () => new AppError('already_exists', { message, fields: { description: message } }),
    work,
  );
};

export async function createItem(
  { db, clock }: Context,
  contractorId: number,
  { unitPrice, ...form }: Form,
): Promise<contract.SavedItem> {
  const [all] = await db
    .select({ total: count() })
    .from(savedItems)
    .where(eq(savedItems.contractorId, contractorId));
  if ((all?.total ?? 0) >= maxSavedItems)
    throw new AppError('in_use', { message: `You can save up to ${maxSavedItems} items.` });
  const row = { ...form, contractorId, unitPriceCents: unitPrice, updatedAt: clock.now() };
  const [stored] = await storeUnique(() => db.insert(savedItems).values(row).returning());
  if (stored === undefined) throw new Error('The item was not stored');
  return present(stored);
}

/** Changes an item if the caller has its current version; otherwise throws `conflict`. */
export async function changeItem(
  { db, clock }: Context,
  { contractorId, savedItemId }: { contractorId: number; savedItemId: number },
  version: number,
  values: Partial<
    Pick<Item, 'description' | 'details' | 'unitPriceCents' | 'isTaxable' | 'archivedAt'>
  >,
): Promise<contract.SavedItem> {
  const [stored] = await storeUnique(() =>
    db
      .update(savedItems)
      .set({ ...values, updatedAt: clock.now(), version: version + 1 })
      .where(
        and(
          eq(savedItems.contractorId, contractorId),
          eq(savedItems.id, savedItemId),
          eq(savedItems.version, version),
        ),
      )
      .returning(),
  );
  if (stored === undefined) throw new AppError('conflict');
  return present(stored);
}
