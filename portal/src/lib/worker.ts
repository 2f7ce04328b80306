import { createAtom } from '@tanstack/react-store';

/**
 * Takes the portal to its new version; null until there is one. Marked as pure for the sign-in
 * page, which only needs `tellWorker`.
 */
export const updateStore = /* @__PURE__ */ createAtom<(() => void) | null>(null);

/** What the portal's service worker is told. */
type News = 'use-now' | 'signed-out';

/** Tells the worker something, where there is one. */
export function tellWorker(news: News): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.getRegistration().then(
    (one) => one?.active?.postMessage(news),
    () => undefined,
  );
}
