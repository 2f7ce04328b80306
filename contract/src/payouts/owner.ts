import { contractorAt, contractorOrAnyWith, notSwitched } from '../core/owner.ts';
import { payoutAccess } from './access.ts';

/**
 * Whoever looks at the contractor's account may read; so may staff who review tax forms, of any
 * contractor.
 */
export const ofReader = contractorOrAnyWith('id', payoutAccess.reviewing);

/** Bank details and tax forms are changed by the contractor alone, not by staff on their behalf. */
export const ofContractorAlone = [
  contractorAt('id'),
  notSwitched('Only the contractor can change bank details and hand in a tax form.'),
] as const;
