import { and, asc, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { ContractorOrder } from '@lintel/contract/contractors/manage-constants';
import type { ContractorFilters } from '@lintel/contract/contractors/views';
import type { Database } from '../../platform/db/connect.ts';
import { containing } from '../../platform/db/folded.ts';
import { readPage, type PagePlace, type Total } from '../../platform/db/pages.ts';
import { phoneAsStored } from '../../platform/db/queries.ts';
import { plans } from '../billing/plans/tables.ts';
import { heldPageNames } from '../pages/tables.ts';
import { contractors } from './tables.ts';

export interface ContractorQuery extends PagePlace {
  order: { field: ContractorOrder; descending: boolean };
  filters: ContractorFilters;
  accountToCreate: boolean;
}

/** Contractors who have paid and have no account. */
export const accountToCreate = and(
  eq(contractors.paymentStatus, 'Paid'),
  isNull(contractors.ownerId),
);

// Must match the trigram index's expression exactly, or the planner won't use it.
const searchable = sql`fold_search(company_name || ' ' || first_name || ' ' || last_name || ' ' || email || ' ' || phone)`;

/** The contractors whose page has, or had, a matching URL; a full URL works too. */
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

/** Matches a contractor's id or its lead id. */
function numbered(searchText: string): SQL[] {
  const digits = /^#?([1-9]\d{0,14})$/.exec(searchText)?.[1];
  if (digits === undefined) return [];
  const isLead = eq(contractors.leadId, Number(digits));
  return digits.length > 9 ? [isLead] : [isLead, eq(contractors.id, Number(digits))];
}

/** Matches words anywhere in the contact data or a page's URL, or a whole contractor or lead id. */
async function searched(db: Database, { searchText }: ContractorFilters): Promise<SQL | undefined> {
  if (searchText === '') return undefined;
  const withPage = await contractorsWithPage(db, searchText);
  return or(
    sql`${searchable} like ${containing(phoneAsStored(searchText))}`,
    ...numbered(searchText),
    withPage.length > 0 ? inArray(contractors.id, withPage) : undefined,
  );
}

async function gridCondition(db: Database, query: ContractorQuery): Promise<SQL | undefined> {
  const { statusPayment, showDifferencesOnly, cpActivation, tier, statusW9 } = query.filters;
  return and(
    query.accountToCreate ? accountToCreate : undefined,
    statusPayment === '' ? undefined : eq(contractors.paymentStatus, statusPayment),
    showDifferencesOnly ? sql`w9_is_different and not w9_skip_differences` : undefined,
    cpActivation === '' ? undefined : eq(contractors.cpActivation, cpActivation),
    statusW9.length === 0 ? undefined : inArray(contractors.w9Status, statusW9),
    tier === ''
      ? undefined
      : inArray(
          contractors.planId,
          db.select({ id: plans.id }).from(plans).where(eq(plans.tier, tier)),
        ),
    await searched(db, query.filters),
  );
}

const hasUser = sql`(owner_id is not null)`;

/** Sort columns of each order; the id breaks ties. */
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

/**
 * The rank of a contractor's plan among all plans by name; contractors without a plan come last.
 */
async function planPosition(db: Database): Promise<SQL> {
  const rows = await db
    .select({ id: plans.id })
    .from(plans)
    .orderBy(sql`lower(${plans.name})`, asc(plans.id));
  const ids = `{${rows.map(({ id }) => id).join(',')}}`;
  return sql`coalesce(array_position(${ids}::int[], ${contractors.planId}), ${rows.length + 1}::int)`;
}

/** Whether the owner has a second factor. */
const ownerHasFactor = sql<boolean>`(exists (select from passkeys where user_id = ${contractors.ownerId})
  or exists (select from app_factors where user_id = ${contractors.ownerId} and confirmed_at is not null))`;

const selectRows = (db: Database) =>
  db
    .select({
      contractor: contractors,
      plan: { id: plans.id, name: plans.name, tier: plans.tier },
      hasFactor: ownerHasFactor,
    })
    .from(contractors)
    .leftJoin(plans, eq(plans.id, contractors.planId));
export type GridRow = Awaited<ReturnType<typeof selectRows>>[number];

/** A contractor as a grid row, or undefined. */
export async function findRow(db: Database, contractorId: number): Promise<GridRow | undefined> {
  const [row] = await selectRows(db).where(eq(contractors.id, contractorId));
  return row;
}

/** A page of the staff's grid, and the number of matching contractors. */
export async function searchContractors(
  db: Database,
  query: ContractorQuery,
): Promise<Total & { rows: GridRow[] }> {
  const { field, descending } = query.order;
  const ordered = {
    table: contractors,
    id: contractors.id,
    where: await gridCondition(db, query),
    keys: field === 'plan' ? [await planPosition(db), hasUser] : orderColumns[field],
    descending,
  };
  const { ids, ...total } = await readPage(db, ordered, query);
  const rows = ids.length === 0 ? [] : await selectRows(db).where(inArray(contractors.id, ids));
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ contractor }: GridRow): number => places.get(contractor.id) ?? 0;
  return { rows: rows.toSorted((one, other) => placeOf(one) - placeOf(other)), ...total };
}
