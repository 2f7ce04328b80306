import type { Contractor } from '@lintel/contract/contractors';
import type { Session } from '@lintel/contract/identity';

/**
 * The contractor whose phone, company profile and team this session may change: that of a
 * contractor user or of the account that is switched into. Null for staff on their own account and
 * for team users with Limited access.
 */
export function ownCompany({ user, contractor, switched }: Session): Contractor | null {
  return !user.isLimited && (user.isContractorUser || switched) ? contractor : null;
}
