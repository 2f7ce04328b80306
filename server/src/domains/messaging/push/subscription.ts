import { hashSecret, seal, unseal } from '../../../platform/crypto/secrets.ts';
import type { DeviceRow } from './repository.ts';

/** Where a browser takes notifications, and what they are encrypted with for it. */
export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

type Sealed = Pick<DeviceRow, 'contractorId' | 'userId' | 'endpointHash'>;
const contextOf = ({ contractorId, userId, endpointHash }: Sealed): string =>
  `push:${contractorId}:${userId}:${endpointHash}`;

export const hashOf = ({ endpoint }: Subscription): string => hashSecret(endpoint);

export const sealSubscription = (key: Uint8Array, of: Sealed, subscription: Subscription): string =>
  seal(key, JSON.stringify(subscription), contextOf(of));

/** What was sealed for a device; null when that was by another key. */
export function openSubscription(
  key: Uint8Array,
  device: Sealed & Pick<DeviceRow, 'subscription'>,
): Subscription | null {
  const text = unseal(key, device.subscription, contextOf(device));
  if (text === null) return null;
  const subscription: Subscription = JSON.parse(text);
  return subscription;
}

/** Whether both are of one browser: only that one knows its keys. */
export const isSameBrowser = (one: Subscription, other: Subscription): boolean =>
  one.endpoint === other.endpoint && one.p256dh === other.p256dh && one.auth === other.auth;
