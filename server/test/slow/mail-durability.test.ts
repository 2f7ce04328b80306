import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queueEmail } from '../../src/domains/messaging/email/queue.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { readConfig } from '../../src/platform/config.ts';
import { openKeys } from '../../src/platform/crypto/keys.ts';
import { startBuilt, type BuiltServer } from '../built-server.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { parseMail, startSmtp, type TestSmtp } from '../smtp.ts';
import { overTcp } from '../tcp-database.ts';

const encryptionKey = randomBytes(32).toString('hex');
const count = 1000;
/** Messages that a worker may be sending when it is killed. */
const atOnce = 4;

let folder: string;
let database: TestDatabase;
let smtp: TestSmtp;
let network: Awaited<ReturnType<typeof overTcp>>;
let running: BuiltServer | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lintel-mail-'));
  database = await createTestDatabase();
  smtp = await startSmtp();
  smtp.delay = 15;
  network = await overTcp(database.connectionString);
});
afterAll(async () => {
  await running?.stop('SIGKILL');
  await smtp.close();
  network.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const settings = {
    DATABASE_URL: network.url,
    ENCRYPTION_KEY: encryptionKey,
    SMTP_URL: smtp.url,
    DATA_DIR: folder,
  };
  running = await startBuilt(
    { ...settings, ROLE: 'worker', DEMO: '0', LOG_LEVEL: 'info', NODE_ENV: 'test' },
    /works on jobs/,
  );
}

async function queueAll(): Promise<void> {
  const keys = await openKeys({ encryptionKey, dataDir: folder });
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder });
  const context = { clock: systemClock, keys, config };
  await database.db.transaction(async (tx) => {
    for (let at = 0; at < count; at += 1) {
      const user = { firstname: 'Reader', lastname: String(at), email: `reader-${at}@example.com` };
      await queueEmail(tx, context, {
        event: 'password-changed',
        key: `reader-${at}`,
        data: { user },
      });
    }
  });
}

async function receivedAtLeast(least: number): Promise<void> {
  while (smtp.received.length < least) {
    if (running?.hasEnded()) throw new Error(`The worker ended by itself: ${running.said()}`);
    await sleep(5);
  }
}

async function allSettled(): Promise<void> {
  for (;;) {
    const { rows } = await database.pool.query<{ open: number }>(
      `select count(*)::int as open from messages where channel = 'email' and status <> 'sent'`,
    );
    if (rows[0]?.open === 0) return;
    await sleep(200);
  }
}

test('two kill -9 during a thousand messages lose none, and every recipient gets one Message-ID', async () => {
  await queueAll();
  await start();
  await receivedAtLeast(250);
  await running?.stop('SIGKILL');
  await start();
  await receivedAtLeast(smtp.received.length + 300);
  await running?.stop('SIGKILL');
  await start();
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
}, 900_000);
