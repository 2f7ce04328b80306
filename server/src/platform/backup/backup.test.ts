import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestClient, TestClock } from '../../../test/app.ts';
import { openTestEdges } from '../../../test/edges.ts';
import { silent } from '../../../test/renderer.ts';
import { composeDomains, registerDomains } from '../../app.ts';
import { createStaffAccount } from '../../domains/identity/index.ts';
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { prepareDatabase } from '../../runtime.ts';
import { openKeys } from '../crypto/keys.ts';
import { openDatabase, type OpenDatabase } from '../db/connect.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../db/embedded/launcher.ts';
import { diskStore } from '../files/disk-store.ts';
import { createServer } from '../http/server.ts';
import { backUp, restore } from './backup.ts';

const account = {
  email: 'keeper@example.com',
  firstname: 'Kit',
  lastname: 'Archer',
  password: 'Kept-safely1',
};
let folder: string;
const at = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lintel-backup-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function open(
  name: string,
): Promise<{ server: EmbeddedPostgres; database: OpenDatabase; close(): Promise<void> }> {
  const server = await startEmbeddedPostgres({ dataDir: at(name) });
  const database = openDatabase(server.connectionString, { max: 4 });
  const close = async (): Promise<void> => {
    await database.close();
    await server.stop();
  };
  return { server, database, close };
}

/** Writes continuously until stopped; returns the number of acknowledged rows. */
function keepWriting({ pool }: OpenDatabase): { written(): number; stop(): Promise<void> } {
  const state = { count: 0, going: true };
  const done = (async () => {
    while (state.going) {
      await pool.query(
        `insert into call_counters (key, count, resets_at) values ($1, 1, now() + interval '1 day')`,
        [`row ${state.count}`],
      );
      state.count += 1;
    }
  })();
  return {
    written: () => state.count,
    stop: async () => {
      state.going = false;
      await done;
    },
  };
}

test('a backup of a running installation holds all acknowledged data; after a restore, people sign in and find their files', async () => {
  const original = await open('original');
  const config = readConfig({});
  await prepareDatabase(original.database, config);
  const { db } = original.database;
  await createStaffAccount({ db, clock: systemClock, config, log: silent }, account);
  await diskStore(at('original/files')).write('logos/kept.png', Buffer.from('a picture'));
  const writer = keepWriting(original.database);
  while (writer.written() < 50) await new Promise(setImmediate);
  const before = writer.written();
  await backUp(at('original'), at('backup'));
  await writer.stop();
  await original.close();

  await restore(at('backup'), at('restored'));
  const restored = await open('restored');
  const { rows } = await restored.database.pool.query<{ count: number }>(
    `select count(*)::int from call_counters where key like 'row %'`,
  );
  expect(rows[0]?.count).toBeGreaterThanOrEqual(before);
  const edges = {
    folder: at('restored'),
    database: restored.database,
    clock: new TestClock(new Date()),
    log: silent,
  };
  const deps = await openTestEdges(edges);
  const app = await createServer({ logger: silent });
  await registerDomains(app, composeDomains(deps));
  const answer = await new TestClient(app).post('/authentication', {
    username: account.email,
    password: account.password,
  });
  expect(answer.statusCode).toBe(200);
  expect(await deps.files.read('logos/kept.png')).toEqual(Buffer.from('a picture'));
  await app.close();
  await deps.drawing.close();
  await restored.close();
}, 240_000);

test('a backup of a stopped installation is just as complete', async () => {
  await backUp(at('restored'), at('second'));
  await restore(at('second'), at('again'));
  const again = await open('again');
  const { rows } = await again.database.pool.query('select email from users');
  await again.close();
  expect(rows).toEqual([{ email: account.email }]);
}, 240_000);

/** Everything in a folder that accounts other than its owner can read, write, or enter. */
async function openToOthers(name: string): Promise<string[]> {
  const inside = await readdir(at(name), { recursive: true });
  const modes = await Promise.all(
    ['.', ...inside].map(async (path) => ({
      path,
      mode: (await stat(at(`${name}/${path}`))).mode,
    })),
  );
  return modes.filter(({ mode }) => (mode & 0o077) !== 0).map(({ path }) => path);
}

test("only the server's account can access files and copies", async () => {
  expect(await openToOthers('original/files')).toEqual([]);
  expect(await openToOthers('backup')).toEqual([]);
  expect(await openToOthers('restored/files')).toEqual([]);
});

test('a copy without its key reports that, and becomes an installation only with the key', async () => {
  expect(existsSync(at('second/encryption.key'))).toBe(true);
  await backUp(at('restored'), at('keyless'), { withKey: false });
  expect(existsSync(at('keyless/encryption.key'))).toBe(false);
  await restore(at('keyless'), at('opened'));
  await expect(openKeys({ dataDir: at('opened') })).rejects.toThrow(
    'was copied without its key: put the key there as encryption.key, or set ENCRYPTION_KEY',
  );
  await copyFile(at('restored/encryption.key'), at('opened/encryption.key'));
  const [before, after] = await Promise.all(
    ['restored', 'opened'].map((name) => openKeys({ dataDir: at(name) })),
  );
  expect(after?.derive('a purpose')).toEqual(before?.derive('a purpose'));
  expect(await openToOthers('keyless')).toEqual([]);
}, 240_000);

test("nothing is overwritten, and a folder that isn't an installation or a backup is rejected", async () => {
  await expect(backUp(at('restored'), at('backup'))).rejects.toThrow('backup already exists');
  await expect(backUp(at('nowhere'), at('third'))).rejects.toThrow(
    'There is no embedded database in',
  );
  await expect(restore(at('backup'), at('restored'))).rejects.toThrow(
    'already contains a database',
  );
  await expect(restore(at('nowhere'), at('fresh'))).rejects.toThrow('is not a backup');
});

test('a restore applies later deletions from another installation, and rejects a folder without them', async () => {
  const key = `erasures/${'a'.repeat(64)}/1795399980000`;
  const knows = at('knows-deletions');
  await diskStore(join(knows, 'files')).write(key, Buffer.from('a'));
  await mkdir(at('without-deletions/pg18'), { recursive: true });
  await expect(
    restore(at('without-deletions'), at('told'), { deletionsOf: at('nowhere') }),
  ).rejects.toThrow('is neither an installation nor a backup');
  await restore(at('without-deletions'), at('told'), { deletionsOf: knows });
  const listed = await diskStore(join(at('told'), 'files')).list({ after: 'erasures/', limit: 5 });
  expect(listed.map((file) => file.key)).toEqual([key]);
});
