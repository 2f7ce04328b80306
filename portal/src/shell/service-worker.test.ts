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

/** A worker that notes what it was told. */
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

/** A version arrives and waits. */
function arrive(): ReturnType<typeof makeWorker> {
  const worker = makeWorker();
  const installing = new EventTarget();
  workers.registration.installing = installing;
  workers.registration.dispatchEvent(new Event('updatefound'));
  workers.registration.waiting = worker;
  installing.dispatchEvent(new Event('statechange'));
  return worker;
}

it('offers a new version, takes it when somebody asks for it, and reloads once it is there', async () => {
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

it('offers nothing at the first visit, and reloads at once when another window took the version', async () => {
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

it('takes the worker away where the operator has turned workers off', async () => {
  Object.assign(brand, { hasWorker: false });
  await start();
  Object.assign(brand, { hasWorker: true });
  expect(workers.registration.unregister).toHaveBeenCalledTimes(1);
  expect(workers.register).not.toHaveBeenCalled();
});

it('goes where a pressed notification leads, and nowhere else', async () => {
  const navigate = await start();
  const press = (data: unknown) => workers.dispatchEvent(new MessageEvent('message', { data }));
  press({ open: '/reports-applications/41' });
  press({ open: 'https://evil.example/' });
  press({ open: '//evil.example' });
  press('reports');
  expect(navigate.mock.calls).toEqual([[{ href: '/reports-applications/41' }]]);
});

it('opens the sheet for a link from the phone’s shortcut, for whoever may send one', async () => {
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

it('is told when the session is over, so that nothing of its user stays on the device', async () => {
  const told = vi.spyOn(workers.registration.active, 'postMessage');
  await start();
  forgetSession(queryClient);
  await vi.waitFor(() => expect(told).toHaveBeenCalledWith('signed-out'));
});

it('goes on without a worker where the browser refuses one', async () => {
  workers.register.mockRejectedValueOnce(new DOMException('Not here', 'SecurityError'));
  await expect(start()).resolves.toBeDefined();
  arrive();
  expect(updateStore.get()).toBeNull();
});
