import type { Contractor } from '@lintel/contract/contractors';

const tiersWithManager: readonly string[] = ['Pro', 'Brand', 'Concierge'];

/**
 * The customer success manager that the help menu shows: those tiers only, and not once the
 * subscription is canceled.
 */
export function managerOf(contractor: Contractor | null): Contractor['managerCSO'] {
  const tier = contractor?.plan?.tier;
  if (contractor === null || tier === undefined || !tiersWithManager.includes(tier)) return null;
  return contractor.paymentStatus === 'Canceled' ? null : contractor.managerCSO;
}
