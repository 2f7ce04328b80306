import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { ManagedContractor, PlanChoice } from '@lintel/contract/contractors-edit';
import type { ContractorRow } from '@lintel/contract/contractors-manage';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { containing } from '../../platform/like.ts';
import { plans } from '../billing/tables.ts';
import { findRow, searchContractors, type ContractorQuery } from './grid-repository.ts';
import { lastEdit } from './last-edit.ts';
import type { ManageDeps } from './manage-deps.ts';
import { presentRow } from './present-row.ts';
import { contractors } from './tables.ts';

/** One page of the grid. */
export async function contractorGrid({ db, leadTemplate }: ManageDeps, query: ContractorQuery) {
  const { rows, total } = await searchContractors(db, query);
  return { data: rows.map((row) => presentRow(row, leadTemplate)), total };
}

/** One contractor as the grid shows it. Throws `not_found`. */
export async function contractorRow({ db, leadTemplate }: ManageDeps, contractorId: number): Promise<ContractorRow> {
  return presentRow(await requireRow(db, contractorId), leadTemplate);
}

/** One contractor for an editor, with what tells later whether somebody else was faster. Throws `not_found`. */
export async function managedContractor(deps: ManageDeps, contractorId: number): Promise<ManagedContractor> {
  const [row, edit] = await Promise.all([requireRow(deps.db, contractorId), lastEdit(deps.db, deps, contractorId)]);
  return {
    contractor: presentRow(row, deps.leadTemplate),
    version: row.contractor.version,
    lastEdit: edit && { by: edit.by, at: edit.at },
  };
}

async function requireRow(db: Database, contractorId: number) {
  const row = await findRow(db, contractorId);
  if (row === undefined) throw new AppError('not_found');
  return row;
}

/** How many contractors a search for their plans finds at most. */
const foundAtMost = 50;

/** Every plan by its name, or the plans of the contractors that a company name or an id finds. */
export async function planChoices(db: Database, searchText: string): Promise<PlanChoice[]> {
  const plan = { id: plans.id, name: plans.name, tier: plans.tier };
  if (searchText === '') {
    const all = await db
      .select(plan)
      .from(plans)
      .orderBy(sql`lower(${plans.name})`, asc(plans.id));
    return all.map((one) => ({ ...one, contractor: null }));
  }
  const isId = /^[1-9]\d{0,8}$/.test(searchText);
  // The first half is what the trigram index of the grid's search knows, the second narrows it to the company's name.
  const named = and(
    sql`lower(company_name || ' ' || first_name || ' ' || last_name || ' ' || ${contractors.email} || ' ' || phone) like ${containing(searchText)}`,
    sql`lower(company_name) like ${containing(searchText)}`,
  );
  return db
    .select({ ...plan, contractor: { id: contractors.id, companyName: contractors.companyName } })
    .from(contractors)
    .innerJoin(plans, eq(plans.id, contractors.planId))
    .where(isId ? or(named, eq(contractors.id, Number(searchText))) : named)
    .orderBy(sql`lower(company_name)`, asc(contractors.id))
    .limit(foundAtMost);
}
