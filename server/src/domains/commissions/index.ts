import { brandOf } from '../../platform/brand.ts';
import type { Context } from '../../platform/context.ts';
import type { Part } from '../../platform/part.ts';
import { commissionSchedules } from './jobs.ts';
import { commissionListeners } from './listeners.ts';
import { commissionData } from './own-data.ts';
import { commissionRoutes } from './routes.ts';

export { bookBonuses } from './referrals.ts';
export { forgetCustomers, unpaidCommissionOnApplication } from './retention.ts';
export { commissionListeners } from './listeners.ts';
export { bookMonth, bookOpenMonths } from './monthly.ts';
export { assignToPayout, releaseFromPayout } from './repository.ts';

type Deps = Pick<Context, 'config' | 'database' | 'clock' | 'log' | 'events'>;

/** Commissions and referrals, which follow payments and refunds. */
export function part({ config, database, clock, log, events }: Deps): Part {
  const { publicUrl, BUSINESS_TIME_ZONE: timeZone } = config;
  const base = { db: database.db, clock, timeZone, log };
  const brand = brandOf(config);
  return {
    routes: commissionRoutes({ ...base, brand, publicUrl }),
    ownData: commissionData({ ...base, brand }),
    schedules: commissionSchedules(base),
    listeners: commissionListeners({ ...base, emit: events.emit }),
  };
}
