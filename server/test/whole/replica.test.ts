import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoApps, demoPassword } from '../../src/demo/people.ts';
import { shownBy } from '../app.ts';
import { freePort, startBuilt, type BuiltServer } from '../built-server.ts';
import { askAsHomeowner } from '../homeowner.ts';
import { blackPng } from '../pictures.ts';
import {
  caughtUp,
  hasPrograms,
  startStreaming,
  type Server,
  type Streaming,
} from '../streaming.ts';

if (!hasPrograms)
  process.stdout.write('No PostgreSQL 15 of Debian: the processes with a replica are left out\n');

describe.skipIf(!hasPrograms)('two web processes and a replica', () => {
  let folder: string;
  let streaming: Streaming;
  let primary: Server;
  let replica: Server;
  const running: BuiltServer[] = [];
  let first: Place;
  let second: Place;
  interface Place {
    base: string;
    operators: string;
  }

  async function start(name: string, settings: Record<string, string>): Promise<Place> {
    const [port, metrics] = [await freePort(), await freePort()];
    running.push(
      await startBuilt(
        {
          DATABASE_URL: primary.address(),
          ENCRYPTION_KEY: 'ab'.repeat(32),
          DATA_DIR: join(folder, name),
          PORT: String(port),
          METRICS_PORT: String(metrics),
          PUBLIC_URL: 'http://localhost:3000',
          CHROMIUM_PATH: process.execPath,
          LOG_LEVEL: 'info',
          NODE_ENV: 'test',
          ...settings,
        },
        /is ready at/,
      ),
    );
    return { base: `http://127.0.0.1:${port}`, operators: `http://127.0.0.1:${metrics}` };
  }

  const measured = async ({ operators }: Place, name: string): Promise<number> => {
    const text = await (await fetch(`${operators}/metrics`)).text();
    const line = text.split('\n').find((one) => one.startsWith(`${name} `));
    return Number(line?.split(' ')[1] ?? 0);
  };
  const reads = (place: Place, outcome: string) =>
    measured(place, `lintel_replica_reads_total{outcome="${outcome}"}`);
  const isUsed = (place: Place) =>
    expect.poll(() => measured(place, 'lintel_replica_used'), { timeout: 60_000 }).toBe(1);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lintel-replica-'));
    streaming = await startStreaming();
    ({ primary } = streaming);
    await start('seeding', { DEMO: '1' });
    await running.pop()?.stop();
    replica = await streaming.addReplica();
    await replica.ask(`alter system set log_statement = 'all'`);
    await replica.ask('select pg_reload_conf()');
    const settings = {
      DEMO: '0',
      DATABASE_REPLICA_URL: replica.address(),
      DATABASE_REPLICA_MAX_LAG: '3600',
    };
    first = await start('first', settings);
    second = await start('second', { ...settings, ROLE: 'web' });
  }, 600_000);
  beforeEach(async () => {
    await replica.ask('select pg_wal_replay_resume()');
    await Promise.all([isUsed(first), isUsed(second)]);
    await caughtUp(primary, replica);
  }, 120_000);
  afterAll(async () => {
    await Promise.all(running.map((server) => server.stop()));
    await streaming?.close();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  async function signedIn(email: string): Promise<{ headers: Record<string, string> }> {
    const api = `${first.base}/api/v1`;
    const fields = new URLSearchParams({ username: email, password: demoPassword });
    const answer = await fetch(`${api}/authentication`, { method: 'POST', body: fields });
    const cookiesOf = (from: Response) =>
      from.headers.getSetCookie().map((one) => one.split(';')[0] ?? '');
    const cookie = cookiesOf(answer).join('; ');
    const secret = demoApps.find((one) => one.email === email)?.appSecret;
    if (secret === undefined) return { headers: { cookie } };
    const proven = await fetch(`${api}/authentication/factor`, {
      method: 'POST',
      body: new URLSearchParams({ code: shownBy(secret, new Date()) }),
      headers: { cookie },
    });
    expect(proven.status, await proven.clone().text()).toBe(200);
    return { headers: { cookie: [cookie, ...cookiesOf(proven)].join('; ') } };
  }
  const get = async <Answer>(
    { base }: Place,
    path: string,
    as: { headers: Record<string, string> },
  ): Promise<Answer> => {
    const answer = await fetch(`${base}/api/v1${path}`, as);
    const text = await answer.text();
    expect(answer.status, text).toBe(200);
    return JSON.parse(text);
  };
  interface Report {
    data: { id: number; pageName: string }[];
    total: number;
  }
  const report = (place: Place, as: { headers: Record<string, string> }) =>
    get<Report>(place, '/reports-applications', as);

  test('a contractor, the team and a homeowner’s application: what was changed is seen at once in both processes, though the replay stands still, and others read from the replica', async () => {
    const [pro, team, brand] = await Promise.all(
      ['pro@demo.test', 'team@demo.test', 'brand@demo.test'].map(signedIn),
    );
    if (!pro || !team || !brand) throw new Error('Nobody is signed in');
    const { total } = await report(second, brand);
    const behind = await reads(second, 'behind');
    await replica.ask('select pg_wal_replay_pause()');
    const renamed = new FormData();
    renamed.append('pageName', 'summit-solar');
    renamed.append('params', JSON.stringify({ companyName: 'Summit Solar', ccAcceptance: 'No' }));
    renamed.append('logo', new Blob([new Uint8Array(blackPng(40))]), 'logo.png');
    const saved = await fetch(`${first.base}/api/v1/contractor/101/page/1001`, {
      method: 'POST',
      body: renamed,
      ...pro,
    });
    expect(saved.status, await saved.text()).toBe(200);
    for (const place of [second, first])
      for (const as of [pro, team]) {
        const names = (await report(place, as)).data.map(({ pageName }) => pageName);
        expect(names).toContain('summit-solar');
      }
    expect(await reads(second, 'behind')).toBe(behind + 2);
    const before = await reads(second, 'replica');
    expect((await report(second, brand)).total).toBe(total);
    expect(await reads(second, 'replica')).toBe(before + 1);
    const [{ pageName = '' } = {}] = (await report(first, brand)).data;
    await askAsHomeowner(first.base, `pages/${pageName}/applications`, {});
    expect((await report(second, brand)).total).toBe(total + 1);
  }, 120_000);

  test('what staff do is seen by staff, and an export is read from the replica', async () => {
    const admin = await signedIn('admin@demo.test');
    const pro = await signedIn('pro@demo.test');
    await caughtUp(primary, replica);
    const file = await fetch(`${second.base}/api/v1/reports-applications-export?format=csv`, pro);
    expect(file.status).toBe(200);
    const rows = (await file.text()).trim().split('\n').length - 1;
    expect(String(rows)).toBe(file.headers.get('x-total-rows'));
    expect(await replica.said()).toMatch(/^lintel exports: LOG: .*copy \(select/m);
    await replica.ask('select pg_wal_replay_pause()');
    const log = await fetch(`${first.base}/api/v1/manage/audit-export?format=csv`, admin);
    expect(log.status).toBe(200);
    await log.text();
    const shown = await get<{ data: { action: string }[] }>(second, '/manage/audit', admin);
    expect(shown.data[0]?.action).toBe('audit.exported');
  }, 120_000);

  test('when the replica dies, reports and exports go on, and both processes are ready', async () => {
    const pro = await signedIn('pro@demo.test');
    await replica.stop('immediate');
    try {
      for (const place of [first, second]) {
        expect((await report(place, pro)).total).toBeGreaterThan(0);
        const file = await fetch(`${place.base}/api/v1/reports-applications-export`, pro);
        expect([file.status, (await file.text()).length > 0]).toEqual([200, true]);
        expect((await fetch(`${place.base}/readyz`)).status).toBe(200);
        await expect
          .poll(() => measured(place, 'lintel_replica_used'), { timeout: 60_000 })
          .toBe(0);
        expect((await report(place, pro)).total).toBeGreaterThan(0);
        expect(await reads(place, 'away')).toBeGreaterThan(0);
      }
    } finally {
      await replica.start();
    }
    for (const server of running)
      expect(server.said().match(/the replica is away/g)).toHaveLength(1);
  }, 240_000);
});
