import { setImmediate } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { allEndpoints } from '@lintel/contract/all';
import { silent } from '../../../test/renderer.ts';
import { urgencies, type PressureReading, type Urgency } from '../load/pressure.ts';
import { createServer } from './server.ts';
import { resolveUrgency } from './load-shedding.ts';

/** A server with a simulated load and a route of each urgency. */
async function serverUnderLoad() {
  const registry = new Registry();
  const given: {
    note(measured: PressureReading): void;
    counts(): Pick<PressureReading, 'underWay'>;
  } = {
    note: () => undefined,
    counts: () => ({ underWay: [] }),
  };
  const app = await createServer({
    logger: silent,
    shed: {
      registry,
      waiting: () => 0,
      measured: (counts, note) => {
        Object.assign(given, { counts, note });
        return () => undefined;
      },
    },
  });
  let handled = 0;
  for (const urgency of [...urgencies, 'never'] as const)
    app.post(`/${urgency}`, { config: { urgency } }, () => {
      handled += 1;
      return { urgency };
    });
  app.get('/page', () => 'page');
  const statuses = async (): Promise<Record<string, number>> => {
    const answers: [string, number][] = [];
    for (const urgency of [...urgencies, 'never']) {
      const { statusCode } = await app.inject({
        method: 'POST',
        url: `/${urgency}`,
        payload: '{',
        headers: { 'content-type': 'application/json' },
      });
      answers.push([urgency, statusCode]);
    }
    return Object.fromEntries(answers);
  };
  const press = (turns: number, measured: Partial<PressureReading> = {}): void => {
    for (let turn = 0; turn < turns; turn += 1)
      given.note({ utilization: 1, underWay: urgencies.map(() => 100), waiting: 0, ...measured });
  };
  return { app, registry, given, statuses, press, handled: () => handled };
}

test('rejects the least urgent first, with 503 and Retry-After, before reading the body, and never health checks', async () => {
  const { app, registry, statuses, press, handled } = await serverUnderLoad();
  // The body is invalid: a handler that reads it answers 400.
  const taken = { report: 400, list: 400, usual: 400, 'sign-in': 400, submission: 400, never: 400 };
  expect(await statuses()).toEqual(taken);
  press(4);
  expect(await statuses()).toEqual({ ...taken, report: 503 });
  press(4);
  expect(await statuses()).toEqual({ ...taken, report: 503, list: 503 });
  press(8);
  expect(await statuses()).toEqual({
    ...taken,
    report: 503,
    list: 503,
    usual: 503,
    'sign-in': 503,
  });
  const refused = await app.inject({ method: 'POST', url: '/list' });
  expect(refused.headers['retry-after']).toBe('2');
  expect(refused.headers['cache-control']).toBe('no-store');
  expect(refused.json()).toMatchObject({ error: 'unavailable' });
  expect(handled()).toBe(0);
  const told = await registry.metrics();
  expect(told).toContain('lintel_refused_requests_total{urgency="submission"} 0');
  expect(told).toContain('lintel_pressure 4');
  press(50, { utilization: 0.2, underWay: [3] });
  expect(await statuses()).toEqual(taken);
});

test('a person opening a page sees a plain page that retries by itself and loads nothing', async () => {
  const { app, press } = await serverUnderLoad();
  press(12);
  const page = await app.inject({ url: '/page', headers: { accept: 'text/html,*/*' } });
  expect(page.statusCode).toBe(503);
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.body).toContain('http-equiv="refresh"');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
});

test('a request counts as active until its response starts, however it ends', async () => {
  const { app, given } = await serverUnderLoad();
  const held: (() => void)[] = [];
  app.get('/slow', () => new Promise<string>((done) => held.push(() => done('done'))));
  app.get('/wrong', () => Promise.reject(new Error('no luck')));
  const slow = app.inject({ url: '/slow' });
  while (held.length === 0) await setImmediate();
  expect(given.counts().underWay).toEqual([0, 0, 1, 0, 0]);
  held[0]?.();
  await slow;
  await app.inject({ url: '/wrong' });
  await app.inject({ url: '/missing' });
  expect(given.counts().underWay).toEqual([0, 0, 0, 0, 0]);
});

test("each endpoint's urgency matches its importance to people", () => {
  const named = (urgency: Urgency): string[] =>
    allEndpoints.filter((spec) => resolveUrgency(spec) === urgency).map(({ name }) => name);
  expect(named('submission')).toEqual(
    expect.arrayContaining(['applications.submit', 'applications.start', 'applications.challenge']),
  );
  const webhooks = allEndpoints.filter(({ access }) => access.kind === 'signature');
  expect(webhooks.length).toBeGreaterThan(2);
  expect(named('submission')).toEqual(expect.arrayContaining(webhooks.map(({ name }) => name)));
  expect(named('sign-in')).toEqual(
    expect.arrayContaining(['identity.authenticate', 'identity.give-factor', 'identity.user']),
  );
  const much = allEndpoints
    .filter(({ reads, method }) => reads === 'much' && method === 'GET')
    .map(({ name }) => name);
  expect(named('report')).toEqual(expect.arrayContaining(much));
  expect(named('list').length).toBeGreaterThan(20);
});
