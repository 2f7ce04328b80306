import { and, arrayContains, count, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { CustomerOrder, CustomerState } from '@lintel/contract/customers/constants';
import type { CustomerFilters } from '@lintel/contract/customers/customer';
import type { Database } from '../../platform/db/connect.ts';
import { allSearches, foldedSearch, type Search } from '../../platform/db/folded.ts';
import {
  buildOrder,
  readPage,
  type OrderedRows,
  type PagePlace,
  type Total,
} from '../../platform/db/pages.ts';
import { phoneAsStored } from '../../platform/db/queries.ts';
import type { CustomerRow } from './repository.ts';
import { customers, isListed, isPutAway } from './tables.ts';

/** Filter of customers, always within one contractor. */
export interface CustomerFilter extends CustomerFilters {
  contractorId: number;
}
export interface ListOrder {
  field: CustomerOrder;
  descending: boolean;
}

const byState: Record<CustomerState, SQL> = { active: isListed, archived: isPutAway };
const sortKeys: Record<CustomerOrder, SQL> = {
  activeAt: sql`${customers.activeAt}`,
  name: sql`lower(name)`,
  createdAt: sql`${customers.createdAt}`,
};

/** Number of search words that count. */
const maxWords = 8;

/** A phone number in any notation is one word; of other text, each word must match. */
function searchWords(search: string): string[] {
  const phone = phoneAsStored(search);
  if (phone !== search) return [phone];
  return search
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, maxWords)
    .map(phoneAsStored);
}

/** Search condition for a text and a tag. */
function searched({ search, tag }: CustomerFilter): Search | undefined {
  const parts = searchWords(search).map((word) => foldedSearch(sql`${customers.words}`, word));
  if (tag !== '') {
    const isTagged = arrayContains(customers.tags, [tag]);
    parts.push({ row: isTagged, index: isTagged });
  }
  return allSearches(parts);
}

/** The filtered customers in an order. */
export const orderedCustomers = (filter: CustomerFilter, order: ListOrder) =>
  ({
    table: customers,
    id: customers.id,
    where: and(eq(customers.contractorId, filter.contractorId), byState[filter.state]),
    search: searched(filter),
    keys: [sortKeys[order.field]],
    descending: order.descending,
  }) satisfies OrderedRows;

/** One page of the list, and the total. */
export async function selectCustomers(
  db: Database,
  filter: CustomerFilter,
  { order, ...place }: PagePlace & { order: ListOrder },
): Promise<Total & { rows: CustomerRow[] }> {
  const ordered = orderedCustomers(filter, order);
  const scope = eq(customers.contractorId, filter.contractorId);
  const { ids, ...total } = await readPage(db, { ...ordered, scope }, place);
  if (ids.length === 0) return { rows: [], ...total };
  const rows = await db
    .select()
    .from(customers)
    .where(and(scope, inArray(customers.id, ids)))
    .orderBy(buildOrder(ordered));
  return { rows, ...total };
}

/** The most used tags of a contractor's listed customers. */
export const selectTags = (db: Database, contractorId: number, limit: number) => {
  const tag = sql<string>`unnest(${customers.tags})`;
  const one = db
    .select({ tag: tag.as('tag') })
    .from(customers)
    .where(and(eq(customers.contractorId, contractorId), isListed))
    .as('one');
  return db
    .select({ tag: one.tag, count: count() })
    .from(one)
    .groupBy(one.tag)
    .orderBy(desc(count()), one.tag)
    .limit(limit);
};
