import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { ContractorOrder } from '@lintel/contract/contractors/manage-constants';
import type { Database } from '../../platform/db/connect.ts';
import { idsOfPage, type PagePlace } from '../../platform/db/keyset.ts';
import type { OrderedRows } from '../../platform/db/ordered-rows.ts';
import { countedUpTo, type Total } from '../../platform/db/totals.ts';
import { contractors } from './tables.ts';
import { totalOf } from './totals.ts';

/** Which page of the grid, in which order. */
export interface GridPlace extends PagePlace {
  order: { field: ContractorOrder; descending: boolean };
}

const hasUser = sql`(owner_id is not null)`;

/**
 * The columns of each order, as they stand in one index each; rows that are equal in them follow by
 * their id.
 */
const orderColumns: Record<ContractorOrder, SQL[]> = {
  hasUser: [hasUser],
  companyName: [sql`lower(company_name)`],
  firstName: [sql`lower(first_name)`],
  lastName: [sql`lower(last_name)`],
  email: [sql`lower(${contractors.email})`],
  phone: [sql`${contractors.phone}`],
  /** Within one plan; the plans come in turn. */
  plan: [hasUser],
  registrationDate: [sql`${contractors.registeredAt}`],
  cpActivation: [
    sql`(coalesce(activated_at, case when activation_error then timestamptz 'infinity' else timestamptz '-infinity' end))`,
  ],
  paymentStatus: [sql`${contractors.paymentStatus}`, hasUser],
  statusW9: [sql`${contractors.w9Status}`, hasUser],
  contractorId: [],
};

/** The contractors that meet a condition, in an order. */
export const rowsInOrder = (
  { field, descending }: GridPlace['order'],
  where: SQL | undefined,
): OrderedRows & { scope: SQL | undefined } => ({
  table: contractors,
  id: contractors.id,
  where,
  scope: undefined,
  keys: orderColumns[field],
  descending,
});

/** The ids of a page. The second half of a large list is walked from its end. */
export async function idsInOrder(
  db: Database,
  { order, ...place }: GridPlace,
  where: SQL | undefined,
  total: Promise<Total>,
): Promise<number[]> {
  const all = place.offset < countedUpTo ? undefined : (await total).total;
  return idsOfPage(db, rowsInOrder(order, where), { ...place, total: all });
}

interface ByPlan {
  /** A condition for each plan, in the order of their names. */
  plans: readonly SQL[];
  where: SQL | undefined;
}

/**
 * The ids of a page in the order by plan: a plan's name stands in another table, so the plans are
 * read one after the other, each along its index and no further than the page. Those that a late
 * page leaves behind are counted, which is kept.
 */
export async function idsPlanByPlan(
  db: Database,
  place: GridPlace,
  { plans, where }: ByPlan,
  now: Date,
): Promise<number[]> {
  const { order, limit, offset } = place;
  const turns = order.descending ? plans.toReversed() : plans;
  const beside = await idsBesidePlan(db, place, { plans: turns, where });
  if (beside !== null) return beside;
  const ids: number[] = [];
  let skipped = offset;
  for (const plan of turns) {
    const rows = rowsInOrder(order, and(plan, where));
    const all = skipped === 0 ? undefined : (await totalOf(db, rows.where, now)).total;
    if (all !== undefined && skipped >= all) {
      skipped -= all;
      continue;
    }
    const rest = { offset: skipped, limit: limit - ids.length, total: all };
    ids.push(...(await idsOfPage(db, rows, rest)));
    skipped = 0;
    if (ids.length >= limit) break;
  }
  return ids;
}

/** The same beside a known row; null without one, or when it is of none of these plans any more. */
async function idsBesidePlan(
  db: Database,
  { order, limit, after, before }: GridPlace,
  { plans, where }: ByPlan,
): Promise<number[] | null> {
  const near = after ?? before;
  if (near === undefined) return null;
  const isBackward = after === undefined;
  const turns = plans.map((plan, turn) => sql`when ${plan} then ${sql.raw(String(turn))}`);
  if (turns.length === 0) return [];
  const [known] = await db
    .select({ turn: sql<number | null>`case ${sql.join(turns, sql` `)} end` })
    .from(contractors)
    .where(eq(contractors.id, near));
  if (typeof known?.turn !== 'number') return null;
  const { turn } = known;
  const own = plans.slice(turn, turn + 1);
  const others = isBackward ? plans.slice(0, turn).toReversed() : plans.slice(turn + 1);
  const ids: number[] = [];
  for (const plan of [...own, ...others]) {
    const rows = rowsInOrder(order, and(plan, where));
    const left = limit - ids.length;
    const found =
      plan === own[0]
        ? await idsOfPage(db, rows, { offset: 0, limit: left, after, before })
        : await idsFromEdge(db, rows, left, isBackward);
    if (isBackward) ids.unshift(...found);
    else ids.push(...found);
    if (ids.length >= limit) break;
  }
  return ids;
}

/** The first ids of some rows, or the last ones, in their order. */
async function idsFromEdge(
  db: Database,
  rows: ReturnType<typeof rowsInOrder>,
  limit: number,
  isLast: boolean,
): Promise<number[]> {
  const descending = isLast ? !rows.descending : rows.descending;
  const ids = await idsOfPage(db, { ...rows, descending }, { offset: 0, limit });
  return isLast ? ids.toReversed() : ids;
}

interface Merged {
  /** Conditions of which each row meets exactly one. */
  branches: readonly SQL[];
  where: SQL | undefined;
}

/**
 * The ids of one page of rows of several values of one column. Each value's rows are read in order
 * from the index that begins with that column, and no further than the page reaches, so nothing is
 * sorted but what could be on it.
 */
export async function idsMerged(
  db: Database,
  { order, limit, offset }: GridPlace,
  { branches, where }: Merged,
): Promise<number[]> {
  const direction = order.descending ? sql`desc` : sql`asc`;
  const columns = orderColumns[order.field];
  const ordered = (names: readonly SQL[]): SQL =>
    sql.join(
      [...names, sql`id`].map((name) => sql`${name} ${direction}`),
      sql`, `,
    );
  const keys = columns.map((_column, at) => sql.raw(`key${at}`));
  const selected = columns.map((column, at) => sql`, ${column} as ${keys[at]}`);
  const rows = branches.map(
    (branch) => sql`(select id${sql.join(selected)} from contractors
      where ${and(branch, where)} order by ${ordered(columns)} limit ${limit + offset})`,
  );
  const found = await db.execute<{ id: number }>(sql`
    select id from (${sql.join(rows, sql` union all `)}) as found
    order by ${ordered(keys)} limit ${limit} offset ${offset}`);
  return found.rows.map(({ id }) => id);
}
