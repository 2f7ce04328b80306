import type { z } from 'zod';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import { queue } from '../queue/index.ts';
import { devicesAllowed } from './allowed.ts';
import { pushToDevices } from './queue-jobs.ts';
import { selectDevices } from './repository.ts';

/** An event for the devices of a contractor's people. */
export type PushEvent = z.input<typeof pushToDevices.payload>;

/** Notifies a contractor's devices once the caller's transaction has committed. */
export const enqueuePush = (tx: Database, news: PushEvent): Promise<void> =>
  enqueue(tx, pushToDevices, news, { key: `push-news:${news.key}` });

/** Queues one notification for each subscribed device. Safe to run twice: each has its own key. */
export async function queueForDevices(context: Context, news: PushEvent): Promise<void> {
  const { db, clock } = context;
  const { contractorId, applicationId, kind, key } = news;
  const createdAt = clock.now();
  const devices = await selectDevices(db, contractorId, kind);
  const allowed = await devicesAllowed(context, devices, createdAt);
  if (allowed.length === 0) return;
  await db.transaction(async (tx) => {
    for (const { id: deviceId } of allowed)
      await queue(tx, {
        channel: 'push',
        contractorId,
        key: `${key}:${deviceId}`,
        event: kind,
        about: { kind: 'application', id: applicationId },
        deviceId,
        createdAt,
      });
  });
}
