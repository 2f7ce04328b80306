import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMemoryHistory } from '@tanstack/react-router';
import { brand } from '../lib/brand.ts';
import { dialogStore } from '../lib/dialog.ts';
import { queryClient } from '../lib/query-client.ts';
import { browserPage } from '../lib/reload.ts';
import { forgetSession, sessionQuery } from '../lib/session.ts';
import { updateStore } from '../lib/worker.ts';
import { makeRouter } from '../routes/router.tsx';
import { owner, privileges } from '../test/sessions.ts';
import { startWorker } from './service-worker.ts';

/** A worker that records its messages. */
function makeWorker() {
  const told: unknown[] = [];
  return { told, postMessage: (news: unknown): void => void told.push(news) };
}

class Registration extends EventTarget {
  waiting: ReturnType<typeof makeWorker> | null = null;
  installing: EventTarget | null = null;
  active = makeWorker();
  unregister = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true));
  update = vi.fn<() => Promise<void>>(() => Promise.resolve());
}

class Workers extends EventTarget {
  controller: object | null = {};
  registration = new Registration();
  register = vi.fn<(path: string, options: object) => Promise<Registration>>(() =>
    Promise.resolve(this.registration),
  );
  getRegistration = () => Promise.resolve(this.registration);
  getRegistrations = () => Promise.resolve([this.registration]);
}

let workers = new Workers();
const reload = vi.fn<() => void>();

beforeEach(() => {
  workers = new Workers();
  Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true });
  vi.spyOn(browserPage, 'reload').mockImplementation(reload);
  reload.mockClear();
  updateStore.set(null);
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  window.location.hash = '';
  queryClient.clear();
});

const start = async () => {
  const router = makeRouter(createMemoryHistory({ initialEntries: ['/refer'] }));
  const navigate = vi.spyOn(router, 'navigate').mockResolvedValue();
  await startWorker(router);
  return navigate;
};

/** A new version is installed and waits. */
function arrive(): ReturnType<typeof makeWorker> {
  const worker = makeWorker();
  const installing = new EventTarget();
  workers.registration.installing = installing;
  workers.registration.dispatchEvent(new Event('updatefound'));
  workers.registration.waiting = worker;
  installing.dispatchEvent(new Event('statechange'));
  return worker;
}

it('offers a new version, activates it on request, and reloads after it takes over', async () => {
  await start();
  expect(workers.register).toHaveBeenCalledWith('/sw.js', { updateViaCache: 'none' });
  expect(updateStore.get()).toBeNull();
  const worker = arrive();
  expect(updateStore.get()).not.toBeNull();
  expect(worker.told).toEqual([]);
  workers.dispatchEvent(new Event('controllerchange'));
  expect(reload).not.toHaveBeenCalled();
  updateStore.get()?.();
  expect(worker.told).toEqual(['use-now']);
  expect(reload).not.toHaveBeenCalled();
  workers.dispatchEvent(new Event('controllerchange'));
  expect(reload).toHaveBeenCalledTimes(1);
});

it('offers nothing on the first visit, and reloads right away when another window activated the version', async () => {
  workers.controller = null;
  await start();
  arrive();
  expect(updateStore.get()).toBeNull();
  workers.controller = {};
  await start();
  workers.registration.waiting = null;
  updateStore.get()?.();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('unregisters the worker where the operator has turned workers off', async () => {
  Object.assign(brand, { hasWorker: false });
  await start();
  Object.assign(brand, { hasWorker: true });
  expect(workers.registration.unregister).toHaveBeenCalledTimes(1);
  expect(workers.register).not.toHaveBeenCalled();
});

it('opens the page of a clicked notification, and no others', async () => {
  const navigate = await start();
  const press = (data: unknown) => workers.dispatchEvent(new MessageEvent('message', { data }));
  press({ open: '/reports-applications/41' });
  press({ open: 'https://evil.example/' });
  press({ open: '//evil.example' });
  press('reports');
  expect(navigate.mock.calls).toEqual([[{ href: '/reports-applications/41' }]]);
});

it("opens the link sheet from the phone's shortcut for users who may send links", async () => {
  const begin = async (session = owner()) => {
    dialogStore.set(null);
    queryClient.setQueryData(sessionQuery.queryKey, session);
    window.location.hash = 'send';
    await start();
    return dialogStore.get() !== null;
  };
  expect(await begin()).toBe(true);
  expect(await begin(owner(privileges('personal-info:access')))).toBe(false);
});

it('is notified when the session ends, so no user data stays on the device', async () => {
  const told = vi.spyOn(workers.registration.active, 'postMessage');
  await start();
  forgetSession(queryClient);
  await vi.waitFor(() => expect(told).toHaveBeenCalledWith('signed-out'));
});

it('runs without a worker if the browser refuses one', async () => {
  workers.register.mockRejectedValueOnce(new DOMException('Not here', 'SecurityError'));
  await expect(start()).resolves.toBeDefined();
  arrive();
  expect(updateStore.get()).toBeNull();
});
