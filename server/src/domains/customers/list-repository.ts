import { and, count, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { CustomerOrder, CustomerState } from '@lintel/contract/customers/constants';
import type { CustomerFilters } from '@lintel/contract/customers/customer';
import type { Database } from '../../platform/db/connect.ts';
import type { PagePlace } from '../../platform/db/keyset.ts';
import { pageWithTotal } from '../../platform/db/matching-page.ts';
import { allOf, orderOf, type Matching, type OrderedRows } from '../../platform/db/ordered-rows.ts';
import { phoneAsStored } from '../../platform/db/queries.ts';
import { totalAbout, type Total } from '../../platform/db/totals.ts';
import { matchingWords } from '../../platform/db/word-sample.ts';
import type { CustomerRow } from './repository.ts';
import { customers, customerWords, isListed, isPutAway } from './tables.ts';

/** Which customers: always of one contractor. */
export interface CustomerFilter extends CustomerFilters {
  contractorId: number;
}
export interface ListOrder {
  field: CustomerOrder;
  descending: boolean;
}

const byState: Record<CustomerState, SQL> = { active: isListed, archived: isPutAway };
const keyOf: Record<CustomerOrder, SQL> = {
  activeAt: sql`${customers.activeAt}`,
  name: sql`lower(name)`,
  createdAt: sql`${customers.createdAt}`,
};

/** So many words of a search count. */
const maxWords = 8;

/** A phone number in any notation is one word; of anything else each word has to be there. */
function wordsOf(search: string): string[] {
  const phone = phoneAsStored(search);
  if (phone !== search) return [phone];
  return search
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, maxWords)
    .map(phoneAsStored);
}

/** What a search and a tag ask of a customer, and about how many meet it. */
async function matching(
  db: Database,
  { contractorId, state, search, tag }: CustomerFilter,
  where: SQL | undefined,
  now: Date,
): Promise<Matching | undefined> {
  const among = { table: customers, id: customers.id, where };
  const text = { text: customerWords, of: `customers ${contractorId} ${state}` };
  const told = (words: string) => matchingWords(db, among, text, words, now);
  const parts = await Promise.all(wordsOf(search).map(told));
  if (tag !== '') {
    const tagged = sql`${customers.tags} @> array[${tag}]::text[]`;
    parts.push({ row: tagged, index: tagged, share: (await told(tag)).share });
  }
  return allOf(parts);
}

/** The customers that a filter means, in an order, for finding a page's ids without reading rows. */
export async function orderedCustomers(
  db: Database,
  filter: CustomerFilter,
  order: ListOrder,
  now: Date,
) {
  const where = and(eq(customers.contractorId, filter.contractorId), byState[filter.state]);
  return {
    table: customers,
    id: customers.id,
    where,
    matching: await matching(db, filter, where, now),
    keys: [keyOf[order.field]],
    descending: order.descending,
  } satisfies OrderedRows;
}

/** One page of the list, and how many there are. */
export async function selectCustomers(
  db: Database,
  filter: CustomerFilter,
  { order, ...place }: PagePlace & { order: ListOrder },
  now: Date,
): Promise<Total & { rows: CustomerRow[] }> {
  const rows = await orderedCustomers(db, filter, order, now);
  const scope = eq(customers.contractorId, filter.contractorId);
  // Where nothing is searched, the first page needs no ids before its rows.
  if (rows.matching === undefined && place.offset === 0 && place.before === undefined) {
    const [first, total] = await Promise.all([
      db
        .select()
        .from(customers)
        .where(rows.where)
        .orderBy(orderOf(rows, false))
        .limit(place.limit),
      totalAbout(db, customers, rows.where, now),
    ]);
    return { rows: first, ...total };
  }
  const { ids, ...totals } = await pageWithTotal(db, { ...rows, scope }, place, now);
  if (ids.length === 0) return { rows: [], ...totals };
  const found = await db
    .select()
    .from(customers)
    .where(and(scope, inArray(customers.id, ids)))
    .orderBy(orderOf(rows, false));
  return { rows: found, ...totals };
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
