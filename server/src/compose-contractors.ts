import { contractorRoutes, manageRoutes } from './domains/contractors/index.ts';
import { createOwner, deactivateBeyond, fullNames, teamBeyond } from './domains/identity/index.ts';
import type { Config } from './platform/config.ts';
import type { Route } from './platform/http/route.ts';

type Accounts = Parameters<typeof createOwner>[0];
type Subscription = Parameters<typeof manageRoutes>[0]['subscription'];

/**
 * The contractors' domain, for contractors and for staff, on what identity and billing do for it.
 */
export function composeContractors(
  accounts: Accounts,
  config: Config,
  subscription: Subscription,
): Route[] {
  const { db, clock } = accounts;
  return [
    ...contractorRoutes({ db, clock }),
    ...manageRoutes({
      db,
      clock,
      leadTemplate: config.crmLeadUrl,
      createOwner: (caller, owner) => createOwner(accounts, caller, owner),
      namesOf: fullNames,
      team: {
        beyond: teamBeyond,
        deactivate: (tx, caller, of) => deactivateBeyond(tx, clock, caller, of),
      },
      subscription,
    }),
  ];
}
