import { readWaiting, waitingAccess, type WaitingKey } from '@lintel/contract/dashboard';
import type { Answered } from '@lintel/contract/core/endpoint';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { mayUse } from '../../platform/http/caller.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { waitingCounts } from './waiting-repository.ts';

const keys = Object.keys(waitingAccess) as WaitingKey[];

export const dashboardRoutes = ({ db, clock }: { db: Database; clock: Clock }): Route[] => [
  handle(readWaiting, async ({ caller }) => {
    const counted = keys.map(async (key) => [
      key,
      mayUse(waitingAccess[key], caller) ? await waitingCounts[key](db, clock.now()) : null,
    ]);
    return Object.fromEntries(await Promise.all(counted)) as Answered<typeof readWaiting>;
  }),
];
