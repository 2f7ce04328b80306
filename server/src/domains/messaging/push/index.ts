import { ownedByContractor } from '../../../platform/http/ownership.ts';
import { onJob } from '../../../platform/jobs/job.ts';
import type { Context } from '../../../platform/context.ts';
import type { PartWithRows } from '../../../platform/part.ts';
import { pushData } from './own-data.ts';
import { sweepPush, pushToDevices } from './queue-jobs.ts';
import { findDevice } from './repository.ts';
import { pushRoutes } from './routes.ts';
import { sweep } from './sweep.ts';
import { queueForDevices } from './queue.ts';
import { openVapid } from './vapid.ts';

export { pushChannel } from './channel.ts';
export { carryPush, type PushCarrier } from './services.ts';
export { enqueuePush } from './queue.ts';

/** Push notifications for a contractor's people. Throws for wrong settings. */
export function part(context: Context): PartWithRows<'pushDevice'> {
  openVapid(context);
  const isOwn = async (userId: number, of: { contractorId: number; id: number }) =>
    (await findDevice(context.db, of))?.userId === userId;
  return {
    routes: pushRoutes(context),
    jobs: [onJob(pushToDevices, (news) => queueForDevices(context, news))],
    schedules: [{ pattern: '23 4 * * *', handler: onJob(sweepPush, () => sweep(context)) }],
    finders: {
      pushDevice: (caller, id) =>
        ownedByContractor((contractorId, device: number) =>
          isOwn(caller.authenticated.id, { contractorId, id: device }),
        )(caller, id),
    },
    ownData: pushData(context),
  };
}
