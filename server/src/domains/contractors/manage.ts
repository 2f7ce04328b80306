import type { ManagedContractor } from '@lintel/contract/contractors/edit';
import type { ContractorRow } from '@lintel/contract/contractors/manage';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { findRow, searchContractors, type ContractorQuery } from './grid-repository.ts';
import { lastEdit } from './last-edit.ts';
import type { ManageDeps } from './manage-deps.ts';
import { presentRow } from './present-row.ts';
import { leadOwnerOf, managersWithIds } from './repository.ts';

/** One page of the grid. */
export async function contractorGrid({ db, leadTemplate }: ManageDeps, query: ContractorQuery) {
  const { rows, total } = await searchContractors(db, query);
  return { data: rows.map((row) => presentRow(row, leadTemplate)), total };
}

/** One contractor as the grid shows it. Throws `not_found`. */
export async function contractorRow(
  { db, leadTemplate }: ManageDeps,
  contractorId: number,
): Promise<ContractorRow> {
  return presentRow(await requireRow(db, contractorId), leadTemplate);
}

/**
 * One contractor for an editor, with what tells later whether somebody else was faster. Throws
 * `not_found`.
 */
export async function managedContractor(
  deps: ManageDeps,
  contractorId: number,
): Promise<ManagedContractor> {
  const { db, leadTemplate } = deps;
  const [row, edit, leadOwner] = await Promise.all([
    requireRow(db, contractorId),
    lastEdit(db, deps, contractorId),
    leadOwnerOf(db, contractorId),
  ]);
  const { managerId } = row.contractor;
  const [manager] = managerId === null ? [] : await managersWithIds(db, [managerId]);
  return {
    contractor: presentRow(row, leadTemplate),
    manager: manager ?? null,
    leadOwner: leadOwner ?? null,
    version: row.contractor.version,
    lastEdit: edit && { by: edit.by, at: edit.at },
  };
}

async function requireRow(db: Database, contractorId: number) {
  const row = await findRow(db, contractorId);
  if (row === undefined) throw new AppError('not_found');
  return row;
}
