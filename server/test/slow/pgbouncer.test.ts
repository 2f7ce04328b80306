import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import type { HomeownerApplication } from '@lintel/contract/applications/homeowner';
import { freePort, startBuilt, type BuiltServer } from '../built-server.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { applyAt, askAsHomeowner } from '../homeowner.ts';
import { overTcp } from '../tcp-database.ts';

const pgbouncer = '/usr/sbin/pgbouncer';
const isHere = existsSync(pgbouncer);
if (!isHere) process.stdout.write(`No ${pgbouncer}: the test behind PgBouncer is left out\n`);

let folder: string;
let database: TestDatabase;
let network: Awaited<ReturnType<typeof overTcp>>;
let pooler: ChildProcess;
let server: BuiltServer;
let port: number;

/** A real PgBouncer in transaction mode with two connections. */
async function startPooler(url: URL): Promise<number> {
  const own = await freePort();
  const name = url.pathname.slice(1);
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
${name} = host=${url.hostname} port=${url.port} dbname=${name} user=${url.username} password=${decodeURIComponent(url.password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
max_client_conn = 100
`,
  );
  // PgBouncer won't run as root.
  await chmod(folder, 0o755);
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  pooler = spawn(pgbouncer, [...asNobody, file], { stdio: 'ignore' });
  await vi.waitFor(
    async () => {
      const socket = connect(own, '127.0.0.1');
      await once(socket, 'connect');
      socket.destroy();
    },
    { timeout: 20_000 },
  );
  return own;
}

beforeAll(async () => {
  if (!isHere) return;
  folder = await mkdtemp(join(tmpdir(), 'lintel-pgbouncer-'));
  database = await createTestDatabase(inject('demoTemplate'));
  network = await overTcp(database.connectionString);
  const direct = new URL(network.url);
  const pooled = new URL(network.url);
  pooled.port = String(await startPooler(direct));
  port = await freePort();
  server = await startBuilt(
    {
      DATABASE_URL: String(pooled),
      DATABASE_DIRECT_URL: String(direct),
      ENCRYPTION_KEY: (await readFile(join(inject('demoFolder'), 'encryption.key'), 'utf8')).trim(),
      DATA_DIR: join(folder, 'data'),
      PORT: String(port),
      PUBLIC_URL: 'http://localhost:3000',
      CHROMIUM_PATH: process.execPath,
      LOG_LEVEL: 'warn',
      NODE_ENV: 'test',
      DEMO: '0',
    },
    /is ready at/,
  );
}, 240_000);
afterAll(async () => {
  if (!isHere) return;
  await server.stop();
  pooler.kill();
  await once(pooler, 'exit');
  network.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const base = (): string => `http://127.0.0.1:${port}`;

test.skipIf(!isHere)(
  'behind PgBouncer in transaction mode, homeowners apply in parallel, jobs run, and pages update',
  async () => {
    const tokens = await Promise.all(Array.from({ length: 12 }, () => applyAt(base())));
    const [token = ''] = tokens;
    const stream = await fetch(`${base()}/api/v1/homeowner/applications/${token}/events`);
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let heard = '';
    // The lenders' offers come from jobs, which listen and lock on the direct address.
    const offersOf = async (one: string) =>
      (await askAsHomeowner<HomeownerApplication>(base(), `applications/${one}`)).offers;
    for (const one of tokens)
      await expect
        .poll(async () => (await offersOf(one)).length, { timeout: 60_000 })
        .toBeGreaterThan(0);
    const [offer] = await offersOf(token);
    await askAsHomeowner(base(), `applications/${token}/offers/${offer?.id}/choose`, {
      replaces: null,
    });
    while (!heard.includes('event: changed')) heard += (await reader?.read())?.value ?? '';
    await reader?.cancel();
    const { rows } = await database.pool.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity where datname = current_database() and application_name = 'lintel'`,
    );
    expect(rows[0]?.count).toBeLessThanOrEqual(2 + 1);
  },
  120_000,
);
