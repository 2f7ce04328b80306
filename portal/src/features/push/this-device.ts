import { brand } from '../../lib/brand.ts';
import { localStore } from '../../lib/storage.ts';

/**
 * Push support of this browser. `install`: iPhones support push only for apps on the home screen.
 * `blocked`: the user denied permission, and only the browser's settings can change that.
 */
export type PushAbility = 'ready' | 'install' | 'blocked' | 'unsupported';

const isApple = (): boolean => /iPhone|iPad/.test(navigator.userAgent);

export function pushAbility(): PushAbility {
  if (!brand.hasWorker || !('serviceWorker' in navigator)) return 'unsupported';
  if (!('PushManager' in window) || !('Notification' in window))
    return isApple() ? 'install' : 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : 'ready';
}

/** The user who owns this browser's subscription. */
const ownerKey = 'lintel.push-owner';

interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

const manager = async (): Promise<PushManager> => (await navigator.serviceWorker.ready).pushManager;

const isForKey = (subscription: PushSubscription, key: string): boolean => {
  const { applicationServerKey: own } = subscription.options;
  if (own === null) return true;
  const signs = btoa(String.fromCharCode(...new Uint8Array(own)));
  return signs.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === key;
};

/**
 * Requests permission and subscribes; null when permission is denied. `key` is the server's public
 * key.
 */
export async function subscribe(userId: number, key: string): Promise<Subscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const push = await manager();
  const before = await push.getSubscription();
  // A subscription with another server's key wouldn't receive this server's messages.
  if (before !== null && !isForKey(before, key)) await before.unsubscribe();
  const { endpoint, keys = {} } = (
    await push.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  ).toJSON();
  localStore.set(ownerKey, String(userId));
  return { endpoint: endpoint ?? '', p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' };
}

export const isSubscribed = async (): Promise<boolean> => {
  if (pushAbility() !== 'ready') return false;
  const registration = await navigator.serviceWorker.getRegistration();
  return ((await registration?.pushManager.getSubscription()) ?? null) !== null;
};

export async function unsubscribe(): Promise<void> {
  localStore.set(ownerKey, null);
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** Unsubscribes if another user owns this browser's subscription. */
export async function unsubscribeOtherOwner(userId: number): Promise<void> {
  const owner = localStore.get(ownerKey);
  if (owner !== null && owner !== String(userId)) await unsubscribe();
}
