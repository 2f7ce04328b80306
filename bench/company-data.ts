import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { applicationData } from '../server/src/domains/applications/own-data.ts';
import { runExport } from '../server/src/domains/company-data/make-export.ts';
import { putExport } from '../server/src/domains/company-data/repository.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { openDatabase } from '../server/src/platform/db/connect.ts';
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded/launcher.ts';
import { migrateDatabase } from '../server/src/platform/db/migrate.ts';
import { ids, load } from './applications-data.ts';
import { openContext } from './context.ts';

/**
 * `npx tsx --expose-gc bench/company-data.ts [--applications 100000]`: measures the full export of
 * a contractor with that many applications in a separate database: time, size, and peak memory.
 */
const { values } = parseArgs({
  options: { applications: { type: 'string', default: '100000' } },
});
const large = Number(values.applications);
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const folder = await mkdtemp(join(tmpdir(), 'lintel-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false });
const database = openDatabase(postgres.connectionString, { max: 10 });
const { db, pool } = database;
const context = await openContext(database, folder);

try {
  await migrateDatabase(pool);
  const size = { rows: large * 2, contractors: 500, large, exported: Math.round(large / 10) };
  await load(pool, size, (what) => console.log(`  ${what}`));
  await measure(size.exported, ids.exported);
  await measure(large, ids.large);
} finally {
  await database.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measure(applications: number, contractorId: number): Promise<void> {
  const exported = { contractorId, exportId: randomUUID() };
  await putExport(db, { ...exported, askedBy: 1, askedAt: systemClock.now() });
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 50);
  const from = performance.now();
  await runExport(context, [applicationData(context)], exported);
  const seconds = (performance.now() - from) / 1000;
  clearInterval(watch);
  const { rows } = await pool.query<{ state: string; bytes: string }>(
    'select state, bytes from company_exports where contractor_id = $1',
    [contractorId],
  );
  const [companyExport] = rows;
  console.log(
    `${applications} applications: ${companyExport?.state} in ${seconds.toFixed(1)} s, ${megabytes(Number(companyExport?.bytes))}; memory grew by at most ${megabytes(peak - before)}`,
  );
}
