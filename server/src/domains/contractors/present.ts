import type { Contractor, ContractorRow } from '@lintel/contract/contractors';
import type { FoundContractor, searchContractors } from './repository.ts';

type GridRow = Awaited<ReturnType<typeof searchContractors>>['rows'][number];

export const presentPlan = (plan: FoundContractor['plan']): Contractor['plan'] =>
  plan && { id: plan.id, name: plan.name, tier: plan.tier, opportunities: plan.opportunities };

export const presentManager = (manager: FoundContractor['manager']): Contractor['managerCSO'] =>
  manager && {
    firstName: manager.firstName,
    lastName: manager.lastName,
    email: manager.email,
    additionalContacts: { phones: manager.phones },
  };

export function presentRow({ contractor, plan }: GridRow): ContractorRow {
  return {
    id: contractor.id,
    hasUser: contractor.ownerId !== null,
    userId: contractor.ownerId,
    companyName: contractor.companyName,
    firstName: contractor.firstName,
    lastName: contractor.lastName,
    email: contractor.email,
    phone: contractor.phone,
    plan,
    paymentStatus: contractor.paymentStatus,
    registrationDate: contractor.registeredAt.toISOString(),
  };
}
