import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { root } from './lib/stale.mjs';

/**
 * `npm run dump-release`: builds the product and dumps a database of this version, with the demo
 * data, for the upgrade test (server/test/whole/upgrade.test.ts). Needs `pg_dump`, and in
 * `DATABASE_URL` an empty database on a PostgreSQL that isn't newer than `pg_dump`.
 */
const database = process.env['DATABASE_URL'];
if (!database) {
  console.error('Set DATABASE_URL to an empty database.');
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
    // The test decrypts with the same key.
    ENCRYPTION_KEY: '5'.repeat(64),
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let output = '';
server.stdout.setEncoding('utf8').on('data', (text) => (output += text));
while (!output.includes('is ready at')) {
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
// Backslash lines are psql commands.
const statements = dump.replaceAll(/^(?:--.*|\\.*)?\n/gm, '');
const kept = join(root, 'server/test/releases');
for (const name of readdirSync(kept)) rmSync(join(kept, name));
writeFileSync(join(kept, `v${version}.sql.gz`), gzipSync(statements, { level: 9 }));
console.log(`Wrote server/test/releases/v${version}.sql.gz`);
