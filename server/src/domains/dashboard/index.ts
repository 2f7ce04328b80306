import { keysOf, mapValues } from '@lintel/contract/core/map-values';
import { readWaiting, waitingAccess } from '@lintel/contract/dashboard';
import type { Edges, Part } from '../../platform/part.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { mayUse } from '../../platform/http/caller.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { waitingCounts } from './waiting-repository.ts';

/** What waits for staff. */
export const part = ({ database, clock }: Pick<Edges, 'database' | 'clock'>): Part => ({
  routes: dashboardRoutes({ db: database.db, clock }),
});

const dashboardRoutes = ({ db, clock }: { db: Database; clock: Clock }): Route[] => [
  handle(readWaiting, async ({ caller }) => {
    const allowed = keysOf(waitingAccess).filter((key) => mayUse(waitingAccess[key], caller));
    const [now, userId] = [clock.now(), caller.authenticated.id];
    const counted = allowed.map(
      async (key) => [key, await waitingCounts[key](db, now, userId)] as const,
    );
    const counts = new Map(await Promise.all(counted));
    return mapValues(waitingAccess, (_access, key) => counts.get(key) ?? null);
  }),
];
