import { hashSecret, seal, unseal } from '../../../platform/crypto/secrets.ts';
import type { Context } from '../../../platform/context.ts';
import type { DeviceRow } from './repository.ts';

/** A browser's push address and its encryption keys. */
export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

type SubscriptionKey = Pick<DeviceRow, 'contractorId' | 'userId' | 'endpointHash'>;
const sealPurpose = ({ contractorId, userId, endpointHash }: SubscriptionKey): string =>
  `push:${contractorId}:${userId}:${endpointHash}`;

export const hashEndpoint = ({ endpoint }: Subscription): string => hashSecret(endpoint);

const sealingKey = ({ keys }: Pick<Context, 'keys'>): Uint8Array =>
  keys.derive('push subscription');

export const sealSubscription = (
  context: Context,
  of: SubscriptionKey,
  subscription: Subscription,
): string => seal(sealingKey(context), JSON.stringify(subscription), sealPurpose(of));

/** A device's decrypted subscription; null when it was sealed with another key. */
export function openSubscription(
  context: Context,
  device: SubscriptionKey & Pick<DeviceRow, 'subscription'>,
): Subscription | null {
  const text = unseal(sealingKey(context), device.subscription, sealPurpose(device));
  if (text === null) return null;
  const subscription: Subscription = JSON.parse(text);
  return subscription;
}

/** Whether both are from one browser: only that browser has its keys. */
export const isSameBrowser = (one: Subscription, other: Subscription): boolean =>
  one.endpoint === other.endpoint && one.p256dh === other.p256dh && one.auth === other.auth;
