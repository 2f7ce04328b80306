import * as contract from '@lintel/contract/emails/templates';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { presentUnsubscriber } from './present.ts';
import { selectUnsubscribers } from './unsubscriber-repository.ts';
import { resubscribeAddress, unsubscribeAddress } from './unsubscribers.ts';

export const unsubscriberRoutes = (deps: { db: Database; clock: Clock }): Route[] => [
  handle(contract.listUnsubscribers, async ({ query }) => {
    const { rows, total } = await selectUnsubscribers(deps.db, query);
    return { data: rows.map(presentUnsubscriber), total };
  }),
  handle(contract.unsubscribe, async ({ body, caller }) => {
    await deps.db.transaction((tx) =>
      unsubscribeAddress(tx, { clock: deps.clock, ...body, caller }),
    );
    return { message: 'Unsubscribe successful!' };
  }),
  handle(contract.resubscribe, async ({ body, caller }) => {
    const { clock } = deps;
    const was = await deps.db.transaction((tx) =>
      resubscribeAddress(tx, { clock, email: body.email, caller }),
    );
    if (!was) throw new AppError('not_found', { message: 'This e-mail is not unsubscribed.' });
    return { message: 'Resubscribe successful!' };
  }),
];
