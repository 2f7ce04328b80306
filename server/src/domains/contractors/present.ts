import type { Contractor } from '@lintel/contract/contractors/contractor';
import type { FoundContractor } from './repository.ts';

export const presentPlan = (plan: FoundContractor['plan']): Contractor['plan'] =>
  plan && { id: plan.id, name: plan.name, tier: plan.tier, opportunities: plan.opportunities };

export const presentManager = (manager: FoundContractor['manager']): Contractor['managerCSO'] =>
  manager && {
    firstName: manager.firstName,
    lastName: manager.lastName,
    email: manager.email,
    additionalContacts: { phones: manager.phones },
  };

export const presentTaxForm = (stored: FoundContractor['contractor']): Contractor['w9'] => ({
  status: stored.w9Status,
  skipDifferences: stored.w9SkipDifferences,
  fullName: stored.w9FullName,
  companyName: stored.w9CompanyName,
  isEIN: stored.w9IsSsn === false,
  isSSN: stored.w9IsSsn === true,
});
