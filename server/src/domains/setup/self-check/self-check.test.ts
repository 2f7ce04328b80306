import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { Pool } from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapValues } from '@lintel/contract/core/map-values';
import { checks, type CheckName, type CheckResult } from '@lintel/contract/setup/self-check';
import { createTestApp, signedInAs, type TestApp } from '../../../../test/app.ts';
import { newAuthority } from '../../../../test/certificates.ts';
import { createTestDatabase } from '../../../../test/database.ts';
import { openKeys } from '../../../platform/crypto/keys.ts';
import { runChecks } from './check.ts';
import { selfCheck, type Subject } from './index.ts';
import { nodeCheck } from './machine-checks.ts';

let app: TestApp;
let folder: string;
let subject: Subject;
beforeAll(async () => {
  app = await createTestApp();
  folder = mkdtempSync(join(tmpdir(), 'lintel-self-check-'));
  const { config, database, keys, files } = app.deps;
  subject = {
    config: { ...config, DATA_DIR: folder },
    database: { pool: database.pool, db: database.db },
    keys,
    files,
    appFolder: folder,
  };
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await app.close();
});

const root = fileURLToPath(new URL('../../../../../', import.meta.url));
const everything = (changes: Partial<Subject> = {}): Promise<CheckResult[]> =>
  selfCheck({ ...subject, ...changes });
async function check(name: CheckName, changes: Partial<Subject> = {}): Promise<CheckResult> {
  const found = (await everything(changes)).find((one) => one.name === name);
  if (found === undefined) throw new Error(`No result of ${name}`);
  return found;
}
const settings = (values: Partial<Subject['config']>): Partial<Subject> => ({
  config: { ...subject.config, ...values },
});
const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;

/** An HTTP server with one response to everything. */
async function answering(status: number, body: object): Promise<{ url: string; server: Server }> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${portOf(server)}`, server };
}

test('a working installation passes, and parts that are not set up are skipped', async () => {
  const results = await everything();
  const by = Object.fromEntries(results.map(({ name, status }) => [name, status]));
  expect(Object.keys(by)).toEqual(Object.keys(checks));
  for (const name of ['database', 'migrations', 'encryption-key', 'storage', 'clock', 'lenders'])
    expect(by[name], name).toBe('ok');
  for (const name of ['mail', 'texts', 'payments', 'certificate', 'advisories'])
    expect(by[name], name).toBe('skipped');
  for (const { status, advice, name } of results)
    expect(advice !== '', name).toBe(status === 'warn' || status === 'fail');
});

test('with the database down, its check fails at once, and those that need it are skipped', async () => {
  const pool = new Pool({ connectionString: 'postgres://me:hidden-password@127.0.0.1:1/none' });
  const results = await everything({ database: { pool, db: app.deps.database.db } });
  const by = new Map(results.map((one) => [one.name, one]));
  expect(by.get('database')).toMatchObject({
    status: 'fail',
    found: expect.stringContaining('ECONNREFUSED'),
  });
  for (const name of ['migrations', 'jobs', 'messages', 'lenders', 'clock', 'encryption-key'])
    expect(by.get(name)?.status, name).toBe('skipped');
  expect(by.get('storage')?.status).toBe('ok');
  const closed = await check('database', { database: new Error('There is no database') });
  expect(closed).toMatchObject({ status: 'fail' });
  await pool.end();
});

test('a missing extension fails', async () => {
  const own = await createTestDatabase();
  await own.pool.query('drop extension btree_gin cascade');
  const found = await check('database', { database: { pool: own.pool, db: own.db } });
  expect(found).toMatchObject({
    status: 'fail',
    advice: 'Run as a superuser: create extension btree_gin;',
  });
  await own.close();
});

test('migrations of a newer version fail, and missing ones are a warning', async () => {
  const { pool } = app.deps.database;
  await pool.query("insert into schema_migrations (hash) values ('newer')");
  expect((await check('migrations')).status).toBe('fail');
  await pool.query("update schema_migrations set hash = hash || '-' where hash <> 'newer'");
  await pool.query("delete from schema_migrations where hash = 'newer'");
  expect((await check('migrations')).found).toContain("doesn't know");
  await pool.query("update schema_migrations set hash = rtrim(hash, '-')");
  expect((await check('migrations')).status).toBe('ok');
  const { rows } = await pool.query<{ hash: string }>(
    'delete from schema_migrations where hash = (select hash from schema_migrations limit 1) returning hash',
  );
  expect((await check('migrations')).status).toBe('warn');
  await pool.query('insert into schema_migrations (hash) values ($1)', [rows[0]?.hash]);
});

test('jobs that wait for long, and jobs that were given up, are reported', async () => {
  const { pool } = app.deps.database;
  const add = (ago: string) =>
    pool.query(`select graphile_worker.add_job('none', run_at := now() - interval '${ago}')`);
  await add('10 minutes');
  expect(await check('jobs')).toMatchObject({ status: 'warn' });
  await add('2 hours');
  expect(await check('jobs')).toMatchObject({ status: 'fail' });
  await pool.query('update graphile_worker._private_jobs set attempts = max_attempts');
  expect(await check('jobs')).toMatchObject({
    status: 'warn',
    found: expect.stringMatching(/[1-9]\d* given up/),
  });
  await pool.query('delete from graphile_worker._private_jobs');
});

test('failed e-mails are a warning', async () => {
  const { pool } = app.deps.database;
  await pool.query(
    `insert into messages (channel, contractor_id, key, event, status, message_id, payload, created_at)
     values ('email', 0, 'self-check', 'reset-password', 'failed', '<a@b>', 'x', now())`,
  );
  expect(await check('messages')).toMatchObject({ status: 'warn' });
  await pool.query("delete from messages where key = 'self-check'");
});

test("a storage that can't store, and one that returns something else, fail", async () => {
  const { files } = app.deps;
  const write = () => Promise.reject(new Error('EACCES'));
  expect(await check('storage', { files: { ...files, write } })).toMatchObject({ status: 'fail' });
  const read = async () => Buffer.from('other');
  expect(await check('storage', { files: { ...files, read } })).toMatchObject({
    status: 'fail',
    found: expect.stringContaining('other content'),
  });
  const left = await files.list({ after: 'self-check/', limit: 1 });
  expect(left.filter(({ key }) => key.startsWith('self-check/'))).toEqual([]);
});

test("a mail server that rejects the login fails, without its response's secrets", async () => {
  const password = 'a-long-mail-password';
  const received: string[] = [];
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password: given }, _session, done) =>
      given === 'right-password'
        ? done(null, { user: 'me' })
        : done(new Error(`Wrong password ${given ?? ''}`)),
    onMailFrom: (_address, _session, done) => {
      received.push('message');
      done();
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const url = (word: string): string => `smtp://mailer:${word}@127.0.0.1:${portOf(smtp.server)}`;
  const refused = await check('mail', settings({ SMTP_URL: url(password) }));
  expect(refused.status).toBe('fail');
  expect(refused.found).toContain('•••');
  expect(JSON.stringify(refused)).not.toContain(password);
  expect(await check('mail', settings({ SMTP_URL: url('right-password') }))).toMatchObject({
    status: 'ok',
    found: expect.stringContaining('accepts the user and password'),
  });
  // Without TLS, nothing is sent when it is required.
  const untrusted = settings({ SMTP_URL: url('right-password'), SMTP_TLS: 'required' });
  expect((await check('mail', untrusted)).status).toBe('fail');
  expect(received).toEqual([]);
  const closed = url('x');
  await new Promise<void>((resolve) => smtp.close(resolve));
  expect((await check('mail', settings({ SMTP_URL: closed }))).status).toBe('fail');
});

test('Twilio: an active account passes; a trial, a suspended, and a rejected one do not', async () => {
  const outcome = async (status: number, body: object): Promise<string> => {
    const { url, server } = await answering(status, body);
    const twilio = {
      SMS_PROVIDER: 'twilio',
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: '1'.repeat(32),
      TWILIO_API_URL: url,
    } as const;
    const result = await check('texts', settings(twilio));
    expect(JSON.stringify(result)).not.toContain(twilio.TWILIO_AUTH_TOKEN);
    server.close();
    return result.status;
  };
  expect(await outcome(200, { status: 'active', type: 'Full' })).toBe('ok');
  expect(await outcome(200, { status: 'active', type: 'Trial' })).toBe('warn');
  expect(await outcome(200, { status: 'suspended' })).toBe('fail');
  expect(await outcome(401, { message: 'Authenticate' })).toBe('fail');
});

test('Stripe: a rejected key fails, a restricted one passes, and test mode is a warning in production', async () => {
  const outcome = async (key: string, status: number, NODE_ENV?: 'production') => {
    const { url, server } = await answering(status, {});
    const stripe = { STRIPE_SECRET_KEY: key, STRIPE_API_URL: url, ...(NODE_ENV && { NODE_ENV }) };
    const result = await check('payments', settings(stripe));
    expect(JSON.stringify(result)).not.toContain(key);
    server.close();
    return result.status;
  };
  expect(await outcome('sk_live_abcd1234', 200, 'production')).toBe('ok');
  expect(await outcome('rk_live_abcd1234', 403, 'production')).toBe('ok');
  expect(await outcome('sk_test_abcd1234', 200, 'production')).toBe('warn');
  expect(await outcome('sk_test_abcd1234', 200)).toBe('ok');
  expect(await outcome('sk_live_abcd1234', 401, 'production')).toBe('fail');
});

test('a restore rehearsal calls no service and stores no file', async () => {
  const results = await everything(
    settings({
      RESTORE_REHEARSAL: '1',
      SMTP_URL: 'smtp://127.0.0.1:1',
      STRIPE_SECRET_KEY: 'sk_test_abcd1234',
      SMS_PROVIDER: 'twilio',
    }),
  );
  const by = Object.fromEntries(results.map(({ name, status }) => [name, status]));
  for (const name of ['mail', 'texts', 'payments', 'storage'])
    expect(by[name], name).toBe('skipped');
});

test('failing lenders are named', async () => {
  const { pool } = app.deps.database;
  await pool.query('update lenders set failing_since = now() where archived_at is null');
  const { rows } = await pool.query<{ name: string }>(
    'select name from lenders where failing_since is not null limit 1',
  );
  expect(await check('lenders')).toMatchObject({
    status: 'fail',
    found: expect.stringContaining(rows[0]?.name ?? ''),
  });
  await pool.query('update lenders set failing_since = null');
});

test('a clock that differs from the database is reported', async () => {
  const at = (secondsOff: number): Partial<Subject> => {
    const pool = new Proxy(app.deps.database.pool, {
      get: (target, name) =>
        name === 'query'
          ? (text: string) =>
              text.includes('clock_timestamp')
                ? Promise.resolve({ rows: [{ now: Date.now() - secondsOff * 1000 }] })
                : target.query(text)
          : Reflect.get(target, name),
    });
    return { database: { pool, db: app.deps.database.db } };
  };
  expect((await check('clock', at(0.5))).status).toBe('ok');
  expect((await check('clock', at(-5))).status).toBe('warn');
  expect((await check('clock', at(120))).status).toBe('fail');
});

test('a disk without space fails, and so does a missing folder', async () => {
  // This file system reports no free blocks.
  expect(await check('disk', settings({ DATA_DIR: '/proc' }))).toMatchObject({ status: 'fail' });
  expect(await check('disk', settings({ DATA_DIR: join(folder, 'missing') }))).toMatchObject({
    status: 'fail',
  });
});

test('an untrusted certificate and an expired one fail, and an unreachable address is a warning', async () => {
  const authority = await newAuthority('Self-check');
  const served = async (days: number): Promise<CheckResult> => {
    const { certificate: cert, key } = await authority.issue('localhost', {
      days,
      dns: 'localhost',
    });
    const server = createTlsServer({ cert, key });
    server.listen(0, 'localhost');
    await once(server, 'listening');
    const result = await check(
      'certificate',
      settings({ publicUrl: `https://localhost:${portOf(server)}` }),
    );
    server.close();
    return result;
  };
  expect(await served(90)).toMatchObject({
    status: 'fail',
    found: expect.stringContaining("don't trust"),
  });
  expect(await served(-0.5)).toMatchObject({
    status: 'fail',
    found: expect.stringContaining('expired'),
  });
  const away = await check('certificate', settings({ publicUrl: 'https://127.0.0.1:1' }));
  expect(away.status).toBe('warn');
});

test('advisories are listed, and a registry that is away is skipped', async () => {
  const at = mkdtempSync(join(tmpdir(), 'lintel-advisories-'));
  mkdirSync(join(at, 'scripts'));
  writeFileSync(join(at, 'package-lock.json'), '{}');
  const prints = async (code: number, text: string): Promise<CheckResult> => {
    writeFileSync(
      join(at, 'scripts/advisories.mjs'),
      `console.log(${JSON.stringify(text)}); process.exitCode = ${code};`,
    );
    return check('advisories', { appFolder: at });
  };
  expect(
    await prints(1, '1 of 90 packages have known advisories\n  high left-pad: …'),
  ).toMatchObject({ status: 'warn', found: expect.stringContaining('high left-pad') });
  expect((await prints(0, '0 of 90 packages have known advisories')).status).toBe('ok');
  expect((await prints(0, 'The registry returned no advisories')).status).toBe('skipped');
  rmSync(at, { recursive: true });
});

test('old versions of Node.js fail, and untested ones are a warning', async () => {
  const status = async (version: string) =>
    (await nodeCheck(version)(subject, AbortSignal.timeout(1000))).status;
  expect(await status('22.14.0')).toBe('ok');
  expect(await status('20.18.1')).toBe('fail');
  expect(await status('18.0.0')).toBe('fail');
  expect(await status('23.1.0')).toBe('warn');
});

test('a key that does not fit the database fails', async () => {
  const keys = await openKeys({ encryptionKey: 'ab'.repeat(32), dataDir: folder });
  expect(await check('encryption-key', { keys })).toMatchObject({ status: 'fail' });
  expect(await check('encryption-key', { keys: new Error('No key') })).toMatchObject({
    status: 'fail',
    found: 'No key',
  });
});

test("a check that doesn't end is given up, without delaying the others", async () => {
  const results = await runChecks(
    subject,
    {
      ...mapValues(checks, () => async () => ({ status: 'ok' as const, found: 'Fine' })),
      mail: () => new Promise(() => {}),
    },
    50,
  );
  expect(results.filter(({ status }) => status === 'ok')).toHaveLength(results.length - 1);
  expect(results.find(({ name }) => name === 'mail')?.found).toContain('No answer within');
});

test('every section of the runbook that a check names exists', () => {
  const titles = new Set(
    [...readFileSync(`${root}docs/operations/runbook.md`, 'utf8').matchAll(/^## (.+)$/gm)].map(
      ([, title = '']) => title.toLowerCase().replaceAll("'", '').replaceAll(' ', '-'),
    ),
  );
  const sources = ['check', 'data-checks', 'database-checks', 'machine-checks', 'provider-checks'];
  const named = sources.flatMap((name) =>
    [
      ...readFileSync(new URL(`${name}.ts`, import.meta.url), 'utf8').matchAll(
        /runbook\('([\w-]+)'\)/g,
      ),
    ].map(([, section = '']) => section),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((section) => !titles.has(section))).toEqual([]);
});

test('staff with Setup run it and see the last report; others see nothing', async () => {
  const admin = await signedInAs(app, 'admin@demo.test');
  expect((await admin.get('/manage/setup/self-check')).json()).toEqual({ report: null });
  const ran = await admin.post('/manage/setup/self-check', {});
  expect(ran.statusCode, ran.body).toBe(200);
  expect((await admin.get('/manage/setup/self-check')).json()).toEqual(ran.json());
  expect(ran.json().report.version).toMatch(/^\d+\.\d+\.\d+/);
  const contractor = await signedInAs(app, 'pro@demo.test');
  expect((await contractor.get('/manage/setup/self-check')).statusCode).toBe(403);
  expect((await contractor.post('/manage/setup/self-check', {})).statusCode).toBe(403);
});
