import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded/launcher.ts';
import { openDatabase } from '../server/src/platform/db/connect.ts';
import { migrateDatabase } from '../server/src/platform/db/migrate.ts';
import { measureRead } from './api.ts';
import { ids, load } from './applications-data.ts';
import { compareExports, exportContext } from './exports.ts';
import { measurePages } from './lighthouse.ts';
import { medianValue } from './measure.ts';
import { measureScreens } from './screens.ts';

/**
 * `npm run bench`: measures the built product on a fresh database with the demo data and writes the
 * first table of docs/reference/performance.md. It takes some minutes; run `node scripts/build.mjs`
 * first.
 */
const root = new URL('../', import.meta.url).pathname;
const port = 3998;
const base = `http://localhost:${port}`;

type Row = [what: string, measured: string, heldTo: string];

/** Starts the built server; resolves when it is ready. */
async function startServer(env: Record<string, string>) {
  const began = performance.now();
  const server = spawn(
    process.execPath,
    ['--enable-source-maps', join(root, 'server/dist/main.js')],
    {
      env: { ...process.env, ...env, PORT: String(port), PUBLIC_URL: base, LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const isReady = async (): Promise<boolean> =>
    (await fetch(`${base}/readyz`).catch(() => null))?.ok === true;
  while (!(await isReady())) {
    if (server.exitCode !== null) throw new Error('The server did not start');
    await sleep(20);
  }
  const stop = async (): Promise<void> => {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
  };
  return { pid: server.pid ?? 0, ms: performance.now() - began, stop };
}

/** The resident size in MB of the selected processes. */
const residentMemory = (...selection: string[]): number => {
  const lines = execFileSync('ps', [...selection, '-o', 'rss='])
    .toString()
    .trim()
    .split('\n');
  return lines.reduce((sum, line) => sum + Number(line), 0) / 1024;
};

function sizeRows(): Row[] {
  const report = execFileSync('npm', ['run', '-s', 'check:size'], { cwd: root }).toString();
  return [...report.matchAll(/^ok +(.+): ([\d.]+ kB) gzipped in .*, at most (\d+ kB)$/gm)].map(
    ([, name = '', size = '', limit = '']): Row => [`size of ${name}, gzipped`, size, limit],
  );
}

/** Second starts on a data folder with the embedded database, as `npm start` does. */
async function startRows(folder: string): Promise<Row[]> {
  const env = { DATA_DIR: folder, DEMO: '1' };
  await (await startServer(env)).stop();
  const times: number[] = [];
  let own = 0;
  let otherScores = 0;
  for (let turn = 0; turn < 3; turn += 1) {
    const { pid, ms, stop } = await startServer(env);
    times.push(ms);
    if (turn === 2) {
      await sleep(5000);
      own = residentMemory('-p', String(pid));
      otherScores = residentMemory('--ppid', String(pid));
    }
    await stop();
  }
  return [
    [
      'server ready, from its second start on',
      `${(medianValue(times) / 1000).toFixed(1)} s`,
      '3 s',
    ],
    [
      'memory of the server at rest; of what it has started (the database, helpers)',
      `${Math.round(own)} MB; ${Math.round(otherScores)} MB`,
      '200 MB of its own',
    ],
  ];
}

async function readRow(connectionString: string): Promise<Row> {
  const rounds = await measureRead(base, connectionString);
  const ratios = rounds.map(({ floor, product }) => (product / floor).toFixed(2));
  const perSecond = rounds.map(({ product }) => Math.round(product));
  return [
    'a signed-in JSON read compared with a bare route with the same statements, both prepared: its share of the requests per second',
    `${ratios.join(', ')} (${perSecond.join(', ')} a second)`,
    '0.80',
  ];
}

async function pageRows(): Promise<Row[]> {
  const pages = await measurePages(base);
  return pages.map(({ name, performance: speed, otherScores, lcp, blocking, shift }): Row => [
    `Lighthouse mobile, ${name}: performance, the other three; largest paint, blocking, shift`,
    `${speed}, ${otherScores.join(', ')}; ${(lcp / 1000).toFixed(1)} s, ${Math.round(blocking)} ms, ${shift.toFixed(2)}`,
    '95 each; 1.8 s, 150 ms, 0',
  ]);
}

/** The most expensive screens; `npx tsx bench/screens.ts` lists all of them. */
async function screenRows(): Promise<Row[]> {
  const costs = await measureScreens(base);
  const largest = costs.reduce((one, other) => (other.requests > one.requests ? other : one));
  const shiftsMost = costs.reduce((one, other) => (other.shift > one.shift ? other : one));
  return [
    [
      `requests of a portal screen with an empty cache, the most of ${costs.length / 2} screens`,
      `${largest.requests} (${largest.path})`,
      '25',
    ],
    [
      'layout shift of a portal screen, the largest, 1440 and 390 px wide',
      `${shiftsMost.shift.toFixed(3)} (${shiftsMost.path}, ${shiftsMost.width} px)`,
      '0.05',
    ],
  ];
}

/**
 * Exports of a contractor with as many applications as the largest one has
 * (docs/operations/scale.md).
 */
async function exportRows(dataDir: string): Promise<Row[]> {
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
  const database = openDatabase(postgres.connectionString, { max: 10 });
  try {
    await migrateDatabase(database.pool);
    const size = { rows: 400_000, contractors: 100, large: 100_000, exported: 100_000 };
    await load(database.pool, size, () => undefined);
    const measured = await compareExports({
      context: await exportContext(database, dataDir),
      pool: database.pool,
      contractorId: ids.large,
      rounds: 3,
    });
    return measured.map(({ name, speeds, megabytes, longestBlock }): Row => [
      `export of 100,000 rows, ${name}: speed as a share of PostgreSQL's COPY; memory; longest stretch of work that other requests wait for`,
      `${medianValue(speeds).toFixed(2)}; ${Math.round(megabytes)} MB; ${Math.round(longestBlock)} ms`,
      `${name.endsWith('csv') ? '0.40' : '0.12'}; 200 MB; 50 ms`,
    ]);
  } finally {
    await database.close();
    await postgres.stop();
  }
}

/** Mixed traffic on a separate server; see `bench/load.ts`. */
async function trafficRows(): Promise<Row[]> {
  // These modules start the server on import.
  const [{ end }, { findSustainedRate }, { measureKinds }] = await Promise.all([
    import('./traffic.ts'),
    import('./rates.ts'),
    import('./traffic-processor.ts'),
  ]);
  const costs = await measureKinds();
  const sustained = await findSustainedRate();
  await end();
  const cost = costs.reduce((sum, one) => sum + ((one.server + one.database) * one.part) / 100, 0);
  const largest = costs.map(
    ({ name, server, database }) => `${name} ${(server + database).toFixed(1)}`,
  );
  return [
    ['mixed traffic that the machine holds, calls a second', String(sustained), '150'],
    [
      'processor time of a call of mixed traffic, server and database with the jobs it causes; by kind',
      `${cost.toFixed(1)} ms; ${largest.join(', ')} ms`,
      '',
    ],
  ];
}

function write(rows: Row[], load: string): void {
  const path = join(root, 'docs/reference/performance.md');
  const day = new Date().toISOString().slice(0, 10);
  const table = [
    '<!-- written by npm run bench: begin -->',
    `Measured on ${day}, Node ${process.versions.node}, ${cpus().length} cores, ${load}.`,
    '',
    '| what | measured | held to |',
    '| --- | --- | --- |',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '<!-- written by npm run bench: end -->',
  ].join('\n');
  const marked =
    /<!-- written by npm run bench: begin -->.*<!-- written by npm run bench: end -->/s;
  const text = readFileSync(path, 'utf8');
  if (!marked.test(text)) throw new Error(`${path} has no place for the table`);
  writeFileSync(
    path,
    text.replace(marked, () => table),
  );
  console.log(table);
}

const folder = await mkdtemp(join(tmpdir(), 'lintel-bench-'));
try {
  const [before = 0] = loadavg();
  const rows = sizeRows();
  rows.push(...(await startRows(join(folder, 'starts'))));
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'database') });
  const server = await startServer({
    // The setting requires a host in the URL; the socket's folder after it takes precedence.
    DATABASE_URL: database.connectionString.replace('@/', '@localhost/'),
    DATA_DIR: folder,
    DEMO: '1',
  });
  rows.push(await readRow(database.connectionString));
  rows.push(...(await pageRows()));
  rows.push(...(await screenRows()));
  await server.stop();
  await database.stop();
  rows.push(...(await exportRows(join(folder, 'exports'))), ...(await trafficRows()));
  const [after = 0] = loadavg();
  write(rows, `load ${before.toFixed(1)} before and ${after.toFixed(1)} with it`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit(0);
