import { brand } from '../../lib/brand.ts';
import { localStore } from '../../lib/storage.ts';

/**
 * What this browser can do. `install`: an iPhone only has notifications of what stands on its home
 * screen. `blocked`: its user has said no, and only the browser's settings change that.
 */
export type Ability = 'ready' | 'install' | 'blocked' | 'unsupported';

const isApple = (): boolean => /iPhone|iPad/.test(navigator.userAgent);

export function abilityOf(): Ability {
  if (!brand.hasWorker || !('serviceWorker' in navigator)) return 'unsupported';
  if (!('PushManager' in window) || !('Notification' in window))
    return isApple() ? 'install' : 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : 'ready';
}

/** Whose notifications this browser has, so that it can be told from somebody else's. */
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
 * Asks for the permission and subscribes; null when the permission was not given. `key` is the
 * server's.
 */
export async function subscribe(userId: number, key: string): Promise<Subscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const push = await manager();
  const before = await push.getSubscription();
  // With the key of another server it would never hear from this one.
  if (before !== null && !isForKey(before, key)) await before.unsubscribe();
  const { endpoint, keys = {} } = (
    await push.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  ).toJSON();
  localStore.set(ownerKey, String(userId));
  return { endpoint: endpoint ?? '', p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' };
}

/** Whether this browser has a subscription. */
export const isSubscribed = async (): Promise<boolean> => {
  if (abilityOf() !== 'ready') return false;
  const registration = await navigator.serviceWorker.getRegistration();
  return ((await registration?.pushManager.getSubscription()) ?? null) !== null;
};

/** Gives the subscription of this browser up. */
export async function unsubscribe(): Promise<void> {
  localStore.set(ownerKey, null);
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** Somebody else has signed in here: the notifications of whoever did before end. */
export async function leaveToOwner(userId: number): Promise<void> {
  const owner = localStore.get(ownerKey);
  if (owner !== null && owner !== String(userId)) await unsubscribe();
}
