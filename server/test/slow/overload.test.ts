import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf, startBuilt, type BuiltServer } from '../built-server.ts';
import { consentsIn } from '../consents.ts';
import { applicationUnderLoad } from '../loaded-application.ts';

let folder: string;
let running: BuiltServer;
let base: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lintel-overload-'));
  await start();
}, 240_000);
afterAll(async () => {
  await running.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  running = await startBuilt(
    { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'warn', DATABASE_URL: '', TRUST_PROXY: '1' },
    /is ready at \S+/,
  );
  base = addressOf(running);
}

const killAll = async (): Promise<void> => {
  const [pid] = (await readFile(join(folder, 'pg18/postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
  await running.stop('SIGKILL');
};

let callers = 0;
/** Its own address for each, because calls are limited by address. */
const from = (): Record<string, string> => {
  callers += 1;
  return { 'x-forwarded-for': `10.${callers >> 16}.${(callers >> 8) & 255}.${callers & 255}` };
};

async function cookieOf(username: string): Promise<string> {
  const answer = await fetch(`${base}/api/v1/authentication`, {
    method: 'POST',
    body: new URLSearchParams({ username, password: 'Demo-pass1' }),
  });
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}

/** This many callers repeat a request until they are stopped; returns a count of each status. */
function hammer(count: number, path: string, headers: Record<string, string>) {
  const answers = new Map<number, number>();
  const over = new AbortController();
  const caller = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const answer = await fetch(`${base}${path}`, { headers }).catch(() => null);
      await answer?.arrayBuffer().catch(() => null);
      const status = answer?.status ?? 0;
      answers.set(status, (answers.get(status) ?? 0) + 1);
      // Rejected callers pause, as browsers do.
      if (status !== 200) await sleep(50);
    }
  };
  const all = Array.from({ length: count }, caller);
  return {
    answers,
    stop: () => {
      over.abort();
      return Promise.all(all);
    },
  };
}

/** A homeowner applies; returns the secret, if acknowledged, and all statuses. */
async function apply(consents: unknown): Promise<{ token: string | null; statuses: number[] }> {
  const statuses: number[] = [];
  const call = async (path: string, body: object): Promise<{ token?: string }> => {
    const answer = await fetch(`${base}/api/v1/homeowner/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...from() },
    });
    statuses.push(answer.status);
    return answer.ok ? ((await answer.json()) as { token?: string }) : {};
  };
  const { token } = await call('pages/summit-roofing/applications', { draft: {} });
  if (token === undefined) return { token: null, statuses };
  const sent = await call(`applications/${token}/submit`, applicationUnderLoad(callers, consents));
  return { token: sent.token ?? null, statuses };
}

const status = async (path: string, init: RequestInit = {}): Promise<number> => {
  const answer = await fetch(`${base}${path}`, init);
  await answer.arrayBuffer();
  return answer.status;
};

test('with too many reports, reports are rejected while homeowners, sign-in, and health checks still work; a kill -9 loses no acknowledged write', async () => {
  const cookie = await cookieOf('brand@demo.test');
  const consents = consentsIn(await (await fetch(`${base}/p/summit-roofing`)).text());
  const reports = hammer(250, '/api/v1/reports-applications', { cookie });
  while ((reports.answers.get(503) ?? 0) < 200) await sleep(20);

  const tokens: string[] = [];
  const statuses: number[] = [];
  /** Homeowners apply until the server is gone. */
  const homeowners = async (): Promise<void> => {
    for (;;) {
      const applied = await apply(consents).catch(() => null);
      if (applied === null) return;
      statuses.push(...applied.statuses);
      if (applied.token !== null) tokens.push(applied.token);
    }
  };
  const writers = [homeowners(), homeowners()];
  while (tokens.length < 8) {
    await sleep(20);
    expect(await status('/healthz')).toBe(200);
  }
  expect(await status('/api/v1/user', { headers: { cookie } })).toBe(200);
  const refused = await fetch(`${base}/api/v1/reports-applications`, { headers: { cookie } });
  if (refused.status === 503) expect(refused.headers.get('retry-after')).toBe('2');
  expect([...reports.answers.keys()].toSorted((a, b) => a - b)).toEqual([200, 503]);
  expect(statuses.filter((one) => one !== 200)).toEqual([]);

  await killAll();
  await Promise.all([...writers, reports.stop()]);
  await start();
  for (const token of tokens)
    expect(await status(`/api/v1/homeowner/applications/${token}`, { headers: from() })).toBe(200);
  // The previous load causes no rejection.
  expect(await status('/api/v1/reports-applications', { headers: { cookie } })).toBe(200);
}, 400_000);

test('once the load is over, reports work again', async () => {
  const cookie = await cookieOf('brand@demo.test');
  const reports = hammer(250, '/api/v1/reports-applications', { cookie });
  while ((reports.answers.get(503) ?? 0) < 100) await sleep(20);
  await reports.stop();
  while ((await status('/api/v1/reports-applications', { headers: { cookie } })) === 503)
    await sleep(200);
  expect(running.said()).toContain('overloaded: rejecting requests');
}, 240_000);
