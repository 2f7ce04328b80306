import type { Answered } from '@lintel/contract/core/endpoint';
import { readWaiting, waitingAccess, type WaitingKey } from '@lintel/contract/dashboard';
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

const keys = Object.keys(waitingAccess) as WaitingKey[];

const dashboardRoutes = ({ db, clock }: { db: Database; clock: Clock }): Route[] => [
  handle(readWaiting, async ({ caller }) => {
    const counted = keys.map(async (key) => [
      key,
      mayUse(waitingAccess[key], caller) ? await waitingCounts[key](db, clock.now()) : null,
    ]);
    return Object.fromEntries(await Promise.all(counted)) as Answered<typeof readWaiting>;
  }),
];
