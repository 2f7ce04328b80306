import { and } from 'drizzle-orm';
import type { Database } from './connect.ts';
import { idsOfPage, type PagePlace } from './keyset.ts';
import {
  howFar,
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
    const onPage = (ids: number[]) => ids.slice(offset, offset + limit);
    if (first.isAll) return { ids: onPage(first.ids), total: first.ids.length };
    const share = first.ids.length / first.walked;
    if (first.ids.length >= offset + limit)
      return { ids: onPage(first.ids), ...(await totalOf(db, rows, now, share)) };
    // What one row of a hundred of very many has is not far, and an index would read all of it.
    const far = howFar(first, offset + limit);
    if (far !== null && (await isMany(db, rows, now, share))) {
      const further = await matchesAmongFirst(db, rows, orderOf(rows, false), far);
      if (further.ids.length >= offset + limit)
        return { ids: onPage(further.ids), ...(await totalOf(db, rows, now, share)) };
    }
  }
  const { ids, total } = await matchesByIndex(db, rows, place);
  return { ids, ...told(total) };
}

/**
 * How many rows match. The first rows of the order tell it where there are no more of them; where it
 * is plain from them that far more match than are counted each time, all are counted at once.
 */
async function totalMatching(db: Database, rows: OrderedRows, now: Date): Promise<Total> {
  const { ids, walked, isAll } = await matchesAmongFirst(db, rows, orderOf(rows, false));
  if (isAll) return { total: ids.length };
  return totalOf(db, rows, now, ids.length / walked);
}

/** Whether far more rows match than are counted each time, as this part of the first ones does. */
async function isMany(
  db: Database,
  { table, where }: OrderedRows,
  now: Date,
  share: number,
): Promise<boolean> {
  const all = await totalAbout(db, table, where, now);
  return all.total * share > 2 * countedUpTo;
}

/** How many rows match, of which this part of the first ones does. */
async function totalOf(db: Database, rows: OrderedRows, now: Date, share: number): Promise<Total> {
  const where = and(rows.where, rows.matching?.index);
  return totalAbout(db, rows.table, where, now, await isMany(db, rows, now, share));
}
