import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { consentsIn } from '../consents.ts';
import { freePort, startBuilt, type BuiltServer } from '../built-server.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { blackPng } from '../pictures.ts';
import { startRoundRobin, type RoundRobin } from '../round-robin.ts';
import { s3Keys, startS3, type S3Imitation } from '../s3-imitation/server.ts';
import { startSmtp, type TestSmtp } from '../smtp.ts';
import { overTcp } from '../tcp-database.ts';

const metricsToken = 'a-token-that-only-operators-know';
const drainSeconds = '0.4';
let folder: string;
let database: TestDatabase;
let network: Awaited<ReturnType<typeof overTcp>>;
let smtp: TestSmtp;
let s3: S3Imitation;
let ports: { first: number; second: number; worker: number };
let proxy: RoundRobin | undefined;
const running = new Map<string, BuiltServer>();
/** The output of processes that have ended. */
let saidBefore = '';

/** The shared settings of all processes; each has its own folder, so that they share no files. */
async function settingsOf(name: keyof typeof ports): Promise<Record<string, string>> {
  return {
    DATABASE_URL: network.url,
    ENCRYPTION_KEY: (await readFile(join(inject('demoFolder'), 'encryption.key'), 'utf8')).trim(),
    DATA_DIR: join(folder, name),
    SMTP_URL: smtp.url,
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3Keys.id,
    S3_SECRET_ACCESS_KEY: s3Keys.secret,
    S3_PATH_STYLE: '1',
    DRAIN_SECONDS: drainSeconds,
    METRICS_TOKEN: metricsToken,
    PUBLIC_URL: 'http://localhost:3000',
    TRUST_PROXY: '1',
    // Replaces the browser with a program that exits at once, because each process would unpack and
    // start one.
    CHROMIUM_PATH: process.execPath,
    LOG_LEVEL: 'debug',
    NODE_ENV: 'test',
    DEMO: '0',
  };
}

async function start(name: keyof typeof ports): Promise<void> {
  const port = String(ports[name]);
  const own =
    name === 'worker' ? { ROLE: 'worker', METRICS_PORT: port } : { ROLE: 'web', PORT: port };
  const ready = name === 'worker' ? /works on jobs/ : /is ready at/;
  running.set(name, await startBuilt({ ...(await settingsOf(name)), ...own }, ready));
}

async function restart(name: keyof typeof ports): Promise<void> {
  const server = running.get(name);
  expect(await server?.stop()).toBe(0);
  saidBefore += server?.said() ?? '';
  await start(name);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lintel-processes-'));
  database = await createTestDatabase(inject('demoTemplate'));
  network = await overTcp(database.connectionString);
  [smtp, s3] = await Promise.all([startSmtp(), startS3()]);
  ports = { first: await freePort(), second: await freePort(), worker: await freePort() };
  await Promise.all((['first', 'second', 'worker'] as const).map(start));
  proxy = await startRoundRobin([ports.first, ports.second]);
}, 240_000);
afterAll(async () => {
  await proxy?.close();
  await Promise.all([...running.values()].map((server) => server.stop()));
  await Promise.all([smtp.close(), s3.close()]);
  network.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const at = (name: keyof typeof ports, path: string): string =>
  `http://127.0.0.1:${ports[name]}${path}`;
const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
});
const json = (body: object, headers = {}): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});
const cookiesOf = (answer: Response): string[] =>
  answer.headers.getSetCookie().map((one) => one.split(';')[0] ?? '');
const signIn = (server: keyof typeof ports, username: string, password = 'Demo-pass1') =>
  fetch(at(server, '/api/v1/authentication'), form({ username, password }));

test('a session from one web process is valid in the other, and ends in both', async () => {
  const cookie = cookiesOf(await signIn('first', 'brand@demo.test')).join('; ');
  const asked = async () =>
    (await fetch(at('second', '/api/v1/user'), { headers: { cookie } })).status;
  expect(await asked()).toBe(200);
  const signedOut = await fetch(at('first', '/api/v1/logout'), {
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  });
  expect([signedOut.status, await asked()]).toEqual([200, 401]);
});

test('both web processes share rate limits', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 12; count += 1) {
    const { status } = await signIn(
      count % 2 === 0 ? 'first' : 'second',
      'canceled@demo.test',
      'Not-the-password1',
    );
    statuses.push(status);
  }
  expect(statuses.slice(0, 10).every((status) => status !== 429)).toBe(true);
  expect(statuses.slice(10)).toEqual([429, 429]);
});

test('a file uploaded through one web process is readable through the other', async () => {
  const cookie = cookiesOf(await signIn('first', 'pro@demo.test')).join('; ');
  const body = new FormData();
  body.append('pageName', 'summit-solar');
  body.append('params', JSON.stringify({ companyName: 'Summit Solar', ccAcceptance: 'No' }));
  body.append('logo', new Blob([new Uint8Array(blackPng(40))]), 'logo.png');
  const saved = await fetch(at('first', '/api/v1/contractor/101/page/1001'), {
    method: 'POST',
    body,
    headers: { cookie },
  });
  const { page } = (await saved.json()) as { page: { logoUrl: string } };
  const logo = await fetch(at('second', page.logoUrl));
  expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect([...s3.objects.values()]).toContainEqual(Buffer.from(await logo.arrayBuffer()));
});

/** Personal data and secrets of the run that must not appear in logs. */
const secrets = new Set<string>([
  'Demo-pass1',
  'Not-the-password1',
  'brand@demo.test',
  'pro@demo.test',
  'canceled@demo.test',
]);
const homeowner = (at: string) => ({
  firstName: 'Wilhelmina',
  lastName: 'Oakenfold',
  email: `wilhelmina.${at}@example.com`,
  phone: `(512) 555-${at.replace(/\D/g, '').slice(-4).padStart(4, '0')}`,
  city: 'Austin',
  state: 'TX',
  creditBand: 'good',
  requestedAmount: '$12,500.00',
  project: 'Painting',
});

/** The pause between two homeowners, so that the processes have time to start. */
const paceMs = 200;

/**
 * Homeowners apply one after another through the proxy until it is enough; returns the secrets of
 * the acknowledged applications.
 */
async function apply(name: string, isEnough: () => boolean, failures: string[]): Promise<string[]> {
  const acknowledged: string[] = [];
  const page = await fetch(`${proxy?.address}/p/summit-roofing`);
  const consents = consentsIn(await page.text());
  for (let count = 0; !isEnough(); count += 1) {
    // Its own address for each, because applications are limited by address.
    const from = { 'x-forwarded-for': `10.${name}.${count >> 8}.${count & 255}` };
    const call = async (path: string, body: object): Promise<Record<string, string>> => {
      const answer = await fetch(`${proxy?.address}/api/v1/homeowner/${path}`, json(body, from));
      if (answer.status !== 200) failures.push(`${path} ${answer.status} ${await answer.text()}`);
      return answer.status === 200 ? ((await answer.json()) as Record<string, string>) : {};
    };
    const person = homeowner(`${name}-${count}`);
    const { token } = await call('pages/summit-roofing/applications', { draft: {} });
    const { status } = token
      ? await call(`applications/${token}/submit`, { ...person, consents })
      : {};
    if (token && status) acknowledged.push(token);
    await sleep(paceMs);
    for (const secret of [token, person.lastName, person.email, person.phone])
      secrets.add(secret ?? person.email);
  }
  return acknowledged;
}

const numberOf = async (query: string): Promise<number> => {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from ${query}`,
  );
  return rows[0]?.count ?? -1;
};

test('restarting each process under load fails no request, loses no application or job, and runs every job once', async () => {
  let enough = false;
  const failures: string[] = [];
  const load = Promise.all(['1', '2'].map((name) => apply(name, () => enough, failures)));
  await restart('first');
  await Promise.all([restart('second'), restart('worker')]);
  enough = true;
  const tokens = (await load).flat();
  expect(failures).toEqual([]);
  expect(tokens.length).toBeGreaterThan(20);
  const ours = `applications where applicant_name like 'Wilhelmina %' and completed_at is not null`;
  expect(await numberOf(ours)).toBe(tokens.length);
  const open = async () =>
    database.pool.query(
      `select task_identifier as job, attempts, last_error as error, locked_by is not null as running from graphile_worker.jobs
       where task_identifier ~ '^(applications|emails)' and run_at < now() + interval '1 minute'`,
    );
  // Takes long on a busy machine.
  while ((await open()).rows.length > 0) await sleep(100);
  // Lenders answered each application once, and its contractor was notified once.
  expect(
    await numberOf(
      `lender_events where type = 'offers.received' and application_id in (select id from ${ours})`,
    ),
  ).toBe(tokens.length);
  const told = `select split_part(key, '-', 2)::bigint from messages where channel = 'email' and status = 'sent' and key ~ '^application-[0-9]+-offers-'`;
  expect(await numberOf(`${ours} and id in (${told})`)).toBe(tokens.length);
  const messages = smtp.received.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1] ?? '');
  expect(new Set(messages).size).toBe(messages.length);
  expect(messages.length).toBeGreaterThanOrEqual(tokens.length);
}, 600_000);

test('a worker reports its health to operators only', async () => {
  const told = async (headers: Record<string, string>) =>
    fetch(at('worker', '/metrics'), { headers });
  expect((await told({})).status).toBe(401);
  const text = await (await told({ authorization: `Bearer ${metricsToken}` })).text();
  for (const name of [
    'process_resident_memory_bytes',
    'lintel_job_runs_total',
    'lintel_queue_jobs',
    'lintel_mail_messages',
  ])
    expect(text).toMatch(new RegExp(`^${name}\\S* \\d`, 'm'));
  expect((await fetch(at('worker', '/readyz'))).status).toBe(200);
  expect(
    (await fetch(at('first', '/metrics'), { headers: { accept: 'text/plain' } })).headers.get(
      'content-type',
    ),
  ).toMatch(/html/);
});

test("no log contains anyone's address, name, number, password, or secret", async () => {
  const contact = {
    firstName: 'Theodora',
    lastName: 'Quillfeather',
    email: 'theodora@example.com',
    phone: '(512) 555-0188',
  };
  const company = {
    companyName: 'Quillfeather Roofing',
    companyAddress: '12 Elm Street, Austin, TX 78701',
    planId: 1,
  };
  const token = `A1${'b2C3'.repeat(10)}`;
  // Two people in parallel with the same e-mail, and one with a nonexistent plan.
  const calls = [company, company, { ...company, planId: 2_000_000_000 }].map((one) =>
    fetch(
      at('first', '/api/v1/sign-up'),
      json({ ...contact, ...one, token }, { 'x-forwarded-for': '10.9.9.9' }),
    ),
  );
  await Promise.all(calls);
  expect(
    (await fetch(at('second', '/api/v1/restore'), form({ email: 'pro@demo.test' }))).status,
  ).toBe(200);
  for (const secret of [...Object.values(contact), token, 'Quillfeather', '5551234', 'Elm Street'])
    secrets.add(secret);
  for (const cookie of cookiesOf(await signIn('second', 'pro@demo.test')))
    secrets.add(cookie.slice(cookie.indexOf('=') + 1));
  const logged = [saidBefore, ...[...running.values()].map((server) => server.said())].join('\n');
  expect(logged).toContain('/api/v1/sign-up');
  expect(logged).toContain('/api/v1/homeowner/applications/:token/submit');
  expect([...secrets].filter((secret) => secret.length > 4 && logged.includes(secret))).toEqual([]);
  expect(logged).not.toMatch(/[\w.]+@(?:demo\.test|example\.com)/);
});
