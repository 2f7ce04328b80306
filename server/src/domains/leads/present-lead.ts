import type { Lead, Manager } from '@lintel/contract/leads/lead';
import type { LeadRow } from './lead-repository.ts';

export const presentManager = (row: Omit<Manager, 'fullName'>): Manager => ({
  ...row,
  fullName: fullName(row),
});

export const fullName = ({
  firstName,
  lastName,
}: {
  firstName: string;
  lastName: string;
}): string => `${firstName} ${lastName}`.trim();

export function presentProgram({
  partnerId,
  referralId,
}: {
  partnerId: number | null;
  referralId: number | null;
}): Lead['program'] {
  if (partnerId !== null) return 'Partner';
  return referralId === null ? 'None' : 'Referral';
}

export interface LeadSetting {
  names: Map<number, string>;
  connected: boolean;
  leadUrl: string;
}

export function presentLead(
  id: number,
  row: LeadRow,
  { names, connected, leadUrl }: LeadSetting,
): Lead {
  const { contractor, lead, owner } = row;
  const { companyName, firstName, lastName, email, phone, paymentStatus } = contractor;
  return {
    id,
    contractorId: contractor.id,
    companyName,
    firstName,
    lastName,
    email,
    phone,
    paymentStatus,
    leadSource: row.source?.value ?? '',
    leadFirstTouch: row.firstTouch?.value ?? '',
    owner: owner && { id: owner.id, fullName: fullName(owner) },
    distributionSet: row.set?.title ?? '',
    program: presentProgram(contractor),
    partner: row.partner,
    hasUser: contractor.ownerId !== null,
    createdAt: (lead?.createdAt ?? contractor.registeredAt).toISOString(),
    createdBy: names.get(lead?.createdBy ?? 0) ?? '',
    crm: { connected, tookAt: lead?.crmTookAt?.toISOString() ?? null },
    leadUrl,
  };
}
