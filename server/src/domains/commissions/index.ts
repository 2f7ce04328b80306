import type { Context } from '../../platform/context.ts';
import type { Part } from '../../platform/part.ts';
import { commissionSchedules } from './jobs.ts';
import { commissionListeners } from './listeners.ts';
import { manageRoutes } from './manage/index.ts';
import { commissionData } from './own-data.ts';
import { forgetCustomers } from './retention.ts';
import { commissionRoutes } from './routes.ts';

export { bookBonuses } from './referrals.ts';
export { unpaidCommissionOnApplication } from './retention.ts';
export { commissionListeners } from './listeners.ts';
export { bookMonth, bookOpenMonths } from './monthly.ts';
export { assignToPayout, releaseFromPayout } from './repository.ts';

/** Commissions and referrals, which follow payments and refunds. */
export const part = (context: Context): Part => ({
  routes: [...commissionRoutes(context), ...manageRoutes(context)],
  ownData: commissionData(context),
  schedules: commissionSchedules(context),
  listeners: {
    ...commissionListeners(context),
    'applications.anonymized': (tx, { applications }) => forgetCustomers(tx, applications),
  },
});
