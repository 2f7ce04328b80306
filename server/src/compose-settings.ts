import { agreementCounts, lockAutoOfTiers } from './domains/contractors/index.ts';
import { accountOf, deactivateBeyond, teamsBeyond } from './domains/identity/index.ts';
import { isFlyerTemplate } from './domains/marketing/index.ts';
import { settingRoutes } from './domains/settings/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/db/connect.ts';
import type { Route } from './platform/http/route.ts';

/** The settings, on what they change in other domains. */
export const composeSettings = (db: Database, clock: Clock): Route[] =>
  settingRoutes({
    db,
    clock,
    accountOf,
    isFlyerTemplate,
    agreementCounts,
    teams: {
      lock: lockAutoOfTiers,
      beyond: teamsBeyond,
      deactivate: (tx, caller, of) => deactivateBeyond(tx, clock, caller, of),
    },
  });
