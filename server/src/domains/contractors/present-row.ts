import type { ContractorRow } from '@lintel/contract/contractors/manage';
import { crmLeadUrl } from './crm.ts';
import type { GridRow } from './grid-repository.ts';

type Stored = GridRow['contractor'];

const activationOf = ({ activatedAt, cpActivation }: Stored): ContractorRow['cpActivation'] => {
  if (activatedAt !== null) return activatedAt.toISOString();
  return cpActivation === 'Error'
    ? { error: 'The confirmation e-mail could not be delivered.' }
    : '';
};

const userOf = ({ ownerId, firstName, lastName, email }: Stored): ContractorRow['user'] =>
  ownerId === null ? null : { id: ownerId, firstname: firstName, lastname: lastName, email };

const taxFormOf = (stored: Stored) => ({
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
 * A contractor as the staff's grid shows it. `leadTemplate` is the CRM's address of a lead, with
 * `{id}` in it.
 */
export function presentRow({ contractor, plan }: GridRow, leadTemplate: string): ContractorRow {
  const { id, companyName, firstName, lastName, email, phone, leadId, paymentStatus } = contractor;
  return {
    id,
    contractorId: id,
    hasUser: contractor.ownerId !== null,
    userId: contractor.ownerId,
    user: userOf(contractor),
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
    cpActivation: activationOf(contractor),
    leadUrl: leadId === null ? null : crmLeadUrl(leadTemplate, leadId),
    partnerId: contractor.partnerId,
    referralId: contractor.referralId,
    maxTeamUsers: contractor.maxTeamUsers,
    ...taxFormOf(contractor),
  };
}
