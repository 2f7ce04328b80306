import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openKeys } from '../../src/platform/crypto/keys.ts';
import { addressOf, freePort, startBuilt, type BuiltServer } from '../built-server.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { onCluster } from '../machines.ts';
import { releaseLinks } from '../release-links.ts';
import { overTcp } from '../tcp-database.ts';

const links = releaseLinks();
const encryptionKey = '5'.repeat(64);
const releases = join(import.meta.dirname, '../releases');

let folder: string;
let database: TestDatabase;
let network: Awaited<ReturnType<typeof overTcp>>;
let running: BuiltServer | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lintel-upgrade-'));
  database = await createTestDatabase();
  network = await overTcp(database.connectionString);
});
afterAll(async () => {
  await running?.stop('SIGKILL');
  network.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** Replaces this database with that of the last release, as dumped by `npm run dump-release`. */
async function restoreRelease(): Promise<void> {
  const [name = ''] = await readdir(releases);
  const statements = gunzipSync(await readFile(join(releases, name))).toString();
  const client = await database.pool.connect();
  try {
    await client.query(
      'drop schema public cascade; drop schema if exists graphile_worker cascade; create schema public',
    );
    await client.query(statements);
    await client.query(messages);
    await links.add(client);
    // The release's own server no longer exists.
    await client.query('delete from public.database_claim');
  } finally {
    // The dump leaves the connection without a search path.
    client.release(true);
  }
}

/** Messages of each channel, which the release identified by their key format. */
const messages = `
  insert into public.email_messages (contractor_id, key, event, status, message_id, created_at)
  select case key when 'reset:1' then 0 else 101 end, key, 'any', 'sent', key, now() from unnest(array[
    'link-7-reminder-2', 'homeowner-8-offers-3', 'application-9-sent:4', 'follow-up-101-9-1700',
    'document-sent:101:5:2:1700', 'document-declined:101:5:2:1700:4', 'reset:1']) key;
  insert into public.text_messages (contractor_id, key, about, status, encoding, segments, created_at)
  select 101, key, 'document', 'delivered', 'GSM-7', 1, now() from unnest(array[
    'link-7-send-1', 'homeowner-8-offers-3', 'document-5-text-6']) key;
  alter table public.push_sends drop constraint push_sends_device;
  insert into public.push_sends (contractor_id, device_id, key, queued_at, settled_at)
  select 101, 3, key, now(), now() from unnest(array['application-9-offers-3', 'test:1']) key`;

interface OldMessage {
  channel: string;
  id: string;
  key: string;
  status: string;
}

const selectOld = async (): Promise<OldMessage[]> =>
  (
    await database.pool.query<OldMessage>(
      `select 'email' channel, id, key, status::text from public.email_messages where status <> 'queued'
       union all select 'text', id, key, status::text from public.text_messages where status <> 'queued'
       order by channel, key, id`,
    )
  ).rows;

/** E-mails keep their ids, and texts the ids in their callbacks. */
async function expectMoved(before: readonly OldMessage[]): Promise<void> {
  const { rows } = await database.pool.query<OldMessage>(
    `select channel::text, coalesce(legacy_id, id) id, key, status::text from messages
     where channel::text || key = any($1) order by channel::text, key, id`,
    [before.map(({ channel, key }) => channel + key)],
  );
  expect(rows).toEqual(before);
  const { rows: ids } = await database.pool.query(
    `select min(id) > max(legacy_id) "isAbove" from messages where channel = 'text'`,
  );
  expect(ids).toEqual([{ isAbove: true }]);
}

async function expectSubjects(): Promise<void> {
  const { rows } = await database.pool.query<{ subject: string }>(
    `select concat_ws(' ', key, about_kind, about_id, about_part) subject from messages
     where event = 'any' or segments = 1 and event = 'document' or channel = 'push'`,
  );
  expect(rows.map(({ subject }) => subject).toSorted()).toEqual([
    'application-9-offers-3:3 application 9',
    'application-9-sent:4 application 9',
    'document-5-text-6 document 5 6',
    'document-declined:101:5:2:1700:4 document-answer 5',
    'document-sent:101:5:2:1700 document 5 2',
    'follow-up-101-9-1700 application 9',
    'homeowner-8-offers-3 homeowner 8',
    'homeowner-8-offers-3 homeowner 8',
    'link-7-reminder-2 link 7 2',
    'link-7-send-1 link 7 1',
    'reset:1',
    'test:1:3',
  ]);
}

test.skipIf(onCluster)(
  'upgrades a database of the last release at startup, and its users find all their data',
  async () => {
    await restoreRelease();
    const before = await selectOld();
    running = await startBuilt(
      {
        DATABASE_URL: network.url,
        ENCRYPTION_KEY: encryptionKey,
        DATA_DIR: folder,
        PORT: String(await freePort()),
        DEMO: '0',
        LOG_LEVEL: 'info',
        NODE_ENV: 'test',
      },
      /is ready at/,
    );
    const base = addressOf(running);
    expect((await fetch(`${base}/readyz`)).status).toBe(200);
    expect((await fetch(`${base}/p/summit-roofing`)).status).toBe(200);
    const { rows } = await database.pool.query<{ applications: number; applied: number }>(
      `select (select count(*)::int from applications) applications,
         (select count(*)::int from schema_migrations) applied`,
    );
    expect(rows[0]?.applications).toBeGreaterThan(100);
    const known = (await readdir(join(import.meta.dirname, '../../migrations'))).filter((file) =>
      file.endsWith('.sql'),
    );
    expect(rows[0]?.applied).toBe(known.length);
    await expectMoved(before);
    await expectSubjects();
    const key = { encryptionKey, dataDir: folder };
    await links.expectOpen(base, await openKeys(key));

    const signedIn = await fetch(`${base}/api/v1/authentication`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: base },
      body: JSON.stringify({ username: 'pro@demo.test', password: 'Demo-pass1' }),
    });
    expect(signedIn.status, await signedIn.clone().text()).toBe(200);
    const cookie = signedIn.headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; ');
    const report = await fetch(`${base}/api/v1/reports-applications?limit=25`, {
      headers: { cookie },
    });
    expect(report.status).toBe(200);
    expect((await report.json()).total).toBeGreaterThan(10);
  },
  240_000,
);
