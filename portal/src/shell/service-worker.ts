import type { AnyRouter } from '@tanstack/react-router';
import { hourMs } from '@lintel/contract/core/durations';
import { openSendSheet, sendingAccess } from '../features/links/index.ts';
import { unsubscribeOtherOwner } from '../features/push/index.ts';
import { brand } from '../lib/brand.ts';
import { queryClient } from '../lib/query-client.ts';
import { browserPage } from '../lib/reload.ts';
import { safeReturn } from '../lib/safe-return.ts';
import { may, sessionQuery } from '../lib/session.ts';
import { updateStore } from '../lib/worker.ts';

/**
 * Offers the waiting version. It is activated on request, and only the requesting window reloads.
 */
function offerUpdates(workers: ServiceWorkerContainer, registration: ServiceWorkerRegistration) {
  const offer = (): void => {
    const { waiting } = registration;
    // Without an earlier version there is nothing to replace.
    if (waiting === null || workers.controller === null) return;
    updateStore.set(() => () => {
      // Another window may have activated it already.
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
  let lastCheck = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lastCheck < hourMs) return;
    lastCheck = Date.now();
    registration.update().catch(() => undefined);
  });
}

const pathIn = (data: unknown): string | undefined =>
  typeof data === 'object' && data !== null && 'open' in data ? safeReturn(data.open) : undefined;

/** The phone's shortcut opens the dashboard with the link sheet. */
function openShortcut(router: AnyRouter): void {
  if (window.location.hash !== '#send') return;
  const session = queryClient.getQueryData(sessionQuery.queryKey);
  void router.navigate({ href: '/', replace: true });
  if (session !== undefined && may(session, sendingAccess)) openSendSheet();
}

/**
 * Registers the portal's service worker, or unregisters it where the operator has turned workers
 * off. A failed registration is retried on the next page load.
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
  if (session !== undefined) await unsubscribeOtherOwner(session.id);
  // Private windows and company policies may refuse it: the portal works without.
  const registration = await workers
    .register('/sw.js', { updateViaCache: 'none' })
    .catch(() => undefined);
  if (registration !== undefined) offerUpdates(workers, registration);
}
