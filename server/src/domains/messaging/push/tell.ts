import type { z } from 'zod';
import type { Database } from '../../../platform/db/connect.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import type { Context } from '../../../platform/context.ts';
import { thoseThatMay } from './may-have.ts';
import { sendPush, tellDevices } from './queue-jobs.ts';
import { insertSend, selectDevices, type SendOf } from './repository.ts';

/** An event for the devices of a contractor's people. */
export type PushNews = z.input<typeof tellDevices.payload>;
type Queued = z.input<typeof sendPush.payload>;

/** Notifies a contractor's devices once the caller's transaction has committed. */
export const tellByPush = (tx: Database, news: PushNews): Promise<void> =>
  enqueue(tx, tellDevices, news, { key: `push-news:${news.key}` });

/** Queues one notification for each subscribed device. Safe to run twice: each is recorded. */
export async function fanOut(context: Context, news: PushNews): Promise<void> {
  const { db, clock } = context;
  const { contractorId, applicationId, kind, key } = news;
  const now = clock.now();
  const devices = await thoseThatMay(context, await selectDevices(db, contractorId, kind), now);
  if (devices.length === 0) return;
  await db.transaction(async (tx) => {
    for (const { id: deviceId } of devices)
      await queueOne(tx, { contractorId, deviceId, key, kind, applicationId }, now);
  });
}

/** Queues one notification, unless it already exists. */
export async function queueOne(tx: Database, queued: Queued, now: Date): Promise<void> {
  const { contractorId, deviceId, key } = queued;
  if (await insertSend(tx, { contractorId, deviceId, key }, now)) await enqueueSend(tx, queued);
}

const sendKey = ({ contractorId, deviceId, key }: SendOf): string =>
  `push:${contractorId}:${deviceId}:${key}`;

export const enqueueSend = (tx: Database, queued: Queued, runAt?: Date): Promise<void> =>
  enqueue(tx, sendPush, queued, { key: sendKey(queued), ...(runAt && { runAt }) });
