import * as contract from '@lintel/contract/emails/queue';
import type { Database } from '../../platform/db/connect.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { selectBuiltIn, selectFailed } from './message-repository.ts';
import { presentBuiltIn, presentFailed } from './present.ts';
import { retryFailed, type EmailDeps } from './queue.ts';

/** Older ones concern nobody who mends a template. */
const daysShown = 30;

/** What staff have to know of messages that did not go as they should. */
export const failedRoutes = (deps: EmailDeps & { db: Database }): Route[] => [
  handle(contract.listFailed, async ({ query }) => {
    const { rows, total } = await selectFailed(deps.db, query);
    return { data: rows.map(presentFailed), total };
  }),
  handle(contract.listBuiltIn, async ({ query }) => {
    const since = new Date(deps.clock.now().getTime() - daysShown * 86_400_000);
    const { rows, total } = await selectBuiltIn(deps.db, { since, ...query });
    return { data: rows.map(presentBuiltIn), total };
  }),
  handle(contract.retryFailed, async ({ params, caller }) => {
    await retryFailed(deps, caller, params.id);
    return { message: 'The message is on its way again' };
  }),
];
