import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { addGauge, measureRequests } from '../metrics.ts';
import { readConfig } from '../config.ts';
import { buildOf } from '../version.ts';
import {
  closeWhenStopping,
  createOperatorServer,
  registerHealth,
  type Readiness,
} from './health.ts';

const build = { version: '1.2.3', commit: 'abcdef0' };

const calm = (): Readiness => ({ checks: { database: () => undefined }, stopping: false });

test('metrics require the token, when one is set', async () => {
  const registry = new Registry();
  const guarded = createOperatorServer({
    registry,
    readiness: calm(),
    token: 'a-token-of-operators',
    build,
  });
  const asked = async (authorization?: string): Promise<number> =>
    (await guarded.inject({ url: '/metrics', headers: authorization ? { authorization } : {} }))
      .statusCode;
  expect(await asked()).toBe(401);
  expect(await asked('Bearer a-token-of-operator')).toBe(401);
  expect(await asked('Bearer a-token-of-operators')).toBe(200);
  const open = createOperatorServer({ registry, readiness: calm(), token: undefined, build });
  expect((await open.inject('/metrics')).statusCode).toBe(200);
});

test("operators see the version and commit, and the public address doesn't", async () => {
  const operators = createOperatorServer({
    registry: new Registry(),
    readiness: calm(),
    token: undefined,
    build,
  });
  expect((await operators.inject('/healthz')).json()).toEqual({ status: 'alive', ...build });
  const web = Fastify();
  registerHealth(web, calm());
  expect((await web.inject('/healthz')).json()).toEqual({ status: 'alive' });
});

test("the version is the package's, and the commit comes from the image", () => {
  const { version } = JSON.parse(
    readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
  ) as { version: string };
  const GIT_COMMIT = 'ab'.repeat(20);
  expect(buildOf(readConfig({ GIT_COMMIT }))).toEqual({ version, commit: GIT_COMMIT });
  expect(() => readConfig({ GIT_COMMIT: 'main' })).toThrow('GIT_COMMIT must be a commit');
});

test('responses are counted by route and status, never by address', async () => {
  const registry = new Registry();
  const app = Fastify();
  measureRequests(app, registry);
  app.get('/people/:name', async () => 'found');
  await app.inject('/people/ann@example.com');
  await app.inject('/nowhere/ann@example.com');
  const told = await registry.metrics();
  expect(told).toContain(
    'http_request_duration_seconds_count{method="GET",route="/people/:name",status="200"} 1',
  );
  expect(told).toContain(
    'http_request_duration_seconds_count{method="GET",route="none",status="404"} 1',
  );
  expect(told).not.toContain('ann@example.com');
});

test("a failing metric doesn't affect the others", async () => {
  const registry = new Registry();
  const read = {
    works: () => ({ one: 1 }),
    breaks: () => Promise.reject(new Error('no database')),
  };
  for (const [name, how] of Object.entries(read))
    addGauge(registry, { name, help: name, label: 'state', read: how });
  expect(await registry.metrics()).toContain('works{state="one"} 1');
});

test('a process is ready while its dependencies work, until it is asked to stop', async () => {
  let broken = false;
  const readiness: Readiness = {
    checks: {
      database: () => {
        if (broken) throw new Error('gone');
      },
    },
    stopping: false,
  };
  const app = createOperatorServer({
    registry: new Registry(),
    readiness,
    token: undefined,
    build,
  });
  const ready = async () => {
    const answer = await app.inject('/readyz');
    return [answer.statusCode, answer.json()];
  };
  expect(await ready()).toEqual([200, { status: 'ready', database: 'ok' }]);
  broken = true;
  expect(await ready()).toEqual([503, { status: 'not ready', database: 'failing' }]);
  broken = false;
  readiness.stopping = true;
  expect(await ready()).toEqual([503, { status: 'stopping', database: 'ok' }]);
  expect((await app.inject('/healthz')).statusCode).toBe(200);
});

test('a stopping process closes its connections with their next response', async () => {
  const readiness = calm();
  const app = Fastify();
  closeWhenStopping(app, readiness);
  app.get('/', async () => 'here');
  expect((await app.inject('/')).headers['connection']).toBe('keep-alive');
  readiness.stopping = true;
  const last = await app.inject('/');
  expect([last.statusCode, last.headers['connection']]).toEqual([200, 'close']);
});
