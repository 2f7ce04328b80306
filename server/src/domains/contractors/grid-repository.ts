import { and, asc, desc, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { ContractorOrder } from '@lintel/contract/contractors/manage-constants';
import type { ContractorFilters } from '@lintel/contract/contractors/views';
import type { Database } from '../../platform/db/connect.ts';
import { idsOfPage, type PagePlace } from '../../platform/db/keyset.ts';
import { containing, phoneAsStored } from '../../platform/db/queries.ts';
import { plans } from '../billing/plans/tables.ts';
import { contractors } from './tables.ts';
import { totalOf } from './totals.ts';

export interface ContractorQuery extends PagePlace {
  filters: ContractorFilters;
  order: { field: ContractorOrder; descending: boolean };
}

// As in the trigram index: the planner uses it only for the very same expression.
const searchable = sql`lower(company_name || ' ' || first_name || ' ' || last_name || ' ' || email || ' ' || phone)`;
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

/** Words anywhere in the contact, or a contractor's whole id. */
function found(searchText: string): SQL | undefined {
  if (searchText === '') return undefined;
  const matches = sql`${searchable} like ${containing(phoneAsStored(searchText))}`;
  const isId = /^[1-9]\d{0,8}$/.test(searchText);
  return isId ? or(matches, eq(contractors.id, Number(searchText))) : matches;
}

/** Every condition but those that allow several values. */
const conditions = ({
  searchText,
  statusPayment,
  showDifferencesOnly,
  cpActivation,
}: ContractorFilters): SQL | undefined =>
  and(
    found(searchText),
    statusPayment === '' ? undefined : eq(contractors.paymentStatus, statusPayment),
    showDifferencesOnly ? sql`w9_is_different and not w9_skip_differences` : undefined,
    cpActivation === '' ? undefined : eq(contractors.cpActivation, cpActivation),
  );

/** The plans of a tier, or all and none, in the order of their names. */
async function plansOf(db: Database, tier: ContractorFilters['tier']): Promise<SQL[]> {
  const rows = await db
    .select({ id: plans.id })
    .from(plans)
    .where(tier === '' ? undefined : eq(plans.tier, tier))
    .orderBy(sql`lower(${plans.name})`, asc(plans.id));
  const each = rows.map(({ id }) => eq(contractors.planId, id));
  return tier === '' ? [...each, isNull(contractors.planId)] : each;
}

const anyOf = (branches: readonly SQL[]): SQL =>
  branches.length === 0 ? sql`false` : sql`(${sql.join([...branches], sql` or `)})`;

/** Whether the owner has a second factor. */
const ownerHasFactor = sql<boolean>`(exists (select from passkeys where user_id = ${contractors.ownerId})
  or exists (select from app_factors where user_id = ${contractors.ownerId} and confirmed_at is not null))`;

const rowsOf = (db: Database) =>
  db
    .select({
      contractor: contractors,
      plan: { id: plans.id, name: plans.name, tier: plans.tier },
      hasFactor: ownerHasFactor,
    })
    .from(contractors)
    .leftJoin(plans, eq(plans.id, contractors.planId));
export type GridRow = Awaited<ReturnType<typeof rowsOf>>[number];

/** One contractor as the grid shows it, or undefined. */
export async function findRow(db: Database, contractorId: number): Promise<GridRow | undefined> {
  const [row] = await rowsOf(db).where(eq(contractors.id, contractorId));
  return row;
}

/** One page of the staff's grid and how many rows match. */
export async function searchContractors(
  db: Database,
  query: ContractorQuery,
): Promise<{ rows: GridRow[]; total: number }> {
  const { filters, order } = query;
  const ofPlans =
    filters.tier === '' && order.field !== 'plan' ? [] : await plansOf(db, filters.tier);
  const ofForms = filters.statusW9.map((status) => eq(contractors.w9Status, status));
  const tier = filters.tier === '' ? undefined : anyOf(ofPlans);
  const forms = ofForms.length === 0 ? undefined : anyOf(ofForms);
  const rest = conditions(filters);
  const where = and(tier, forms, rest);
  const byForms = order.field === 'hasUser' && ofForms.length > 1;
  const page = byForms
    ? { branches: ofForms, where: and(tier, rest) }
    : { branches: ofPlans, where: and(forms, rest) };
  const [rows, total] = await Promise.all([
    isBranched(order.field) && page.branches.length > 1
      ? rowsOfBranches(db, query, page)
      : rowsInOrder(db, query, where),
    totalOf(db, where),
  ]);
  return { rows, total };
}

/**
 * In other orders the values of a filter lie scattered, and an index in that order finds a page of
 * them soon.
 */
const isBranched = (field: ContractorOrder): boolean => field === 'plan' || field === 'hasUser';

async function rowsInOrder(
  db: Database,
  { order, ...place }: ContractorQuery,
  where: SQL | undefined,
): Promise<GridRow[]> {
  const direction = order.descending ? desc : asc;
  const keys = orderColumns[order.field];
  if (place.offset === 0)
    return rowsOf(db)
      .where(where)
      .orderBy(...[...keys, contractors.id].map((column) => direction(column)))
      .limit(place.limit);
  const { id } = contractors;
  const { descending } = order;
  const rows = { table: contractors, id, where, scope: undefined, keys, descending };
  return rowsById(db, await idsOfPage(db, rows, place));
}

/** The rows of these ids, in their order. */
async function rowsById(db: Database, ids: readonly number[]): Promise<GridRow[]> {
  const rows = ids.length === 0 ? [] : await rowsOf(db).where(inArray(contractors.id, [...ids]));
  const places = new Map(ids.map((id, place) => [id, place]));
  return rows.toSorted(
    (one, other) => (places.get(one.contractor.id) ?? 0) - (places.get(other.contractor.id) ?? 0),
  );
}

async function rowsOfBranches(
  db: Database,
  { order: { field, descending }, limit, offset }: ContractorQuery,
  { branches, where }: { branches: SQL[]; where: SQL | undefined },
): Promise<GridRow[]> {
  const inTurn = field === 'plan';
  const turns = inTurn && descending ? branches.toReversed() : branches;
  const page = {
    branches: turns,
    inTurn,
    where,
    columns: orderColumns[field],
    descending,
    limit,
    offset,
  };
  return rowsById(db, await idsOfBranches(db, page));
}

interface BranchedPage {
  /** Conditions of which each row meets exactly one. */
  branches: readonly SQL[];
  /** The branches come one after the other; else their rows are merged. */
  inTurn: boolean;
  where: SQL | undefined;
  columns: readonly SQL[];
  descending: boolean;
  limit: number;
  offset: number;
}

/**
 * The ids of one page of rows that come in branches: of several values of one column, or plan by
 * plan. Each branch is read in order from the index that begins with that column, and no further
 * than the page reaches, so nothing is sorted but what could be on it.
 */
async function idsOfBranches(db: Database, page: BranchedPage): Promise<number[]> {
  const { branches, inTurn, where, columns, limit, offset } = page;
  if (branches.length === 0) return [];
  const direction = page.descending ? sql`desc` : sql`asc`;
  const ordered = (names: readonly SQL[]): SQL =>
    sql.join(
      [...names, sql`id`].map((name) => sql`${name} ${direction}`),
      sql`, `,
    );
  const keys = columns.map((_column, at) => sql.raw(`key${at}`));
  const selected = columns.map((column, at) => sql`, ${column} as ${keys[at]}`);
  const rows = branches.map(
    (
      branch,
      turn,
    ) => sql`(select id, ${sql.raw(String(turn))} as turn${sql.join(selected)} from contractors
      where ${branch}${where ? sql` and ${where}` : sql``} order by ${ordered(columns)} limit ${limit + offset})`,
  );
  const found = await db.execute<{ id: number }>(sql`
    select id from (${sql.join(rows, sql` union all `)}) as found
    order by ${inTurn ? sql`turn, ` : sql``}${ordered(keys)} limit ${limit} offset ${offset}`);
  return found.rows.map(({ id }) => id);
}
