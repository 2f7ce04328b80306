import type { ManagedContractor } from '@lintel/contract/contractors/edit';
import type { ContractorRow } from '@lintel/contract/contractors/manage';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import {
  findRow,
  searchContractors,
  type ContractorQuery,
  type GridRow,
} from './grid-repository.ts';
import { lastEdit } from './history.ts';
import { findLeadOwner, managersWithIds } from './repository.ts';

type ContractorRecord = GridRow['contractor'];

const presentActivation = ({
  activatedAt,
  cpActivation,
}: ContractorRecord): ContractorRow['cpActivation'] => {
  if (activatedAt !== null) return activatedAt.toISOString();
  return cpActivation === 'Error'
    ? { error: 'The confirmation e-mail could not be delivered.' }
    : '';
};

const presentOwner = ({
  ownerId,
  firstName,
  lastName,
  email,
}: ContractorRecord): ContractorRow['user'] =>
  ownerId === null ? null : { id: ownerId, firstname: firstName, lastname: lastName, email };

const presentTaxFormState = (stored: ContractorRecord) => ({
  w9: { status: stored.w9Status, danger: stored.w9IsDifferent && !stored.w9SkipDifferences },
  statusW9: stored.w9Status,
  fullNameW9: stored.w9FullName,
  companyNameW9: stored.w9CompanyName,
  isSSN: stored.w9IsSsn === true,
  isEIN: stored.w9IsSsn === false,
  isDifferent: stored.w9IsDifferent,
  skipDifferences: stored.w9SkipDifferences,
});

/**
 * A contractor as a row of the staff's grid. `leadTemplate` is the CRM's URL of a lead, containing
 * `{id}`.
 */
function presentRow({ contractor, plan, hasFactor }: GridRow, leadTemplate: string): ContractorRow {
  const { id, companyName, firstName, lastName, email, phone, leadId, paymentStatus } = contractor;
  return {
    id,
    contractorId: id,
    hasUser: contractor.ownerId !== null,
    userId: contractor.ownerId,
    user: presentOwner(contractor),
    hasFactor,
    companyName,
    firstName,
    lastName,
    email,
    phone,
    leadId,
    paymentStatus,
    fullName: `${firstName} ${lastName}`.trim(),
    phoneNumber: phone,
    plan,
    contractorPlan: plan?.name ?? '',
    registrationDate: contractor.registeredAt.toISOString(),
    cpActivation: presentActivation(contractor),
    leadUrl: leadId === null ? null : crmLeadUrl(leadTemplate, leadId),
    partnerId: contractor.partnerId,
    referralId: contractor.referralId,
    maxTeamUsers: contractor.maxTeamUsers,
    ...presentTaxFormState(contractor),
  };
}

/** A lead's page in the CRM. `template` is a URL containing `{id}`. */
export const crmLeadUrl = (template: string, leadId: number): string =>
  template.replaceAll('{id}', encodeURIComponent(leadId));

export async function contractorGrid(
  { db, config }: Pick<Context, 'db' | 'config'>,
  query: ContractorQuery,
) {
  const { rows, ...total } = await searchContractors(db, query);
  return { data: rows.map((row) => presentRow(row, config.crmLeadUrl)), ...total };
}

/** A contractor as a grid row. Throws `not_found`. */
export async function contractorRow(
  { db, config }: Context,
  contractorId: number,
): Promise<ContractorRow> {
  return presentRow(await requireRow(db, contractorId), config.crmLeadUrl);
}

/**
 * A contractor for an editor, with the version that detects parallel changes. Throws `not_found`.
 */
export async function managedContractor(
  context: Context,
  contractorId: number,
): Promise<ManagedContractor> {
  const { db, config } = context;
  const [row, edit, leadOwner] = await Promise.all([
    requireRow(db, contractorId),
    lastEdit(db, context, contractorId),
    findLeadOwner(db, contractorId),
  ]);
  const { managerId } = row.contractor;
  const [manager] = managerId === null ? [] : await managersWithIds(db, [managerId]);
  return {
    contractor: presentRow(row, config.crmLeadUrl),
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
