import { randomUUID } from 'node:crypto';
import { maxPushDevices, type PushKind } from '@lintel/contract/push/constants';
import type { PushDevice } from '@lintel/contract/push/devices';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Context } from '../../../platform/context.ts';
import { queue } from '../queue/index.ts';
import {
  deleteDevice,
  lockUserDevices,
  saveDevice,
  selectUserDevices,
  selectSameAddress,
  type DeviceRow,
} from './repository.ts';
import { isPushService } from './services.ts';
import { hashEndpoint, isSameBrowser, openSubscription, sealSubscription } from './subscription.ts';
import type { Subscription } from './subscription.ts';

interface UserKey {
  contractorId: number;
  userId: number;
}

const present = ({ accounts }: Context, device: DeviceRow, sessionId: string): PushDevice => ({
  id: device.id,
  device: accounts.deviceWords(device.userAgent),
  kinds: device.kinds,
  addedAt: device.addedAt.toISOString(),
  lastSentAt: device.lastSentAt?.toISOString() ?? null,
  isThis: device.sessionId === sessionId,
});

/** A person's devices with an active session. */
async function livingDevices(
  { accounts }: Context,
  db: Database,
  of: UserKey,
  now: Date,
): Promise<DeviceRow[]> {
  const devices = await selectUserDevices(db, of);
  const living = await accounts.livingSessions(
    db,
    devices.map(({ sessionId }) => sessionId),
    now,
  );
  return devices.filter(({ sessionId }) => living.has(sessionId));
}

/** A person's devices, the current one first. */
export async function readDevices(
  context: Context,
  of: UserKey,
  sessionId: string,
): Promise<PushDevice[]> {
  const devices = await livingDevices(context, context.db, of, context.clock.now());
  return devices
    .map((device) => present(context, device, sessionId))
    .toSorted((one, other) => Number(other.isThis) - Number(one.isThis));
}

/**
 * Turns on notifications on the current device, or changes their kinds. A browser that two people
 * used belongs to the later one, proven by its keys. Throws `invalid` for an unknown push service,
 * and `device_limit`.
 */
export async function addDevice(
  context: Context,
  caller: Caller,
  request: UserKey & { subscription: Subscription; kinds: readonly PushKind[]; userAgent: string },
): Promise<PushDevice> {
  const { contractorId, userId, subscription, userAgent } = request;
  const kinds = [...new Set(request.kinds)];
  if (!isPushService(subscription.endpoint, context.config.PUSH_SERVICES))
    throw new AppError('invalid', {
      fields: { endpoint: 'This browser uses a notification service that we don’t support.' },
    });
  const endpointHash = hashEndpoint(subscription);
  const of = { contractorId, userId, endpointHash };
  return context.db.transaction(async (tx) => {
    await lockUserDevices(tx, of);
    for (const other of await selectSameAddress(tx, of)) {
      const known = openSubscription(context, other);
      if (known !== null && isSameBrowser(known, subscription)) await deleteDevice(tx, other);
    }
    const now = context.clock.now();
    const others = await livingDevices(context, tx, of, now);
    const before = others.find((one) => one.endpointHash === endpointHash);
    if (before === undefined && others.length >= maxPushDevices) throw new AppError('device_limit');
    // One browser in one session: its previous subscription is deleted.
    for (const other of others)
      if (other.sessionId === caller.sessionId && other !== before) await deleteDevice(tx, other);
    const device = await saveDevice(tx, {
      ...of,
      sessionId: caller.sessionId,
      subscription: sealSubscription(context, of, subscription),
      userAgent: userAgent.slice(0, 400),
      kinds,
      addedAt: now,
    });
    await recordAudit(tx, context.clock, caller, {
      action: before === undefined ? 'push-device.added' : 'push-device.changed',
      entity: 'push-device',
      entityId: device.id,
      contractorId,
      details: { device: context.accounts.deviceWords(userAgent), kinds },
    });
    return present(context, device, caller.sessionId);
  });
}

/** Turns off notifications on a device and drops the waiting ones. */
export async function removeDevice(
  { db, clock }: Context,
  caller: Caller,
  of: { contractorId: number; id: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await deleteDevice(tx, of))) throw new AppError('not_found');
    await recordAudit(tx, clock, caller, {
      action: 'push-device.removed',
      entity: 'push-device',
      entityId: of.id,
      contractorId: of.contractorId,
    });
  });
}

export const testDevice = (
  { db, clock }: Context,
  { contractorId, id: deviceId }: { contractorId: number; id: number },
): Promise<boolean> =>
  db.transaction((tx) =>
    queue(tx, {
      channel: 'push',
      contractorId,
      key: `test:${randomUUID()}`,
      event: 'test',
      deviceId,
      createdAt: clock.now(),
    }),
  );
