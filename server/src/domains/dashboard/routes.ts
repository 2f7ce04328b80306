import { keysOf, mapValues } from '@lintel/contract/core/map-values';
import * as contract from '@lintel/contract/dashboard';
import type { Context } from '../../platform/context.ts';
import { mayUse } from '../../platform/http/caller.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { readPublicFacts, takesApplications } from '../legal/index.ts';
import { readToday } from './today.ts';
import { resolveSections } from '../../platform/http/sections.ts';
import { readDesk } from './sales-desk.ts';
import { readFirstSteps } from './first-steps.ts';
import { waitingCounts } from './waiting-repository.ts';

export const dashboardRoutes = (context: Context): Route[] => [
  waitingRoute(context),
  handle(contract.readToday, ({ owned, query }) =>
    readToday(context, owned.contractorId, query.limit),
  ),
  handle(contract.readFirstSteps, ({ owned }) => readFirstSteps(context.db, owned.contractorId)),
  handle(contract.readDesk, ({ caller, owned, query }) =>
    readDesk(context, resolveSections(caller), owned.contractorId, query.limit),
  ),
];

const waitingRoute = ({ db, clock, config }: Context): Route =>
  handle(contract.readWaiting, async ({ caller }) => {
    const allowed = keysOf(contract.waitingAccess).filter((key) =>
      mayUse(contract.waitingAccess[key], caller),
    );
    const [now, userId] = [clock.now(), caller.authenticated.id];
    const counted = allowed.map(
      async (key) => [key, await waitingCounts[key](db, now, userId)] as const,
    );
    const counts = new Map(await Promise.all(counted));
    return {
      ...mapValues(contract.waitingAccess, (_access, key) => counts.get(key) ?? null),
      isClosedToHomeowners: !takesApplications(config, await readPublicFacts(db)),
    };
  });
