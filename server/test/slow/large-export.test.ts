import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { mostRowsAtOnce, type LargeExport } from '@lintel/contract/applications/large-exports';
import { addressOf, startBuilt, type BuiltServer } from '../built-server.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { OnEachMachine } from '../machines.ts';
import { overTcp } from '../tcp-database.ts';
import { demoPassword } from '../../src/demo/people.ts';

let folder: string;
let database: TestDatabase;
let network: Awaited<ReturnType<typeof overTcp>>;
let running: BuiltServer | undefined;
let machines: OnEachMachine;
/** More than a direct download allows. */
const more = mostRowsAtOnce + 12_000;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lintel-export-'));
  database = await createTestDatabase(inject('demoTemplate'));
  network = await overTcp(database.connectionString);
  await run(
    `insert into applications (contractor_id, page_id, source, reference, applicant_name, email, started_at)
     select 101, (select min(id) from co_branded_pages where contractor_id = 101), 'page', 'many-' || n, 'Many ' || n,
       'many' || n || '@example.com', now() - n * interval '1 minute'
     from generate_series(1, ${more}) n`,
  );
  // An export pauses after 40,000 rows, until this lock is released.
  machines = new OnEachMachine(inject('machines'), database.connectionString);
  await machines.run(`
    create function hold_export() returns trigger language plpgsql as $$ begin
      if new.state = 'preparing' and new.rows_made = 40000 then perform pg_advisory_xact_lock(42); end if;
      return new;
    end $$`);
  await run(
    'create trigger hold_export before update on application_exports for each row execute function hold_export()',
  );
}, 240_000);
afterAll(async () => {
  await running?.stop('SIGKILL');
  network.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const run = async <Row extends Record<string, unknown>>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => (await database.pool.query<Row>(text, values)).rows;

async function start(): Promise<string> {
  running = await startBuilt(
    {
      DATABASE_URL: network.url,
      DATA_DIR: folder,
      PORT: '0',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'test',
      DEMO: '0',
      ENCRYPTION_KEY: (await readFile(join(inject('demoFolder'), 'encryption.key'), 'utf8')).trim(),
      CHROMIUM_PATH: process.execPath,
    },
    /is ready at \S+/,
  );
  return addressOf(running);
}

/** A signed-in browser that follows the server's changing address. */
class Browser {
  readonly cookie: string;
  constructor(cookie: string) {
    this.cookie = cookie;
  }

  static async signIn(address: string): Promise<Browser> {
    const body = new URLSearchParams({ username: 'pro@demo.test', password: demoPassword });
    const answer = await fetch(`${address}/api/v1/authentication`, { method: 'POST', body });
    expect(answer.status).toBe(200);
    const cookies = answer.headers.getSetCookie().map((one) => one.split(';')[0]);
    return new Browser(cookies.join('; '));
  }

  ask(address: string, path: string, body?: object): Promise<Response> {
    const headers = { cookie: this.cookie, 'content-type': 'application/json' };
    return fetch(`${address}/api/v1${path}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
  }
}

const exportsOf = async (browser: Browser, address: string): Promise<LargeExport[]> => {
  const answer = await browser.ask(address, '/reports-applications-exports');
  const { data } = (await answer.json()) as { data: LargeExport[] };
  return data;
};

test('a kill -9 during an export of more than 50,000 rows loses nothing: the next start completes it, once', async () => {
  const open = await machines.lock(42);
  let address = await start();
  const browser = await Browser.signIn(address);
  const asked = { format: 'csv', order: '+appFormStarted', started: {} };
  const answer = await browser.ask(address, '/reports-applications-export', asked);
  const { data } = (await answer.json()) as { data: LargeExport };
  const total = more + 130;
  expect(data).toMatchObject({ state: 'preparing', rows: total });
  const wait = { timeout: 120_000, interval: 50 };
  await expect
    .poll(
      () => machines.ask("select 1 from pg_locks where locktype = 'advisory' and not granted"),
      wait,
    )
    .toHaveLength(1);
  await expect
    .poll(() => exportsOf(browser, address), wait)
    .toMatchObject([{ state: 'preparing', rowsMade: 30_000 }]);
  const file = `/reports-applications-exports/${data.exportId}/file`;
  expect((await browser.ask(address, file)).status).toBe(404);

  await running?.stop('SIGKILL');
  await open();
  // A worker without a heartbeat for half a minute counts as dead; skips that wait.
  await run("update job_workers set seen_at = now() - interval '1 hour'");
  await run(
    "update graphile_worker._private_jobs set locked_at = now() - interval '1 hour' where locked_at is not null",
  );
  address = await start();
  await expect
    .poll(async () => (await exportsOf(browser, address)).map(({ state }) => state), wait)
    .toEqual(['ready']);
  expect(await run('select runs from application_exports')).toEqual([{ runs: 2 }]);

  const rows = (await (await browser.ask(address, file)).text()).trimEnd().split('\r\n').slice(1);
  expect(rows).toHaveLength(total);
  const emails = new Set(
    rows.map((line) => line.split(',')[1]).filter((one) => one?.startsWith('many')),
  );
  expect(emails.size).toBe(more);
  const mails = await run(
    "select 1 from messages where channel = 'email' and event = 'applications-export-ready'",
  );
  expect(mails).toHaveLength(1);
}, 400_000);
