import { dayMs } from '@lintel/contract/core/durations';
import { requestKinds, warningDays } from '@lintel/contract/privacy/constants';
import { recordAudit } from '../../../platform/audit/audit.ts';
import { dayText } from '../../../platform/days.ts';
import { oneByOne } from '../../../platform/jobs/one-by-one.ts';
import { notify } from '../../messaging/index.ts';
import type { RequestDeps } from './deps.ts';
import { includedIn } from './matches.ts';
import { eraseAddress } from './erase.ts';
import {
  dropCopies,
  lockRequest,
  selectDueBy,
  selectWaiting,
  setRequest,
  type RequestRow,
} from './repository.ts';

const failed = ({ id }: RequestRow): string => `Privacy request ${id} was not looked after`;

/**
 * Daily maintenance. Safe to repeat: each message has a key, and finished work isn't found again.
 */
export async function tend(deps: RequestDeps): Promise<void> {
  const { db, clock, log } = deps;
  const now = clock.now();
  await dropCopies(db, { endedBy: now });
  const due = await selectDueBy(db, new Date(now.getTime() + warningDays * dayMs));
  const untold = await oneByOne(due, { log, work: (request) => warn(deps, request), failed });
  const waiting = await selectWaiting(db);
  const left = await oneByOne(waiting, { log, work: ({ id }) => finish(deps, id), failed });
  if (untold.length + left.length > 0)
    throw new Error('Not all privacy requests were looked after');
}

/** Notifies the staff who handle requests, once for each due date. */
async function warn(deps: RequestDeps, { id, kind, dueAt }: RequestRow): Promise<void> {
  if (dueAt === null) return;
  await deps.db.transaction(async (tx) => {
    for (const { id: userId, firstname, lastname, email } of await deps.staffFor(tx))
      await notify(tx, deps.messaging, {
        event: 'privacy-due',
        key: `privacy-due:${id}:${dueAt.getTime()}:${userId}`,
        data: {
          user: { firstname, lastname, email },
          request: { id, kind: requestKinds[kind], due: dayText(dueAt, deps.timeZone) },
          link: `${deps.publicUrl}/manage/privacy?request=${id}`,
        },
      });
  });
}

/** Completes a blocked deletion as far as the obstacles are gone. */
async function finish(deps: RequestDeps, id: number): Promise<void> {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const request = await lockRequest(tx, id);
    if (request === undefined || !request.waits || request.decidedAt === null) return;
    const { email, decidedAt: until } = request;
    const included = includedIn(request.matches);
    const { waits } = await eraseAddress(tx, deps, { email, included, until, now, by: null });
    if (waits) return;
    await setRequest(tx, id, { waits: false });
    await recordAudit(tx, deps.clock, null, {
      action: 'privacy-request.finished',
      entity: 'privacy-request',
      entityId: id,
    });
  });
}
