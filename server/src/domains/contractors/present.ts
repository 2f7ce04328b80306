import type { Contractor } from '@lintel/contract/contractors';
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
