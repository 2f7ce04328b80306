import './act.ts';
import { defaultBrand, defaultTimeZone } from '@lintel/contract/brand';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { cleanup, configure } from '@testing-library/react';
import { dialogStore } from '../lib/dialog.ts';
import { draftsSettled } from '../lib/drafts.ts';
import { forgetToasts } from './toasts.ts';
import { computeStylesFromAttributes } from './computed-style.ts';
import { checkAnswers, forgetAnswers, server } from './server.ts';

// A busy machine is slow; a missing element still fails.
configure({
  asyncUtilTimeout: 20_000,
  // The message names what is missing. A dump of the page, which nothing prints
  // (DEBUG_PRINT_LIMIT), took a tenth of the tests' time.
  getElementError: (message) => new Error(message ?? 'The element was not found'),
});

// All files of a worker share modules and the simulated browser, so each file starts with an empty
// page at the first address.
document.head.innerHTML = '';
document.body.innerHTML = '';
window.history.replaceState(null, '', '/');
const block = document.createElement('script');
block.id = 'brand';
block.type = 'application/json';
block.textContent = JSON.stringify({
  ...defaultBrand,
  timeZone: defaultTimeZone,
  hasWorker: true,
  isRehearsal: false,
  isOpen: true,
});
document.head.append(block);

/** The simulated browser has no layout: assume a window of 1440 pixels. */
const width = 1440;
window.matchMedia = (query: string) => {
  const limit = Number(/max-width: (\d+)px/.exec(query)?.[1] ?? Number.NaN);
  const unchanging = { addEventListener: () => undefined, removeEventListener: () => undefined };
  return {
    matches: query === '' || width <= limit,
    media: query,
    ...unchanging,
  } as unknown as MediaQueryList;
};
computeStylesFromAttributes();
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
// Auto-growing fields measure again after fonts load.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
globalThis.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
} as unknown as typeof ResizeObserver;
/** As in browsers: after the current work. */
globalThis.requestIdleCallback = (work) =>
  window.setTimeout(() => work({ didTimeout: false, timeRemaining: () => 50 }));
/** Without a layout, everything is in view. */
globalThis.IntersectionObserver = class {
  private readonly callback: IntersectionObserverCallback;
  constructor(callback: IntersectionObserverCallback) {
    this.callback = callback;
  }
  observe(target: Element): void {
    const entry = { target, isIntersecting: true } as unknown as IntersectionObserverEntry;
    this.callback([entry], this as unknown as IntersectionObserver);
  }
  disconnect(): void {}
} as unknown as typeof IntersectionObserver;

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' });
  const intercepted = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    intercepted(
      typeof input === 'string' && input.startsWith('/') ? window.location.origin + input : input,
      init,
    );
});

afterEach(async () => {
  cleanup();
  await draftsSettled();
  forgetAnswers();
  forgetToasts();
  dialogStore.set(null);
  localStorage.clear();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
  checkAnswers();
});

afterAll(async () => {
  // All files share the modules: none may still be loading when its file ends.
  await vi.dynamicImportSettled();
  server.close();
});
