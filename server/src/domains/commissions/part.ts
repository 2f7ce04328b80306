import { brandOf } from '../../platform/brand.ts';
import type { Edges, Part } from '../../platform/part.ts';
import type { BillingHooks } from '../billing/index.ts';
import { commissionHooks, type CommissionHooks } from './hooks.ts';
import { commissionSchedules } from './jobs.ts';
import { commissionRoutes } from './routes.ts';

type Deps = Pick<Edges, 'config' | 'database' | 'clock' | 'log'> & CommissionHooks;

/** Commissions and referrals, and what they do with each payment and refund. */
export function part({
  config,
  database,
  clock,
  log,
  onTakenBack,
}: Deps): Part & { hooks: BillingHooks } {
  const { publicUrl, BUSINESS_TIME_ZONE: timeZone } = config;
  const base = { db: database.db, clock, timeZone, log };
  return {
    routes: commissionRoutes({ ...base, brand: brandOf(config), publicUrl }),
    schedules: commissionSchedules(base),
    hooks: commissionHooks(base, { onTakenBack }),
  };
}
