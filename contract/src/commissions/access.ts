import { staffWith, staffWithAll } from '../core/access.ts';

/** Staff privileges for commission rates and adjustments. */
export const commissionAccess = {
  reading: staffWith(['manage-commissions', 'access']),
  changing: staffWithAll(['manage-commissions', 'access'], ['manage-commissions', 'modify']),
} as const;
