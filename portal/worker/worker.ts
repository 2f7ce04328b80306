/**
 * The portal's service worker. It caches the hashed scripts and styles of the shell and an offline
 * page, but no API responses and no portal pages. A new version waits until a user clicks Reload or
 * all portal windows are closed.
 */
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { isPortalPage } from './addresses.ts';
import { toNotice } from './notices.ts';

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null }[];
};

/**
 * The server replaces this with the current revision of these files, which change with the brand.
 */
const revision = '__OFFLINE_REVISION__';
const offlinePage = '/offline.html';

precacheAndRoute(
  [
    ...self.__WB_MANIFEST,
    { url: offlinePage, revision },
    { url: '/offline.js', revision },
    { url: '/icons/192.png', revision },
  ],
  { directoryIndex: '', cleanURLs: false, ignoreURLParametersMatching: [] },
);
cleanupOutdatedCaches();

self.addEventListener('activate', (event) => {
  // Requests the page while the worker starts.
  event.waitUntil(self.registration.navigationPreload?.enable() ?? Promise.resolve());
});

async function pageOrOffline(event: FetchEvent): Promise<Response> {
  try {
    const preloaded: Response | undefined = await event.preloadResponse;
    return preloaded ?? (await fetch(event.request));
  } catch {
    return (await matchPrecache(offlinePage)) ?? Response.error();
  }
}

self.addEventListener('fetch', (event) => {
  const { mode, method, url } = event.request;
  if (mode !== 'navigate' || method !== 'GET') return;
  const { origin, pathname } = new URL(url);
  if (origin === self.location.origin && isPortalPage(pathname))
    event.respondWith(pageOrOffline(event));
});

/** Notifications for the signed-in user end on this device. */
async function forgetUser(): Promise<void> {
  await (await self.registration.pushManager.getSubscription())?.unsubscribe();
  for (const notice of await self.registration.getNotifications()) notice.close();
}

self.addEventListener('message', (event) => {
  if (event.data === 'use-now') event.waitUntil(self.skipWaiting());
  if (event.data === 'signed-out') event.waitUntil(forgetUser());
});

const readMessage = (data: PushMessageData | null): unknown => {
  try {
    return data?.json();
  } catch {
    return undefined;
  }
};

self.addEventListener('push', (event) => {
  const { title, body, tag, path } = toNotice(readMessage(event.data));
  const look = { icon: '/icons/192.png', badge: '/icons/badge.png' };
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, data: { path }, ...look }),
  );
});

/** Shows a page in an open portal window, otherwise in a new one. */
async function open(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const own = windows.find(({ url }) => isPortalPage(new URL(url).pathname));
  if (own === undefined) return void (await self.clients.openWindow(path));
  const focused = await own.focus();
  // The window navigates itself, because it knows about unsaved input.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker's windows are all of its origin.
  focused.postMessage({ open: path });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { path }: { path?: unknown } = event.notification.data ?? {};
  event.waitUntil(open(typeof path === 'string' ? path : '/'));
});
