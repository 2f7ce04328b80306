import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { applicationFilters } from '@lintel/contract/applications/report';
import { readGraphs } from '../server/src/domains/applications/contractor-view/graphs.ts';
import { countContractor } from '../server/src/domains/applications/daily-counts/index.ts';
import { readReport } from '../server/src/domains/applications/contractor-view/report.ts';
import { openDatabase } from '../server/src/platform/db/connect.ts';
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded/launcher.ts';
import { migrateDatabase } from '../server/src/platform/db/migrate.ts';
import type { Caller } from '../server/src/platform/http/caller.ts';
import { ids, load, type Size } from './applications-data.ts';
import { reportCases, firstPage } from './applications-floor.ts';
import { compareExports, exportContext } from './exports.ts';
import { concurrentText, measureAlternating, timed } from './measure.ts';
import { dayQuestions, staffQueries } from './staff-questions.ts';

/**
 * `npx tsx bench/applications.ts [--rows 10000000] [--contractors 20000] [--large 100000] [--export
 * 100000] [--only questions|days|exports]`: measures the Applications report with that many rows in a
 * separate database. Each query alternates with hand-written statements and also runs with 20
 * concurrent clients; CPU time per call is the same on a busy machine. Then deep pages, staff
 * queries, and exports of the two largest contractors, as a download and as a job, compared with
 * COPY. `--keep folder` keeps the rows there for the next run; `--only questions` skips the report
 * and its export, `--only days` runs only graphs and dashboard, and `--only exports` only exports.
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    contractors: { type: 'string', default: '20000' },
    large: { type: 'string', default: '100000' },
    export: { type: 'string', default: '100000' },
    keep: { type: 'string' },
    only: { type: 'string' },
  },
});
const rows = Number(values.rows);
const size: Size = {
  rows,
  contractors: Number(values.contractors),
  large: Math.min(Number(values.large), rows / 2),
  exported: Math.min(Number(values.export), rows / 4),
};

const folder = values.keep ?? (await mkdtemp(join(tmpdir(), 'lintel-bench-')));
const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false });
const database = openDatabase(postgres.connectionString, { max: 10 });
const { pool, db } = database;
const context = await exportContext(database, folder);
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the report reads nothing else of its caller
const asContractor = (contractorId: number): Caller => ({ user: { contractorId } }) as Caller;
const filters = applicationFilters.parse({});
const view = {
  page: 1,
  limit: 25 as const,
  order: { field: 'appFormStarted' as const, descending: true },
};

try {
  await migrateDatabase(pool);
  const { rowCount: isLoaded } = await pool.query('select from applications limit 1');
  if (!isLoaded) await load(pool, size, (what) => console.log(`  ${what}`));
  if (values.only === 'exports') await measureLargestExports();
  else if (values.only === 'days') await compareDays(ids.large);
  else await questions();
} finally {
  await database.close();
  await postgres.stop();
  if (values.keep === undefined) await rm(folder, { recursive: true, force: true });
}

async function questions(): Promise<void> {
  const contractors = { 'large contractor': ids.large, 'usual contractor': ids.usual };
  if (values.only === undefined)
    for (const [name, id] of Object.entries(contractors)) await compareReport(name, id);
  await measureSearches([...searches(ids.large), ...staffQueries(db)]);
  await compareDays(ids.large);
  if (values.only === undefined) await measureLargestExports();
}

/** The graphs and the dashboard, counted from rows and then with daily counts. */
async function compareDays(contractorId: number): Promise<void> {
  await pool.query('delete from application_days');
  console.log('\nGraphs and dashboard, from rows:');
  await measureSearches(dayQuestions(db, contractorId));
  await pool.query('update applications set counted_bits = null where counted_bits is not null');
  await pool.query('update offers set counted_bits = null where counted_bits is not null');
  const took = await timed(() =>
    countContractor(db, { contractorId, timeZone: 'America/New_York' }),
  );
  await pool.query('vacuum (analyze) applications, offers, application_days');
  console.log(`\nWith daily counts, which took ${(took / 1000).toFixed(1)} s to make:`);
  await measureSearches(dayQuestions(db, contractorId));
  await pool.query(
    `update applications set approved_at = now() where contractor_id = $1 and id in (
      select id from applications where contractor_id = $1 and has_offers and approved_at is null order by started_at desc limit 600)`,
    [contractorId],
  );
  console.log('\nWith 600 changes since, a day of changes:');
  await measureSearches(dayQuestions(db, contractorId));
}

async function measureLargestExports(): Promise<void> {
  for (const contractorId of [ids.exported, ids.large]) {
    const rows = contractorId === ids.large ? size.large : size.exported;
    console.log(`\nThe contractor with ${rows} rows:`);
    await compareExports({ context, pool, contractorId, rounds: 3 });
  }
}

async function measureSearches(questions: ReturnType<typeof searches>): Promise<void> {
  for (const { name, ask } of questions) {
    const [alone = Number.NaN] = await measureAlternating([ask]);
    console.log(
      `| ${name} | | | ${alone.toFixed(1)} ms | | | ${await concurrentText(pool, ask)} |`,
    );
  }
}

async function compareReport(name: string, contractorId: number): Promise<void> {
  const pages = await pool.query<{ id: number }>(
    'select id from co_branded_pages where contractor_id = $1 order by id',
    [contractorId],
  );
  console.log(
    `\n${name}: | rows | first asked | product | by hand | ratio | 20 callers, 95th percentile`,
  );
  for (const one of reportCases(pages.rows[0]?.id ?? 0)) {
    const query = { ...filters, ...view, ...one.query };
    const from = performance.now();
    const { total, more } = await readReport(context, asContractor(contractorId), query);
    const first = performance.now() - from;
    const handWrittenCount = await firstPage(pool, contractorId, one);
    if (more ? total > handWrittenCount : total !== handWrittenCount)
      throw new Error(`${one.name}: ${total} rows, by hand ${handWrittenCount}`);
    const ask = () => readReport(context, asContractor(contractorId), query);
    const [product = Number.NaN, floor = Number.NaN] = await measureAlternating([
      ask,
      () => firstPage(pool, contractorId, one),
    ]);
    console.log(
      `| ${one.name} | ${handWrittenCount} | ${first.toFixed(1)} ms | ${product.toFixed(1)} ms | ${floor.toFixed(1)} ms | ${(product / floor).toFixed(2)} | ${await concurrentText(pool, ask)} |`,
    );
  }
  await latePages(contractorId);
  const [graphs = Number.NaN] = await measureAlternating([
    () => readGraphs(context, asContractor(contractorId), filters),
  ]);
  console.log(`| graphs | | ${graphs.toFixed(1)} ms |`);
}

/** Deep pages by number, compared with the page after the last row seen. */
async function latePages(contractorId: number): Promise<void> {
  const ask = (query: object) =>
    readReport(context, asContractor(contractorId), { ...filters, ...view, ...query });
  const { rows } = await pool.query<{ total: number }>(
    'select count(*)::int as total from applications where contractor_id = $1',
    [contractorId],
  );
  const last = Math.ceil((rows[0]?.total ?? 0) / view.limit);
  for (const page of new Set([1000, Math.ceil(last / 2), last - 1, last])) {
    if (page < 1 || page > last) continue;
    const [time = Number.NaN] = await measureAlternating([() => ask({ page })]);
    console.log(
      `| page ${page} of ${last} | | | ${time.toFixed(1)} ms | | | ${await concurrentText(pool, () => ask({ page }))} |`,
    );
  }
  if (last < 2) return;
  const after = (await ask({ page: last - 1 })).data.at(-1)?.id;
  const [withCursor = Number.NaN] = await measureAlternating([() => ask({ page: last, after })]);
  console.log(
    `| page ${last} next to the one before | | | ${withCursor.toFixed(1)} ms | | | ${await concurrentText(pool, () => ask({ page: last, after }))} |`,
  );
}

/** Searches that differ each time. */
function searches(contractorId: number): { name: string; ask: () => Promise<unknown> }[] {
  const last = ['abbott', 'baker', 'chen', 'diaz', 'ellis', 'fischer', 'garcia', 'hughes'];
  let nextQuestion = 0;
  const search = (words: (n: number) => string) => () =>
    readReport(context, asContractor(contractorId), {
      ...filters,
      ...view,
      search: words(nextQuestion++),
    });
  return [
    {
      name: 'names, each another',
      ask: search((n) => `${last[n % 8]}${((n * 37) % 4096).toString(16)}`),
    },
    {
      name: 'e-mail addresses, each another',
      ask: search((n) => `home${(n * 1_037_389) % rows}@example.com`),
    },
    { name: 'what nobody has', ask: search((n) => `zzyzx${n}`) },
  ];
}
