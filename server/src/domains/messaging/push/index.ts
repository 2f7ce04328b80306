import * as contract from '@lintel/contract/push/devices';
import { ofContractor } from '../../../platform/http/ownership.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import { onJob } from '../../../platform/jobs/job.ts';
import type { Context } from '../../../platform/context.ts';
import type { PartWithRows } from '../../../platform/part.ts';
import type { Accounts, PushDeps } from './deps.ts';
import { addDevice, readDevices, removeDevice, testDevice } from './devices.ts';
import { pushData } from './own-data.ts';
import { sendPush, sweepPush, tellDevices } from './queue-jobs.ts';
import { findDevice } from './repository.ts';
import { sendOne } from './send.ts';
import type { PushCarrier } from './services.ts';
import { sweep } from './sweep.ts';
import { fanOut } from './tell.ts';
import { openVapid } from './vapid.ts';

export { carryPush, type PushCarrier } from './services.ts';
export { deleteSendsAbout as forgetPushes } from './repository.ts';
export { tellByPush } from './tell.ts';

type Deps = Pick<Context, 'config' | 'database' | 'clock' | 'keys' | 'log'> & {
  push: PushCarrier;
  accounts: Accounts;
};

/** Push notifications for a contractor's people. */
export function part({
  config,
  database,
  clock,
  keys,
  log,
  push,
  accounts,
}: Deps): PartWithRows<'pushDevice'> {
  const { db } = database;
  const deps: PushDeps = {
    db,
    clock,
    log,
    key: keys.derive('push subscription'),
    vapid: openVapid(config, keys),
    services: (config.PUSH_SERVICES ?? '').split(/\s*,\s*/).filter((host) => host !== ''),
    carry: push,
    accounts,
  };
  const isOwn = async (userId: number, of: { contractorId: number; id: number }) =>
    (await findDevice(db, of))?.userId === userId;
  return {
    routes: pushRoutes(deps),
    jobs: [
      onJob(tellDevices, (news) => fanOut(deps, news)),
      onJob(sendPush, (queued) => sendOne(deps, queued)),
    ],
    schedules: [{ pattern: '23 4 * * *', handler: onJob(sweepPush, () => sweep(deps)) }],
    finders: {
      pushDevice: (caller, id) =>
        ofContractor((contractorId, device: number) =>
          isOwn(caller.authenticated.id, { contractorId, id: device }),
        )(caller, id),
    },
    ownData: pushData(deps),
  };
}

const pushRoutes = (deps: PushDeps): Route[] => [
  handle(contract.readPush, async ({ owned, caller }) => ({
    publicKey: deps.vapid.publicKey,
    devices: await readDevices(
      deps,
      { contractorId: owned.contractorId, userId: owned.user.id },
      caller.sessionId,
    ),
  })),
  handle(contract.savePushDevice, async ({ owned, body, caller, request }) => {
    const { kinds, ...subscription } = body;
    const device = await addDevice(deps, caller, {
      contractorId: owned.contractorId,
      userId: owned.user.id,
      subscription,
      kinds,
      userAgent: request.userAgent,
    });
    return { message: 'Notifications are on for this device', device };
  }),
  handle(contract.removePushDevice, async ({ owned, caller }) => {
    await removeDevice(deps, caller, {
      contractorId: owned.contractorId,
      id: owned.pushDeviceId,
    });
    return { message: 'Notifications are off for this device' };
  }),
  handle(contract.testPushDevice, async ({ owned }) => {
    await testDevice(deps, { contractorId: owned.contractorId, id: owned.pushDeviceId });
    return { message: 'A test is on its way' };
  }),
];
