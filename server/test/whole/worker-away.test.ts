import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxSecret } from '../../src/domains/billing/gateway/sandbox-jobs.ts';
import { toCharge, newId } from '../../src/domains/billing/gateway/sandbox-events.ts';
import { sandboxGateway } from '../../src/domains/billing/gateway/sandbox.ts';
import { sandboxIntents } from '../../src/domains/billing/gateway/tables.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { openKeys } from '../../src/platform/crypto/keys.ts';
import { signBody } from '../../src/platform/crypto/secrets.ts';
import { openDatabase, type OpenDatabase } from '../../src/platform/db/connect.ts';
import { isDatabaseAway } from '../../src/platform/db/failures.ts';
import { addressOf, startBuilt, type BuiltServer } from '../built-server.ts';
import { consentsIn } from '../consents.ts';
import { joinMachines, onMachines, withDatabase } from '../machines.ts';
import { asJson, OpenLoad } from '../open-load.ts';
import { programsOf, startOwnCluster, type Machine, type OwnCluster } from '../own-cluster.ts';
import { planOf, subscribeNew } from '../sandbox-subscribers.ts';

/** This kills machines, so it needs its own cluster. */
const url = process.env['CITUS_URL'];
const programs = url === undefined ? null : await programsOf(url);
if (programs === null)
  console.error(
    'A worker that falls is not tried: it takes CITUS_URL with a cluster on this machine, whose programs start another one',
  );

const name = 'lintel';
const encryptionKey = randomBytes(32).toString('hex');
let folder: string;
let cluster: OwnCluster;
let database: OpenDatabase;
let server: BuiltServer;
let base: string;
let load: OpenLoad;

/** A demo contractor: a page, its user, and where the rows are. */
interface Site {
  contractorId: number;
  page: string;
  username: string;
}
const fallen: Site = { contractorId: 101, page: 'summit-roofing', username: 'pro@demo.test' };
const others: Site[] = [
  { contractorId: 102, page: 'oak-and-iron', username: 'brand@demo.test' },
  { contractorId: 103, page: 'harborlight', username: 'concierge@demo.test' },
];

/** Cleanup steps, run in reverse order. */
const ends: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  if (programs === null) return;
  folder = await mkdtemp(join(tmpdir(), 'lintel-worker-away-'));
  ends.unshift(() => rm(folder, { recursive: true, force: true }));
  cluster = await startOwnCluster(programs);
  ends.unshift(() => cluster.stop());
  const machines = [cluster.coordinator, ...cluster.workers].map((machine) => machine.url);
  await onMachines(machines, `create database ${name}`);
  await joinMachines(machines, name);
  const settings = {
    DATABASE_URL: withDatabase(cluster.coordinator.url, name),
    ENCRYPTION_KEY: encryptionKey,
    DATA_DIR: folder,
    DEMO: '1',
    PORT: '0',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'test',
    TRUST_PROXY: '1',
    // Rendering isn't needed here.
    CHROMIUM_PATH: process.execPath,
  };
  const distribute = join(import.meta.dirname, '../../dist/distribute.js');
  const env = { ...process.env, ...settings };
  await promisify(execFile)(process.execPath, [distribute], { env });
  server = await startBuilt(settings, /is ready at \S+/);
  ends.unshift(() => server.stop('SIGKILL'));
  base = addressOf(server);
  load = new OpenLoad(base);
  database = openDatabase(settings.DATABASE_URL, { max: 6 });
  ends.unshift(() => database.close());
}, 600_000);
afterAll(async () => {
  for (const end of ends) await end();
}, 60_000);

async function until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) {
    if (server.hasEnded())
      throw new Error(`The server ended while we waited until ${what}: ${server.said()}`);
    await sleep(50);
  }
}

/** The server's log of unexpected errors, for diagnosis. */
const unexpected = (): string =>
  server
    .said()
    .split('\n')
    .filter((line) => line.includes('"msg":"unexpected error"'))
    .join('\n');

async function machineOf({ contractorId }: Site): Promise<Machine> {
  const { rows } = await database.pool.query<{ port: number }>(
    `select nodeport port from citus_shards where table_name = 'applications'::regclass
     and shardid = get_shard_id_for_distribution_column('applications', $1::integer)`,
    [contractorId],
  );
  const found = cluster.workers.find(({ port }) => port === rows[0]?.port);
  if (found === undefined) throw new Error('No worker has the rows');
  return found;
}

const sent: { token: string; email: string }[] = [];
const boxes = new Map<string, ReturnType<typeof consentsIn>>();

let people = 0;
/** A homeowner applies and gets the confirmation of the submission. */
async function apply({ page }: Site): Promise<string> {
  const kind = `homeowner ${page}`;
  people += 1;
  const email = `worker-away-${people}@example.com`;
  const path = '/api/v1/homeowner';
  const consents = boxes.get(page);
  const begun = asJson({ draft: {} });
  const { token } = (await load.call(kind, `${path}/pages/${page}/applications`, begun)) as {
    token: string;
  };
  const person = {
    firstName: 'Wilma',
    lastName: 'Oaks',
    email,
    phone: `(512) 555-${String(people % 10_000).padStart(4, '0')}`,
    city: 'Austin',
    state: 'TX',
    creditBand: 'good',
    requestedAmount: '$12,500.00',
    project: 'Painting',
  };
  await load.call(kind, `${path}/applications/${token}/submit`, asJson({ ...person, consents }));
  sent.push({ token, email });
  return token;
}

async function offersOf(token: string): Promise<number> {
  const path = `/api/v1/homeowner/applications/${token}`;
  const { offers = [] } = (await load.call('homeowner reads', path)) as { offers?: unknown[] };
  return offers.length;
}

async function signIn({ username }: Site): Promise<string> {
  const body = new URLSearchParams({ username, password: 'Demo-pass1' });
  const answer = await fetch(`${base}/api/v1/authentication`, { method: 'POST', body });
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}

const gatewayOf = async () => {
  const keys = await openKeys({ encryptionKey, dataDir: folder });
  const secret = sandboxSecret(keys);
  const gateway = sandboxGateway({
    db: database.db,
    clock: systemClock,
    publicUrl: base,
    secret,
  });
  return { secret, gateway };
};

const priceCents = 10_000;
const subscribed: number[] = [];
const told = new Map<string, string>();

/** A contractor subscribes, and retries when a machine is down. */
async function subscribe(planId: number): Promise<void> {
  const { gateway } = await gatewayOf();
  for (;;)
    try {
      subscribed.push(await subscribeNew({ database, gateway }, planId));
      return;
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      await sleep(300);
    }
}

/** The gateway sends its remaining charge events. */
async function tellOfCharges(secret: string): Promise<void> {
  const { db } = database;
  const intents = await db
    .select()
    .from(sandboxIntents)
    .where(sql`status = 'succeeded'`);
  for (const intent of intents.filter(({ id }) => !told.has(id))) {
    const id = newId('evt');
    told.set(intent.id, id);
    const created = Math.floor(Date.now() / 1000);
    const object = toCharge(intent, base);
    const body = JSON.stringify({ id, created, type: 'payment_intent.succeeded', object });
    const headers = {
      'content-type': 'application/json',
      'stripe-signature': signBody(secret, body, new Date()),
    };
    const path = '/api/v1/integrations/payments/events';
    await load.call('webhook', path, { method: 'POST', body, headers });
  }
}

const inDoubt = async (): Promise<number> => {
  const counts = await Promise.all(
    cluster.workers.map(async (machine) => {
      const worker = openDatabase(withDatabase(machine.url, name), { max: 1 });
      const { rowCount } = await worker.pool.query('select 1 from pg_prepared_xacts');
      await worker.close();
      return rowCount ?? 0;
    }),
  );
  return counts.reduce((all, one) => all + one, 0);
};

test.skipIf(programs === null)(
  'a worker killed under load and restarted loses no acknowledged write, its callers are asked to retry, and all others keep working',
  async () => {
    const machine = await machineOf(fallen);
    const sites = await Promise.all(
      others.map(async (site) => ({ site, machine: await machineOf(site) })),
    );
    const living = sites.find((one) => one.machine !== machine)?.site;
    if (living === undefined) throw new Error('All rows are on one worker');
    for (const { page } of [fallen, living])
      boxes.set(page, consentsIn(await (await fetch(`${base}/p/${page}`)).text()));
    const cookies = new Map<Site, string>();
    for (const site of [fallen, living]) cookies.set(site, await signIn(site));
    const { secret, gateway } = await gatewayOf();
    const planId = await planOf({ database, gateway }, priceCents);

    const report = '/api/v1/reports-applications?pageSize=25';
    const all = [fallen, living].flatMap((site) => [
      load.begin(1000, () => apply(site)),
      load.begin(500, () =>
        load.call(`portal ${site.page}`, report, {
          headers: { cookie: cookies.get(site) ?? '' },
        }),
      ),
    ]);
    all.push(
      load.begin(3000, () => subscribe(planId)),
      load.begin(1000, () => tellOfCharges(secret)),
    );
    const answered = (kind: string): number => load.answered(kind);
    const here = [`homeowner ${fallen.page}`, `portal ${fallen.page}`];
    await until('all of them work', () =>
      [...here, `homeowner ${living.page}`, `portal ${living.page}`, 'webhook'].every(
        (kind) => answered(kind) > 5,
      ),
    );

    await machine.kill();
    await until('its callers are told to come again', () =>
      here.every((kind) => load.refused(kind) > 5),
    );
    // The others keep getting responses, and their jobs run.
    const token = await apply(living);
    await until('offers are there', async () => (await offersOf(token)) > 0);
    const before = answered(`portal ${living.page}`);
    await until('others read', () => answered(`portal ${living.page}`) > before + 5);
    expect((await fetch(`${base}/healthz`)).status).toBe(200);
    await machine.start();
    const [first = '', second = ''] = here;
    const since = [answered(first), answered(second)];
    await until(
      'its callers are answered again',
      () => answered(first) > (since[0] ?? 0) + 5 && answered(second) > (since[1] ?? 0) + 5,
    );
    load.enough();
    await Promise.all(all);

    expect(load.odd, unexpected()).toEqual([]);
    for (const one of sent)
      await until('offers are there', async () => (await offersOf(one.token)) > 0);
    const { rows } = await database.pool.query<{ email: string }>(
      `select email from applications where email like 'worker-away-%' and completed_at is not null`,
    );
    expect(rows.map(({ email }) => email).toSorted()).toEqual(
      sent.map(({ email }) => email).toSorted(),
    );
    await booksAreRight();
    await until('no transaction is in doubt', async () => (await inDoubt()) === 0);
  },
  600_000,
);

/** Every charge of the gateway is booked once, and so is every accepted event. */
async function booksAreRight(): Promise<void> {
  const { pool } = database;
  const paid = async (): Promise<number> =>
    (
      await pool.query('select 1 from contractors where id = any($1) and payment_status = $2', [
        subscribed,
        'Paid',
      ])
    ).rowCount ?? 0;
  await until('all have paid', async () => (await paid()) === subscribed.length);
  const events = await pool.query<{ id: string; booked: boolean; problem: string }>(
    'select id, processed_at is not null booked, problem from gateway_events where id = any($1)',
    [[...told.values()]],
  );
  expect(events.rows).toHaveLength(told.size);
  expect(events.rows.filter(({ booked, problem }) => !booked || problem !== '')).toEqual([]);
  const charges = await pool.query<{ id: string }>(
    `select id from sandbox_intents where status = 'succeeded' order by id`,
  );
  const entries = await pool.query<{ id: string }>(
    `select reference id from ledger_entries where kind = 'charge' and reference = any($1) order by 1`,
    [charges.rows.map(({ id }) => id)],
  );
  expect(entries.rows.map(({ id }) => id).toSorted()).toEqual(
    charges.rows.map(({ id }) => id).toSorted(),
  );
}

test.skipIf(programs === null)(
  'a transaction that was acknowledged while one of its machines fails during the commit exists once the machine is back',
  async () => {
    const machine = await machineOf(fallen);
    const { pool } = database;
    const version = async (table: string, column: string): Promise<number> => {
      const { rows } = await pool.query<{ version: number }>(
        `select version from ${table} where ${column} = $1`,
        [fallen.contractorId],
      );
      return rows[0]?.version ?? -1;
    };
    const before = await version('subscriptions', 'contractor_id');
    const contractor = await version('contractors', 'id');
    // The coordinator's commits wait for a replica that never comes: by then the worker has
    // prepared, but hasn't received the commit.
    const hold = async (replica: string): Promise<void> => {
      await pool.query(`alter system set synchronous_standby_names = '${replica}'`);
      await pool.query('select pg_reload_conf()');
    };
    const client = await pool.connect();
    await client.query('begin');
    await client.query('update contractors set version = version + 1 where id = $1', [
      fallen.contractorId,
    ]);
    await client.query('update subscriptions set version = version + 1 where contractor_id = $1', [
      fallen.contractorId,
    ]);
    const waiting = async (): Promise<number[]> => {
      const waits = "select pid from pg_stat_activity where wait_event = 'SyncRep'";
      return (await pool.query<{ pid: number }>(waits)).rows.map(({ pid }) => pid);
    };
    const { rows: own } = await client.query<{ pid: number }>('select pg_backend_pid() pid');
    await hold('nobody');
    // The setting takes effect a moment later.
    const probes: Promise<unknown>[] = [];
    await until('commits wait', async () => {
      if (probes.length < 3)
        probes.push(pool.query("select pg_logical_emit_message(true, '', '')"));
      return (await waiting()).length > 0;
    });
    const committed = client.query('commit');
    await until('this one waits, too', async () => (await waiting()).includes(own[0]?.pid ?? 0));
    await machine.kill();
    await hold('');
    await Promise.all([committed, ...probes]);
    client.release();
    expect(await version('contractors', 'id')).toBe(contractor + 1);
    await machine.start();
    await until('no transaction is in doubt', async () => (await inDoubt()) === 0);
    expect(await version('subscriptions', 'contractor_id')).toBe(before + 1);
  },
  300_000,
);
