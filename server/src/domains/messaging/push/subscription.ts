import { hashSecret, seal, unseal } from '../../../platform/crypto/secrets.ts';
import type { Context } from '../../../platform/context.ts';
import type { DeviceRow } from './repository.ts';

/** A browser's push address and its encryption keys. */
export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

type Sealed = Pick<DeviceRow, 'contractorId' | 'userId' | 'endpointHash'>;
const purposeOf = ({ contractorId, userId, endpointHash }: Sealed): string =>
  `push:${contractorId}:${userId}:${endpointHash}`;

export const hashOf = ({ endpoint }: Subscription): string => hashSecret(endpoint);

const keyOf = ({ keys }: Pick<Context, 'keys'>): Uint8Array => keys.derive('push subscription');

export const sealSubscription = (
  context: Context,
  of: Sealed,
  subscription: Subscription,
): string => seal(keyOf(context), JSON.stringify(subscription), purposeOf(of));

/** A device's decrypted subscription; null when it was sealed with another key. */
export function openSubscription(
  context: Context,
  device: Sealed & Pick<DeviceRow, 'subscription'>,
): Subscription | null {
  const text = unseal(keyOf(context), device.subscription, purposeOf(device));
  if (text === null) return null;
  const subscription: Subscription = JSON.parse(text);
  return subscription;
}

/** Whether both are from one browser: only that browser has its keys. */
export const isSameBrowser = (one: Subscription, other: Subscription): boolean =>
  one.endpoint === other.endpoint && one.p256dh === other.p256dh && one.auth === other.auth;
