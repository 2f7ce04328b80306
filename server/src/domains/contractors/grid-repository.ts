import { and, asc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { ContractorFilters } from '@lintel/contract/contractors/views';
import type { Database } from '../../platform/db/connect.ts';
import {
  isFoundSoon,
  matchesByIndex,
  orderOf,
  type Matching,
} from '../../platform/db/ordered-rows.ts';
import { containing } from '../../platform/db/folded.ts';
import { phoneAsStored } from '../../platform/db/queries.ts';
import { told, type Total } from '../../platform/db/totals.ts';
import { matchingWords } from '../../platform/db/word-sample.ts';
import { plans } from '../billing/plans/tables.ts';
import { heldPageNames } from '../pages/tables.ts';
import { idsInOrder, idsMerged, idsPlanByPlan, rowsInOrder, type GridPlace } from './grid-pages.ts';
import { contractors } from './tables.ts';
import { totalOf } from './totals.ts';

export interface ContractorQuery extends GridPlace {
  filters: ContractorFilters;
  accountToCreate: boolean;
}

/** Contractors who have paid and have no account. */
export const accountToCreate = and(
  eq(contractors.paymentStatus, 'Paid'),
  isNull(contractors.ownerId),
);

// As in the trigram index: the planner uses it only for the very same expression.
const searchable = sql`fold_search(company_name || ' ' || first_name || ' ' || last_name || ' ' || email || ' ' || phone)`;

/**
 * The contractors whose page has, or had, an address with these words; a whole address finds its
 * page too.
 */
async function contractorsWithPage(db: Database, searchText: string): Promise<number[]> {
  const name = /\/p\/([^/?#\s]+)/.exec(searchText)?.[1] ?? searchText;
  if (name.length < 3) return [];
  const rows = await db
    .selectDistinct({ id: heldPageNames.contractorId })
    .from(heldPageNames)
    .where(sql`${heldPageNames.name} like ${containing(name)}`)
    .limit(100);
  return rows.map(({ id }) => id);
}

/** A contractor's id or the number of its lead. */
function numbered(searchText: string): SQL[] {
  const digits = /^#?([1-9]\d{0,14})$/.exec(searchText)?.[1];
  if (digits === undefined) return [];
  const isLead = eq(contractors.leadId, Number(digits));
  return digits.length > 9 ? [isLead] : [isLead, eq(contractors.id, Number(digits))];
}

/**
 * Words anywhere in the contact, in the address of a page, or the whole number of the contractor
 * or its lead.
 */
async function matchingOf(
  db: Database,
  { searchText }: ContractorFilters,
  now: Date,
): Promise<Matching | undefined> {
  if (searchText === '') return undefined;
  const all = { table: contractors, id: contractors.id, where: undefined };
  const text = { text: searchable, of: 'contractors' };
  const [words, withPage] = await Promise.all([
    matchingWords(db, all, text, phoneAsStored(searchText), now),
    contractorsWithPage(db, searchText),
  ]);
  const others = numbered(searchText);
  if (withPage.length > 0) others.push(inArray(contractors.id, withPage));
  if (others.length === 0) return words;
  return {
    ...words,
    row: sql`(${sql.join([words.row, ...others], sql` or `)})`,
    index: sql`((${words.index}) or ${sql.join(others, sql` or `)})`,
  };
}

/** Every condition but the words and those that allow several values. */
const conditions = (query: ContractorQuery): SQL | undefined => {
  const { statusPayment, showDifferencesOnly, cpActivation } = query.filters;
  return and(
    query.accountToCreate ? accountToCreate : undefined,
    statusPayment === '' ? undefined : eq(contractors.paymentStatus, statusPayment),
    showDifferencesOnly ? sql`w9_is_different and not w9_skip_differences` : undefined,
    cpActivation === '' ? undefined : eq(contractors.cpActivation, cpActivation),
  );
};

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
  now: Date,
): Promise<Total & { rows: GridRow[] }> {
  const { filters, order, limit, offset } = query;
  const [ofPlans, matching] = await Promise.all([
    filters.tier === '' && order.field !== 'plan' ? [] : plansOf(db, filters.tier),
    matchingOf(db, filters, now),
  ]);
  const ofForms = filters.statusW9.map((status) => eq(contractors.w9Status, status));
  const tier = filters.tier === '' ? undefined : anyOf(ofPlans);
  const forms = ofForms.length === 0 ? undefined : anyOf(ofForms);
  const rest = and(conditions(query), matching?.row);
  const isByNumber = query.after === undefined && query.before === undefined;
  if (matching && isByNumber && order.field !== 'plan' && !isFoundSoon(matching, offset + limit)) {
    // What few have is read as a whole, which tells its number too.
    const where = and(tier, forms, conditions(query));
    const few = { ...rowsInOrder(order, where), matching };
    const { ids, total } = await matchesByIndex(db, few, { limit, offset });
    return { rows: await rowsById(db, ids), ...told(total) };
  }
  const where = and(tier, forms, rest);
  const total = totalOf(db, where, now);
  const page = async (): Promise<GridRow[]> => {
    if (order.field === 'plan') {
      const byPlan = { plans: ofPlans, where: and(forms, rest) };
      return rowsById(db, await idsPlanByPlan(db, query, byPlan, now));
    }
    const [branches, others] =
      ofForms.length > 1 ? [ofForms, and(tier, rest)] : [ofPlans, and(forms, rest)];
    // In other orders the values of a filter lie scattered, and an index in that order finds a
    // page of them soon.
    if (order.field === 'hasUser' && branches.length > 1)
      return rowsById(db, await idsMerged(db, query, { branches, where: others }));
    if (offset > 0) return rowsById(db, await idsInOrder(db, query, where, total));
    const first = rowsInOrder(order, where);
    return rowsOf(db).where(where).orderBy(orderOf(first, false)).limit(limit);
  };
  const [rows, all] = await Promise.all([page(), total]);
  return { rows, ...all };
}

/** The rows of these ids, in their order. */
async function rowsById(db: Database, ids: readonly number[]): Promise<GridRow[]> {
  const rows = ids.length === 0 ? [] : await rowsOf(db).where(inArray(contractors.id, [...ids]));
  const places = new Map(ids.map((id, place) => [id, place]));
  return rows.toSorted(
    (one, other) => (places.get(one.contractor.id) ?? 0) - (places.get(other.contractor.id) ?? 0),
  );
}
