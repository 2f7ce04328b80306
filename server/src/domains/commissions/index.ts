import { brandOf } from '../../platform/brand.ts';
import type { Edges, Part } from '../../platform/part.ts';
import type { BillingHooks } from '../billing/index.ts';
import {
  bookPartnerShare,
  reviewForDispute,
  takeBackForRefund,
  type CommissionHooks,
} from './hooks.ts';
import { commissionSchedules } from './jobs.ts';
import { commissionData } from './own-data.ts';
import { commissionRoutes } from './routes.ts';

export { bookBonuses } from './referrals.ts';
export { forgetCustomers, unpaidCommissionOnApplication } from './retention.ts';
export { commissionHooks, type CommissionHooks } from './hooks.ts';
export { bookMonth, bookOpenMonths } from './monthly.ts';
export { assignToPayout, releaseFromPayout } from './repository.ts';

type Deps = Pick<Edges, 'config' | 'database' | 'clock' | 'log'> & CommissionHooks;

interface CommissionPart extends Part {
  /** In billing's transaction, for each payment. */
  bookPartnerShare: BillingHooks['onPaid'];
  /** In billing's transaction, for each refund. */
  takeBackForRefund: BillingHooks['onRefunded'];
  /** In billing's transaction, for each report about a dispute. */
  reviewForDispute: BillingHooks['onDisputed'];
}

/** Commissions and referrals, and what they do with each payment and refund. */
export function part({ config, database, clock, log, onTakenBack }: Deps): CommissionPart {
  const { publicUrl, BUSINESS_TIME_ZONE: timeZone } = config;
  const base = { db: database.db, clock, timeZone, log };
  const brand = brandOf(config);
  return {
    routes: commissionRoutes({ ...base, brand, publicUrl }),
    ownData: commissionData({ ...base, brand }),
    schedules: commissionSchedules(base),
    bookPartnerShare: (tx, paid) => bookPartnerShare(tx, base, paid),
    reviewForDispute: (tx, disputed) => reviewForDispute(tx, { ...base, onTakenBack }, disputed),
    takeBackForRefund: (tx, refund) => takeBackForRefund(tx, { ...base, onTakenBack }, refund),
  };
}
