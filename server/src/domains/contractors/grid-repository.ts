import { and, asc, count, desc, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { ContractorOrder } from '@lintel/contract/contractors-manage-constants';
import type { ContractorFilters } from '@lintel/contract/contractors-views';
import type { Database } from '../../platform/db/connect.ts';
import { containing, phoneAsStored } from '../../platform/like.ts';
import { plans } from '../billing/tables.ts';
import { idsByPlan } from './plan-order.ts';
import { contractors } from './tables.ts';

export interface ContractorQuery {
  filters: ContractorFilters;
  order: { field: ContractorOrder; descending: boolean };
  offset: number;
  limit: number;
}

// As in the trigram index: the planner uses it only for the very same expression.
const searchable = sql`lower(company_name || ' ' || first_name || ' ' || last_name || ' ' || email || ' ' || phone)`;
const hasUser = sql`(owner_id is not null)`;

/** The columns of each order, as they stand in one index each; rows that are equal in them follow by their id. */
const orderColumns: Record<Exclude<ContractorOrder, 'plan'>, SQL[]> = {
  hasUser: [hasUser],
  companyName: [sql`lower(company_name)`],
  firstName: [sql`lower(first_name)`],
  lastName: [sql`lower(last_name)`],
  email: [sql`lower(${contractors.email})`],
  phone: [sql`${contractors.phone}`],
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

async function conditions(db: Database, filters: ContractorFilters): Promise<SQL | undefined> {
  const { searchText, statusPayment, statusW9, showDifferencesOnly, tier, cpActivation } = filters;
  const ofTier = tier === '' ? null : await db.select({ id: plans.id }).from(plans).where(eq(plans.tier, tier));
  return and(
    found(searchText),
    statusPayment === '' ? undefined : eq(contractors.paymentStatus, statusPayment),
    statusW9.length === 0 ? undefined : sql`${contractors.w9Status} = any(${sql.param(statusW9)})`,
    showDifferencesOnly ? sql`w9_is_different and not w9_skip_differences` : undefined,
    ofTier
      ? inArray(
          contractors.planId,
          ofTier.map(({ id }) => id),
        )
      : undefined,
    cpActivation === '' ? undefined : eq(contractors.cpActivation, cpActivation),
  );
}

const rowsOf = (db: Database) =>
  db
    .select({ contractor: contractors, plan: { id: plans.id, name: plans.name, tier: plans.tier } })
    .from(contractors)
    .leftJoin(plans, eq(plans.id, contractors.planId));
export type GridRow = Awaited<ReturnType<typeof rowsOf>>[number];

/** One contractor as the grid shows it, or undefined. */
export async function findRow(db: Database, contractorId: number): Promise<GridRow | undefined> {
  const [row] = await rowsOf(db).where(eq(contractors.id, contractorId));
  return row;
}

/** One page of the staff's grid and how many rows match. */
export async function searchContractors(db: Database, query: ContractorQuery): Promise<{ rows: GridRow[]; total: number }> {
  const where = await conditions(db, query.filters);
  const [rows, [all]] = await Promise.all([
    query.order.field === 'plan' ? rowsByPlan(db, query, where) : rowsInOrder(db, query, query.order.field, where),
    db.select({ total: count() }).from(contractors).where(where),
  ]);
  return { rows, total: all?.total ?? 0 };
}

async function rowsInOrder(
  db: Database,
  { order, limit, offset }: ContractorQuery,
  field: keyof typeof orderColumns,
  where: SQL | undefined,
): Promise<GridRow[]> {
  const direction = order.descending ? desc : asc;
  const columns = [...orderColumns[field], contractors.id].map((column) => direction(column));
  return rowsOf(db)
    .where(where)
    .orderBy(...columns)
    .limit(limit)
    .offset(offset);
}

/** A plan's name stands in another table, so the page is found plan by plan. */
async function rowsByPlan(db: Database, query: ContractorQuery, where: SQL | undefined): Promise<GridRow[]> {
  const { order, limit, offset } = query;
  const ids = await idsByPlan(db, { where, descending: order.descending, limit, offset });
  const rows = ids.length === 0 ? [] : await rowsOf(db).where(inArray(contractors.id, ids));
  const places = new Map(ids.map((id, place) => [id, place]));
  return rows.toSorted((one, other) => (places.get(one.contractor.id) ?? 0) - (places.get(other.contractor.id) ?? 0));
}
