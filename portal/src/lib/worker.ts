import { createAtom } from '@tanstack/react-store';

/**
 * Updates the portal to its new version; null until there is one. Marked as pure for the sign-in
 * page, which only needs `postToWorker`.
 */
export const updateStore = /* @__PURE__ */ createAtom<(() => void) | null>(null);

/** Messages to the portal's service worker. */
type WorkerMessage = 'use-now' | 'signed-out';

/** Sends a message to the service worker, if there is one. */
export function postToWorker(message: WorkerMessage): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.getRegistration().then(
    (one) => one?.active?.postMessage(message),
    () => undefined,
  );
}
