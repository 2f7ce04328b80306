import * as contract from '@lintel/contract/emails-queue';
import type { Database } from '../../platform/db/connect.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { selectFailed } from './message-repository.ts';
import { presentFailed } from './present.ts';
import { retryFailed } from './queue-service.ts';
import type { EmailDeps } from './queue.ts';

export const failedRoutes = (deps: EmailDeps & { db: Database }): Route[] => [
  handle(contract.listFailed, async ({ query }) => {
    const { rows, total } = await selectFailed(deps.db, query);
    return { data: rows.map(presentFailed), total };
  }),
  handle(contract.retryFailed, async ({ params, caller }) => {
    await retryFailed(deps, caller, params.id);
    return { message: 'The message is on its way again' };
  }),
];
