import type { AnyRouter } from '@tanstack/react-router';
import { hourMs } from '@lintel/contract/core/durations';
import { openSendSheet, sendingAccess } from '../features/links/index.ts';
import { leaveToOwner } from '../features/push/index.ts';
import { brand } from '../lib/brand.ts';
import { queryClient } from '../lib/query-client.ts';
import { browserPage } from '../lib/reload.ts';
import { safeReturn } from '../lib/safe-return.ts';
import { may, sessionQuery } from '../lib/session.ts';
import { updateStore } from '../lib/worker.ts';

/** How often a window that is looked at again asks for a new version, in milliseconds. */

/** Offers the version that waits. It is taken when somebody asks for it, and only their window reloads. */
function offerUpdates(workers: ServiceWorkerContainer, registration: ServiceWorkerRegistration) {
  const offer = (): void => {
    const { waiting } = registration;
    // Without one before there is nothing to replace.
    if (waiting === null || workers.controller === null) return;
    updateStore.set(() => () => {
      // Another window may have taken it already.
      if (registration.waiting !== waiting) return browserPage.reload();
      workers.addEventListener('controllerchange', () => browserPage.reload(), { once: true });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker has none.
      waiting.postMessage('use-now');
    });
  };
  offer();
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', offer),
  );
  let asked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - asked < hourMs) return;
    asked = Date.now();
    registration.update().catch(() => undefined);
  });
}

const pathIn = (data: unknown): string | undefined =>
  typeof data === 'object' && data !== null && 'open' in data ? safeReturn(data.open) : undefined;

/** A shortcut of the phone leads to the dashboard with the sheet for a link over it. */
function openShortcut(router: AnyRouter): void {
  if (window.location.hash !== '#send') return;
  const session = queryClient.getQueryData(sessionQuery.queryKey);
  void router.navigate({ href: '/', replace: true });
  if (session !== undefined && may(session, sendingAccess)) openSendSheet();
}

/**
 * Registers the portal's service worker, or takes one away where the operator has turned them off.
 * What cannot be registered is tried again with the next page.
 */
export async function startWorker(router: AnyRouter): Promise<void> {
  openShortcut(router);
  window.addEventListener('hashchange', () => openShortcut(router));
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker: workers } = navigator;
  if (!brand.hasWorker) {
    for (const one of await workers.getRegistrations()) await one.unregister();
    return;
  }
  workers.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const href = pathIn(data);
    if (href !== undefined) void router.navigate({ href });
  });
  const session = queryClient.getQueryData(sessionQuery.queryKey);
  if (session !== undefined) await leaveToOwner(session.id);
  // Private windows and policies of a company refuse it: the portal works without.
  const registration = await workers
    .register('/sw.js', { updateViaCache: 'none' })
    .catch(() => undefined);
  if (registration !== undefined) offerUpdates(workers, registration);
}
