import { and, asc, count, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { containing, phoneAsStored } from '../../platform/like.ts';
import { plans } from '../billing/tables.ts';
import { contractors, managers } from './tables.ts';

/** A contractor with its plan and manager, or undefined. */
export async function findContractor(db: Database, contractorId: number) {
  const [row] = await db
    .select({ contractor: contractors, plan: plans, manager: managers })
    .from(contractors)
    .leftJoin(plans, eq(plans.id, contractors.planId))
    .leftJoin(managers, eq(managers.id, contractors.managerId))
    .where(eq(contractors.id, contractorId));
  return row;
}
export type FoundContractor = NonNullable<Awaited<ReturnType<typeof findContractor>>>;

export interface ContractorQuery {
  searchText: string;
  order: { field: string; descending: boolean };
  offset: number;
  limit: number;
}

// As in the trigram index: the planner uses it only for the very same expression.
const searchable = sql`lower(company_name || ' ' || first_name || ' ' || last_name || ' ' || email || ' ' || phone)`;

const orderColumns: Record<string, SQL> = {
  hasUser: sql`(owner_id is not null)`,
  companyName: sql`lower(company_name)`,
  email: sql`lower(${contractors.email})`,
  plan: sql`${contractors.planId}`,
  registrationDate: sql`${contractors.registeredAt}`,
  paymentStatus: sql`${contractors.paymentStatus}`,
  contractorId: sql`${contractors.id}`,
};

/** One page of the staff's grid and how many rows match. */
export async function searchContractors(db: Database, query: ContractorQuery) {
  const where = and(query.searchText === '' ? undefined : sql`${searchable} like ${containing(phoneAsStored(query.searchText))}`);
  const column = orderColumns[query.order.field] ?? contractors.id;
  const direction = query.order.descending ? desc : asc;
  const rows = await db
    .select({ contractor: contractors, plan: { id: plans.id, name: plans.name, tier: plans.tier } })
    .from(contractors)
    .leftJoin(plans, eq(plans.id, contractors.planId))
    .where(where)
    .orderBy(direction(column), direction(contractors.id))
    .limit(query.limit)
    .offset(query.offset);
  const [all] = await db.select({ total: count() }).from(contractors).where(where);
  return { rows, total: all?.total ?? 0 };
}
