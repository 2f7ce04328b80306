import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { root } from './lib/stale.mjs';

/**
 * `npm run dump-release`: builds the product, and keeps a database of this version, with the demonstration data, for the
 * test that upgrades it (server/test/whole/upgrade.test.ts). Needs `pg_dump`, and in `DATABASE_URL`
 * an empty database of a PostgreSQL that is not newer than it.
 */
const database = process.env['DATABASE_URL'];
if (!database) {
  console.error('Name an empty database in DATABASE_URL.');
  process.exit(1);
}
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'lintel-dump-'));
const server = spawn(process.execPath, [join(root, 'server/dist/main.js')], {
  env: {
    ...process.env,
    DEMO: '1',
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'warn',
    // The test opens what is sealed with the same key.
    ENCRYPTION_KEY: '5'.repeat(64),
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let said = '';
server.stdout.setEncoding('utf8').on('data', (text) => (said += text));
while (!said.includes('is ready at')) {
  if (server.exitCode !== null) throw new Error('The server did not start');
  await sleep(100);
}
const ended = new Promise((resolve) => server.once('exit', resolve));
server.kill('SIGTERM');
await ended;
rmSync(folder, { recursive: true });

const options = ['--inserts', '--rows-per-insert=500', '--no-owner', '--no-privileges'];
const dump = execFileSync('pg_dump', [...options, database], {
  encoding: 'utf8',
  maxBuffer: 1_000_000_000,
});
// What begins with a backslash is for psql alone.
const statements = dump.replaceAll(/^(?:--.*|\\.*)?\n/gm, '');
const kept = join(root, 'server/test/releases');
for (const name of readdirSync(kept)) rmSync(join(kept, name));
writeFileSync(join(kept, `v${version}.sql.gz`), gzipSync(statements, { level: 9 }));
console.log(`Kept server/test/releases/v${version}.sql.gz`);
