import type { Logger } from 'pino';
import type { BillingHooks } from './domains/billing/index.ts';
import {
  commissionHooks,
  commissionRoutes,
  commissionSchedules,
} from './domains/commissions/index.ts';
import { payoutHooks } from './domains/payouts/index.ts';
import { brandOf } from './platform/brand.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { OpenDatabase } from './platform/db/connect.ts';
import type { Route } from './platform/http/route.ts';
import type { Schedule } from './platform/jobs/worker.ts';

interface Edges {
  config: Config;
  database: OpenDatabase;
  clock: Clock;
  log: Logger;
}

/** Commissions and referrals on their edges, and what they do with each payment and refund. */
export function composeCommissions(deps: Edges): {
  routes: Route[];
  schedules: Schedule[];
  hooks: BillingHooks;
} {
  const { config, clock, log } = deps;
  const { publicUrl, BUSINESS_TIME_ZONE: timeZone } = config;
  const base = { db: deps.database.db, clock, timeZone, log };
  return {
    routes: commissionRoutes({ ...base, brand: brandOf(config), publicUrl }),
    schedules: commissionSchedules(base),
    hooks: commissionHooks(base, payoutHooks(base)),
  };
}
