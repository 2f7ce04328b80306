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
import { addressOf, freePort, startBuilt, type BuiltServer } from '../built-server.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { startSmtp, type TestSmtp } from '../smtp.ts';
import { overTcp } from '../tcp-database.ts';

const encryptionKey = randomBytes(32).toString('hex');
let folder: string;
let database: TestDatabase;
let smtp: TestSmtp;
let network: Awaited<ReturnType<typeof overTcp>>;
let running: BuiltServer | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lintel-rehearsal-'));
  database = await createTestDatabase();
  smtp = await startSmtp();
  network = await overTcp(database.connectionString);
});
afterAll(async () => {
  await running?.stop('SIGKILL');
  await smtp.close();
  network.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(rehearsal: '0' | '1'): Promise<BuiltServer> {
  const settings = {
    DATABASE_URL: network.url,
    ENCRYPTION_KEY: encryptionKey,
    SMTP_URL: smtp.url,
    DATA_DIR: folder,
    PORT: String(await freePort()),
    RESTORE_REHEARSAL: rehearsal,
  };
  return startBuilt({ ...settings, DEMO: '0', LOG_LEVEL: 'info', NODE_ENV: 'test' }, /is ready at/);
}

const statusOf = async (): Promise<string | undefined> => {
  const { rows } = await database.pool.query<{ status: string }>(
    "select status from messages where channel = 'email'",
  );
  return rows[0]?.status;
};

test('a rehearsal serves pages and sends nothing; a normal start sends what was waiting', async () => {
  const keys = await openKeys({ encryptionKey, dataDir: folder });
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder });
  const context = { clock: systemClock, keys, config };
  const user = { firstname: 'Ann', lastname: 'Lee', email: 'ann@example.com' };
  await database.db.transaction((tx) =>
    queueEmail(tx, context, { event: 'password-changed', key: 'ann', data: { user } }),
  );
  const waiting = await statusOf();

  running = await start('1');
  expect((await fetch(`${addressOf(running)}/readyz`)).status).toBe(200);
  expect(await running.stop()).toBe(0);
  expect(running.said()).toContain('restore rehearsal: jobs wait');
  expect(running.said()).not.toContain('works on jobs');
  expect([await statusOf(), smtp.received]).toEqual([waiting, []]);

  running = await start('0');
  while ((await statusOf()) !== 'sent') await sleep(50);
  expect(smtp.received.map(({ recipients }) => recipients)).toEqual([['ann@example.com']]);
}, 300_000);
