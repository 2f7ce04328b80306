import { contractorAt, contractorOrAnyWith, notSwitched } from '../core/owner.ts';
import { payoutAccess } from './access.ts';

/**
 * Callers who view the contractor's account may read; so may staff who review tax forms, for any
 * contractor.
 */
export const readerOwner = contractorOrAnyWith('id', payoutAccess.reviewing);

/** Only the contractor can change bank details and tax forms, not staff on their behalf. */
export const contractorOnlyOwner = [
  contractorAt('id'),
  notSwitched('Only the contractor can change bank details and submit a tax form.'),
] as const;
