import { dayMs } from '@lintel/contract/core/durations';
import { requestKinds, warningDays } from '@lintel/contract/privacy/constants';
import { recordAudit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { dayText } from '../../../platform/days.ts';
import { oneByOne } from '../../../platform/jobs/one-by-one.ts';
import { staffHolding } from '../../identity/index.ts';
import { notify } from '../../messaging/index.ts';
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
export async function maintain(context: Context): Promise<void> {
  const { db, clock, log } = context;
  const now = clock.now();
  await dropCopies(db, { endedBy: now });
  const due = await selectDueBy(db, new Date(now.getTime() + warningDays * dayMs));
  const unwarned = await oneByOne(due, { log, work: (request) => warn(context, request), failed });
  const waiting = await selectWaiting(db);
  const left = await oneByOne(waiting, { log, work: ({ id }) => finish(context, id), failed });
  if (unwarned.length + left.length > 0)
    throw new Error('Not all privacy requests were looked after');
}

/** Notifies the staff who handle requests, once for each due date. */
async function warn(context: Context, { id, kind, dueAt }: RequestRow): Promise<void> {
  if (dueAt === null) return;
  const { db, config } = context;
  await db.transaction(async (tx) => {
    const staff = await staffHolding(tx, { resource: 'privacy', code: 'manage_access' });
    for (const { id: userId, firstname, lastname, email } of staff)
      await notify(tx, context, {
        event: 'privacy-due',
        key: `privacy-due:${id}:${dueAt.getTime()}:${userId}`,
        data: {
          user: { firstname, lastname, email },
          request: { id, kind: requestKinds[kind], due: dayText(dueAt, config.BUSINESS_TIME_ZONE) },
          link: `${config.publicUrl}/manage/privacy?request=${id}`,
        },
      });
  });
}

/** Completes a blocked deletion as far as the obstacles are gone. */
async function finish(context: Context, id: number): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  await db.transaction(async (tx) => {
    const request = await lockRequest(tx, id);
    if (request === undefined || !request.waits || request.decidedAt === null) return;
    const { email, decidedAt: until } = request;
    const included = includedIn(request.matches);
    const { waits } = await eraseAddress(tx, context, { email, included, until, now, by: null });
    if (waits) return;
    await setRequest(tx, id, { waits: false });
    await recordAudit(tx, clock, null, {
      action: 'privacy-request.finished',
      entity: 'privacy-request',
      entityId: id,
    });
  });
}
