import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { listContractors } from '@lintel/contract/contractors/manage';
import { contractorGrid } from '../server/src/domains/contractors/grid.ts';
import { readConfig } from '../server/src/platform/config.ts';
import { openDatabase } from '../server/src/platform/db/connect.ts';
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded/launcher.ts';
import { migrateDatabase } from '../server/src/platform/db/migrate.ts';
import { fillContractors } from './contractors-rows.ts';
import { medianValue, timed } from './measure.ts';
import { totalProcessorTime } from './processor.ts';

/**
 * `npx tsx bench/contractors.ts [--rows 20000]`: measures the staff list of contractors in a
 * separate database. Each query alternates between the service and hand-written statements, each
 * time after a contractor changed, so that both recount; prints medians, their ratio, and the 95th
 * percentile with 20 clients, both without changes and with ten changes per second. CPU time per
 * call is the same on a busy machine. `--keep folder` keeps the rows there for the next run;
 * `--only word` runs the queries whose names contain the word.
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '20000' },
    keep: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const rows = Number(values.rows);
const rounds = 15;
const callers = 20;

const columns = `c.*, p.name as plan_name, p.tier from contractors c left join plans p on p.id = c.plan_id`;
const found = `lower(c.company_name || ' ' || c.first_name || ' ' || c.last_name || ' ' || c.email || ' ' || c.phone) like`;

interface Question {
  name: string;
  query: Record<string, unknown>;
  /** The rows and their count, as hand-written SQL for this query. */
  page: string;
  count: string;
}

const makeCase = (
  name: string,
  query: Record<string, unknown>,
  where: string,
  order: string,
  limit = 'limit 25',
): Question => ({
  name,
  query,
  page: `select ${columns} ${where} order by ${order} ${limit}`,
  count: `select count(*) from contractors c ${where}`,
});
const byPlan = `select ${columns} where c.id in (select x.id from (select id, lower(name) as name from plans union all select null, null) q
  cross join lateral ((select id, owner_id is not null as u from contractors where plan_id = q.id order by owner_id is not null, id limit 25)
  union all (select id, owner_id is not null from contractors where plan_id is null and q.id is null order by owner_id is not null, id limit 25)) x
  order by q.name nulls last, q.id nulls last, x.u, x.id limit 25)`;

const questions: Question[] = [
  makeCase('first page, as it opens', {}, '', '(c.owner_id is not null), c.id'),
  makeCase(
    'page 1,000',
    { page: 1000 },
    '',
    '(c.owner_id is not null), c.id',
    'limit 25 offset 24975',
  ),
  makeCase('by company name', { order: '+companyName' }, '', 'lower(c.company_name), c.id'),
  makeCase(
    'by last name, backwards',
    { order: '-lastName' },
    '',
    'lower(c.last_name) desc, c.id desc',
  ),
  makeCase(
    'by registration, newest first',
    { order: '-registrationDate' },
    '',
    'c.registered_at desc, c.id desc',
  ),
  makeCase(
    'by W-9 status',
    { order: '+statusW9' },
    '',
    'c.w9_status, (c.owner_id is not null), c.id',
  ),
  {
    name: 'by plan',
    query: { order: '+plan' },
    page: byPlan,
    count: 'select count(*) from contractors',
  },
  makeCase(
    'failed payments',
    { filters: { statusPayment: 'Failed' } },
    `where c.payment_status = 'Failed'`,
    '(c.owner_id is not null), c.id',
  ),
  makeCase(
    'tier Brand by company',
    { filters: { tier: 'Brand' }, order: '+companyName' },
    'where c.plan_id in (3, 9)',
    'lower(c.company_name), c.id',
  ),
  makeCase(
    'activated',
    { filters: { cpActivation: 'Yes' } },
    `where c.cp_activation = 'Yes'`,
    '(c.owner_id is not null), c.id',
  ),
  makeCase(
    'activation in error',
    { filters: { cpActivation: 'Error' } },
    `where c.cp_activation = 'Error'`,
    '(c.owner_id is not null), c.id',
  ),
  makeCase(
    'W-9 pending or rejected',
    { filters: { statusW9: ['Pending', 'Rejected'] } },
    `where c.w9_status = any('{Pending,Rejected}')`,
    '(c.owner_id is not null), c.id',
  ),
  makeCase(
    'W-9 with differences',
    { filters: { showDifferencesOnly: '1' } },
    'where c.w9_is_different and not c.w9_skip_differences',
    '(c.owner_id is not null), c.id',
  ),
  makeCase(
    'search: a part of a name and number',
    { filters: { searchText: 'kitchens 1234' } },
    `where ${found} '%kitchens 1234%'`,
    '(c.owner_id is not null), c.id',
  ),
  makeCase(
    'search: a common word',
    { filters: { searchText: 'roofing' } },
    `where ${found} '%roofing%'`,
    '(c.owner_id is not null), c.id',
  ),
  makeCase(
    'search and two filters',
    { filters: { searchText: 'harbor', statusPayment: 'Paid', statusW9: ['Verified'] } },
    `where ${found} '%harbor%' and c.payment_status = 'Paid' and c.w9_status = 'Verified'`,
    '(c.owner_id is not null), c.id',
  ),
];

const percentile = (times: number[], share: number): number =>
  times.toSorted((one, other) => one - other)[Math.ceil(times.length * share) - 1] ?? 0;

/** The 95th percentile of concurrent clients, each sending one query after another. */
async function measureConcurrent(service: () => Promise<unknown>): Promise<string> {
  const concurrentTimes: number[] = [];
  const caller = async (): Promise<void> => {
    for (let round = 0; round < 5; round += 1) concurrentTimes.push(await timed(service));
  };
  const before = await totalProcessorTime(database.pool);
  await Promise.all(Array.from({ length: callers }, caller));
  const each = ((await totalProcessorTime(database.pool)) - before) / concurrentTimes.length;
  return `${percentile(concurrentTimes, 0.95).toFixed(0)} ms (processor ${each.toFixed(1)} ms each)`;
}

const folder = values.keep ?? (await mkdtemp(join(tmpdir(), 'lintel-bench-')));
const server = await startEmbeddedPostgres({ dataDir: folder });
const database = openDatabase(server.connectionString);
try {
  await migrateDatabase(database.pool);
  const { rowCount: isFilled } = await database.pool.query('select from contractors limit 1');
  if (!isFilled)
    console.log(
      `${rows.toLocaleString('en-US')} contractors, filled in ${Math.round((await timed(() => fillContractors(database.pool, rows))) / 1000)} s`,
    );
  const context = { db: database.db, config: readConfig({}) };
  const change = () =>
    database.pool.query('update contractors set first_name = first_name where id = $1', [
      100_001 + Math.floor(Math.random() * rows),
    ]);
  await database.warmUp();
  for (const { name, query, page, count } of questions) {
    if (!name.includes(values.only)) continue;
    const { page: number, ...asked } = listContractors.query.parse(query);
    const service = () => contractorGrid(context, { ...asked, offset: (number - 1) * asked.limit });
    const measureHandWritten = () =>
      Promise.all([database.pool.query(page), database.pool.query(count)]);
    await Promise.all([service(), measureHandWritten()]);
    const times: { service: number[]; measureHandWritten: number[] } = {
      service: [],
      measureHandWritten: [],
    };
    for (let round = 0; round < rounds; round += 1) {
      await change();
      times.measureHandWritten.push(await timed(measureHandWritten));
      times.service.push(await timed(service));
    }
    const still = await measureConcurrent(service);
    const changing = setInterval(() => void change(), 100);
    const moving = await measureConcurrent(service);
    clearInterval(changing);
    const [own, floor] = [medianValue(times.service), medianValue(times.measureHandWritten)];
    console.log(
      `${name.padEnd(38)} ${own.toFixed(1).padStart(8)} ms, by hand ${floor.toFixed(1).padStart(8)} ms, ratio ${(own / floor).toFixed(2)}, ` +
        `p95 of ${callers} callers ${still}, while contractors change ${moving}`,
    );
  }
} finally {
  await database.close();
  await server.stop();
  if (values.keep === undefined) await rm(folder, { recursive: true, force: true });
}
