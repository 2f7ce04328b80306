import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queueEmail } from '../../src/domains/emails/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { openKeys } from '../../src/platform/crypto/keys.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { parseMail, startSmtp, type TestSmtp } from '../smtp.ts';

const main = join(import.meta.dirname, '../../dist/main.js');
const encryptionKey = randomBytes(32).toString('hex');
const count = 1000;
/** What a worker may have been handing over when it was killed. */
const atOnce = 4;

let folder: string;
let proxy: Server;
let database: TestDatabase;
let smtp: TestSmtp;
let running: ChildProcess | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lintel-mail-'));
  database = await createTestDatabase();
  smtp = await startSmtp();
  smtp.delay = 15;
  proxy = createServer((client) => {
    const server = connect(socketOf(database.connectionString) ?? '');
    for (const side of [client, server]) side.on('error', () => [client, server].forEach((one) => one.destroy()));
    client.pipe(server).pipe(client);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
});
afterAll(async () => {
  await kill();
  await smtp.close();
  proxy.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** The socket of the tests' own database server; undefined when they use one that listens on the network. */
function socketOf(connectionString: string): string | undefined {
  const folder = /[?&]host=([^&]+)/.exec(connectionString)?.[1];
  const port = /[?&]port=(\d+)/.exec(connectionString)?.[1] ?? '5432';
  return folder && join(decodeURIComponent(folder), `.s.PGSQL.${port}`);
}

/** The database as `DATABASE_URL` takes it. */
function databaseUrl(): string {
  const { connectionString } = database;
  if (socketOf(connectionString) === undefined) return connectionString;
  const { port } = proxy.address() as AddressInfo;
  return connectionString.replace(/^postgres(?:ql)?:\/\/([^@]*)@[^/]*\/([^?]*).*$/, `postgres://$1@127.0.0.1:${port}/$2`);
}

function start(): void {
  const settings = { DATABASE_URL: databaseUrl(), ENCRYPTION_KEY: encryptionKey, SMTP_URL: smtp.url, DATA_DIR: folder };
  const env = { ...process.env, ...settings, ROLE: 'worker', DEMO: '0', LOG_LEVEL: 'warn', NODE_ENV: 'test' };
  running = spawn(process.execPath, [main], { env, stdio: ['ignore', 'inherit', 'inherit'] });
}

async function kill(): Promise<void> {
  if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
  running.kill('SIGKILL');
  await once(running, 'exit');
}

async function queueAll(): Promise<void> {
  const keys = await openKeys({ encryptionKey, dataDir: folder });
  const deps = { clock: systemClock, mailKey: keys.derive('mail payload'), mailDomain: 'localhost' };
  await database.db.transaction(async (tx) => {
    for (let at = 0; at < count; at += 1) {
      const user = { firstname: 'Reader', lastname: String(at), email: `reader-${at}@example.com` };
      await queueEmail(tx, deps, { event: 'password-changed', key: `reader-${at}`, data: { user } });
    }
  });
}

async function receivedAtLeast(least: number): Promise<void> {
  while (smtp.received.length < least) {
    if (running?.exitCode !== null) throw new Error('The worker ended by itself');
    await sleep(5);
  }
}

async function allSettled(): Promise<void> {
  for (;;) {
    const { rows } = await database.pool.query<{ open: number }>(
      `select count(*)::int as open from email_messages where status <> 'sent'`,
    );
    if (rows[0]?.open === 0) return;
    await sleep(200);
  }
}

test('two kill -9 in the middle of a thousand messages lose none, and every reader gets one Message-ID', async () => {
  await queueAll();
  start();
  await receivedAtLeast(250);
  await kill();
  start();
  await receivedAtLeast(smtp.received.length + 300);
  await kill();
  start();
  await allSettled();
  const idsOf = new Map<string, Set<string>>();
  for (const mail of smtp.received) {
    const [reader = ''] = mail.recipients;
    const { messageId = 'none' } = await parseMail(mail);
    idsOf.set(reader, (idsOf.get(reader) ?? new Set()).add(messageId));
  }
  expect(idsOf.size).toBe(count);
  expect([...idsOf.values()].every((ids) => ids.size === 1 && !ids.has('none'))).toBe(true);
  expect(new Set([...idsOf.values()].flatMap((ids) => [...ids])).size).toBe(count);
  expect(smtp.received.length - count).toBeLessThanOrEqual(2 * atOnce);
}, 300_000);
