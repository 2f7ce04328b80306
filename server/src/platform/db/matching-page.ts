import { and } from 'drizzle-orm';
import type { Database } from './connect.ts';
import { idsOfPage, type PagePlace } from './keyset.ts';
import {
  isFoundSoon,
  lookedThrough,
  matchesAmongFirst,
  matchesByIndex,
  orderOf,
  type OrderedRows,
} from './ordered-rows.ts';
import { countedUpTo, told, totalAbout, type Total } from './totals.ts';

type Scoped = Parameters<typeof idsOfPage>[1];

/**
 * The ids of a page, and how many rows there are in all. Of words that many rows have the page is
 * found among the first rows of the order, and the number is kept; what few have is read as a whole
 * from its index, which tells both at once.
 */
export async function pageWithTotal(
  db: Database,
  rows: Scoped,
  place: PagePlace,
  now: Date,
): Promise<Total & { ids: number[] }> {
  const { limit, offset } = place;
  const { matching } = rows;
  const isBeside = place.after !== undefined || place.before !== undefined;
  if (matching === undefined || isBeside || offset + limit >= lookedThrough) {
    const all = await (matching === undefined
      ? totalAbout(db, rows.table, rows.where, now)
      : totalMatching(db, rows, now));
    const total = all.about ? all.total : undefined;
    return { ids: await idsOfPage(db, rows, { ...place, total }), ...all };
  }
  if (isFoundSoon(matching, offset + limit)) {
    const first = await matchesAmongFirst(db, rows, orderOf(rows, false));
    const ids = first.ids.slice(offset, offset + limit);
    if (first.walked < lookedThrough) return { ids, total: first.ids.length };
    if (first.ids.length >= offset + limit)
      return { ids, ...(await totalOf(db, rows, now, first.ids.length / first.walked)) };
  }
  const { ids, total } = await matchesByIndex(db, rows, place);
  return { ids, ...told(total) };
}

/**
 * How many rows match. The first rows of the order tell it where there are no more of them; where it
 * is plain from them that far more match than are counted each time, all are counted at once.
 */
async function totalMatching(db: Database, rows: OrderedRows, now: Date): Promise<Total> {
  const { ids, walked } = await matchesAmongFirst(db, rows, orderOf(rows, false));
  if (walked < lookedThrough) return { total: ids.length };
  return totalOf(db, rows, now, ids.length / walked);
}

/** How many rows match, of which this part of the first ones does. */
async function totalOf(
  db: Database,
  { table, where, matching }: OrderedRows,
  now: Date,
  share: number,
): Promise<Total> {
  const all = await totalAbout(db, table, where, now);
  const isMany = all.total * share > 2 * countedUpTo;
  return totalAbout(db, table, and(where, matching?.index), now, isMany);
}
