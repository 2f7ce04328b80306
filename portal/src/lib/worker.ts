import { makeStore } from './store.ts';

/** Takes the portal to its new version; null as long as there is none. */
export const updateStore = makeStore<(() => void) | null>(null);

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
