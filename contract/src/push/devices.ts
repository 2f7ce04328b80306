import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { without } from '../core/step-up.ts';
import { id, instant, outcome } from '../core/fields.ts';
import { notSwitched, ownContractor, pushDeviceAt, userAt } from '../core/owner.ts';
import { pushAccess, pushKinds } from './constants.ts';

const refusedWhileSwitched = notSwitched(
  'Notifications on devices belong to the person whose account this is.',
);
const owner = [userAt('id'), ownContractor, refusedWhileSwitched] as const;
const deviceOwner = [...owner, pushDeviceAt('deviceId')] as const;

const byId = z.object({ id: id() });
const byDevice = byId.extend({ deviceId: id() });
const limited = { max: 120, seconds: 3600, by: 'account' } as const;

const kinds = z.array(z.enum(pushKinds)).max(pushKinds.length);

const pushDevice = z.object({
  id: z.number(),
  /** The browser and operating system, such as `Chrome on Android`. */
  device: z.string(),
  kinds,
  addedAt: instant(),
  /** When its push service last accepted a notification. */
  lastSentAt: instant().nullable(),
  /** Whether it was turned on in the current session. */
  isThis: z.boolean(),
});
export type PushDevice = z.output<typeof pushDevice>;

const base64url = (bytes: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/)
    .length(Math.ceil((bytes * 4) / 3));

export const readPush = endpoint({
  name: 'push.read',
  method: 'GET',
  path: '/user/{id}/push',
  summary:
    "Your account's devices with notifications, this one first, and the public key for browsers",
  access: pushAccess,
  owner,
  params: byId,
  response: z.object({
    /** The server's public key (VAPID, base64url). */
    publicKey: z.string(),
    devices: z.array(pushDevice),
  }),
  errors: ['not_found'],
});

export const savePushDevice = endpoint({
  name: 'push.save-device',
  method: 'POST',
  path: '/user/{id}/push/devices',
  summary: 'Turn on notifications on this device, or choose their kinds',
  access: pushAccess,
  owner,
  params: byId,
  body: z.object({
    /** The push service's URL for this browser. */
    endpoint: z.url({ protocol: /^https$/ }).max(1000),
    /** The browser's key, an uncompressed point of P-256. */
    p256dh: base64url(65),
    auth: base64url(16),
    kinds: kinds.min(1),
  }),
  response: outcome.extend({ device: pushDevice }),
  errors: ['not_found', 'device_limit'],
  limit: limited,
  noStepUp: 'Notifications contain no names. The device is listed, and ends with its session.',
});

export const removePushDevice = endpoint({
  name: 'push.remove-device',
  method: 'POST',
  path: '/user/{id}/push/devices/{deviceId}/remove',
  summary: 'Turn off notifications on a device',
  access: pushAccess,
  owner: deviceOwner,
  params: byDevice,
  response: outcome,
  errors: ['not_found'],
  limit: limited,
  noStepUp: without.lessAccess,
});

export const testPushDevice = endpoint({
  name: 'push.test-device',
  method: 'POST',
  path: '/user/{id}/push/devices/{deviceId}/test',
  summary: 'Send a test notification to a device',
  access: pushAccess,
  owner: deviceOwner,
  params: byDevice,
  response: outcome,
  errors: ['not_found'],
  limit: { max: 20, seconds: 3600, by: 'account' },
  noStepUp: 'It shows a sample on a device of the caller.',
});
