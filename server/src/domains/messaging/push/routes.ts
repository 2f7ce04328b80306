import * as contract from '@lintel/contract/push/devices';
import { handle, type Route } from '../../../platform/http/route.ts';
import type { Context } from '../../../platform/context.ts';
import { addDevice, readDevices, removeDevice, testDevice } from './devices.ts';
import { openVapid } from './vapid.ts';

export const pushRoutes = (context: Context): Route[] => [
  handle(contract.readPush, async ({ owned, caller }) => ({
    publicKey: openVapid(context).publicKey,
    devices: await readDevices(
      context,
      { contractorId: owned.contractorId, userId: owned.user.id },
      caller.sessionId,
    ),
  })),
  handle(contract.savePushDevice, async ({ owned, body, caller, request }) => {
    const { kinds, ...subscription } = body;
    const device = await addDevice(context, caller, {
      contractorId: owned.contractorId,
      userId: owned.user.id,
      subscription,
      kinds,
      userAgent: request.userAgent,
    });
    return { message: 'Notifications are on for this device', device };
  }),
  handle(contract.removePushDevice, async ({ owned, caller }) => {
    await removeDevice(context, caller, {
      contractorId: owned.contractorId,
      id: owned.pushDeviceId,
    });
    return { message: 'Notifications are off for this device' };
  }),
  handle(contract.testPushDevice, async ({ owned }) => {
    await testDevice(context, { contractorId: owned.contractorId, id: owned.pushDeviceId });
    return { message: 'A test notification is on its way' };
  }),
];
