import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { selectCustomers } from '../server/src/domains/customers/list-repository.ts';
import { openDatabase } from '../server/src/platform/db/connect.ts';
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded/launcher.ts';
import { migrateDatabase } from '../server/src/platform/db/migrate.ts';
import { loading } from './loading.ts';
import { concurrentText, medianValue, timed } from './measure.ts';

/**
 * `npx tsx bench/desk.ts [--rows 100000]`: measures one contractor's customers in a separate
 * database. Each page alternates between the repository, with rows and count, and hand-written
 * statements; prints medians, their ratio, and times with 20 clients. Another contractor has as
 * many customers.
 */
const rows = Number(process.argv[process.argv.indexOf('--rows') + 1]) || 100_000;
const rounds = 41;

const fill = (pool: Pool): Promise<void> =>
  loading(
    pool,
    { tables: ['customers'] },
    () => undefined,
    async (run) => {
      for (const contractorId of [1, 2])
        await run(
          `customers of ${contractorId}`,
          `insert into customers (contractor_id, name, phone, email, street, city, state, zip, tags, tag_words, origin, created_at, updated_at, active_at)
       select $1, (array['Ann','Bo','Cy','Dee','Eli','Flo','Gus'])[1 + i % 7] || ' ' || (array['Abbott','Baker','Chen','Diaz','Ellis','Fox'])[1 + i % 6] || ' ' || i,
         lpad((3030000000 + i * 61)::text, 10, '0'), 'person' || i || '@example.com', i % 900 || ' Elm Street', (array['Denver','Boulder','Golden'])[1 + i % 3], 'CO', lpad((80000 + i % 600)::text, 5, '0'),
         case when i % 500 = 137 then array['rare'] when i % 3 = 0 then array['roof'] else '{}' end, case when i % 500 = 137 then 'rare' when i % 3 = 0 then 'roof' else '' end,
         'import', t, t, t
       from (select i, timestamptz '2024-01-01' + make_interval(mins => i) t from generate_series(1, $2::int) i) as numbered`,
          [contractorId, rows],
        );
    },
  );

const listed =
  'contractor_id = 1 and archived_at is null and merged_into is null and anonymised_at is null';
const words =
  "lower(name || ' ' || email || ' ' || phone || ' ' || street || ' ' || city || ' ' || state || ' ' || zip || ' ' || tag_words)";

interface Question {
  name: string;
  ask: Parameters<typeof selectCustomers>[2] & { search?: string; tag?: string };
  /** The statements for the rows and their count. */
  hand: readonly string[];
}

const newest = { field: 'activeAt', descending: true } as const;
const page = (where: string, order = 'active_at desc, id desc', limit = 'limit 25') =>
  `select * from customers where ${listed}${where} order by ${order} ${limit}`;
const count = (where: string) => `select count(*) from customers where ${listed}${where}`;

const at = (where: string, share: number): string =>
  `select id, active_at::text from customers where ${listed}${where} order by active_at desc, id desc offset ${Math.floor(rows * share)} limit 1`;

const wordsLike = (word: string) => ` and ${words} like '%${word}%'`;

async function questions(pool: Pool): Promise<Question[]> {
  const { rows: found } = await pool.query<{ id: string; active_at: string }>(at('', 0.9));
  const near = found[0] ?? { id: '0', active_at: '' };
  const late = { order: newest, offset: Math.floor(rows * 0.9) + 1, limit: 25 };
  const first = { order: newest, offset: 0, limit: 25 };
  return [
    { name: 'first page', ask: first, hand: [page(''), count('')] },
    {
      name: 'first page by name',
      ask: { ...first, order: { field: 'name', descending: false } },
      hand: [page('', 'lower(name), id'), count('')],
    },
    {
      name: 'late page next to a known row',
      ask: { ...late, after: Number(near.id) },
      hand: [page(` and (active_at, id) < ('${near.active_at}', ${near.id})`), count('')],
    },
    {
      name: 'rare word',
      ask: { ...first, search: 'person77' },
      hand: [page(wordsLike('person77')), count(wordsLike('person77'))],
    },
    {
      name: 'common word',
      ask: { ...first, search: 'abbott' },
      hand: [page(wordsLike('abbott')), count(wordsLike('abbott'))],
    },
    {
      name: 'two words',
      ask: { ...first, search: 'abbott 80123' },
      hand: [
        page(wordsLike('abbott') + wordsLike('80123')),
        count(wordsLike('abbott') + wordsLike('80123')),
      ],
    },
    {
      name: 'phone digits',
      ask: { ...first, search: '(303) 004-5567' },
      hand: [page(wordsLike('3030045567')), count(wordsLike('3030045567'))],
    },
    {
      name: 'rare tag',
      ask: { ...first, tag: 'rare' },
      hand: [page(" and tags @> array['rare']"), count(" and tags @> array['rare']")],
    },
    {
      name: 'common tag',
      ask: { ...first, tag: 'roof' },
      hand: [page(" and tags @> array['roof']"), count(" and tags @> array['roof']")],
    },
  ];
}

const folder = await mkdtemp(join(tmpdir(), 'lintel-desk-'));
const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false });
const database = openDatabase(postgres.connectionString);
try {
  const { db, pool } = database;
  await migrateDatabase(pool);
  await fill(pool);
  console.log(
    `| page of ${rows.toLocaleString('en-US')} customers | by hand | here | ratio | 20 callers, 95th percentile |`,
  );
  console.log('| --- | --- | --- | --- | --- |');
  for (const { name, ask, hand } of await questions(pool)) {
    const { search = '', tag = '', ...place } = ask;
    const filter = { contractorId: 1, search, tag, state: 'active' as const };
    const measureService = () => selectCustomers(db, filter, place);
    const own: number[] = [];
    const handWrittenTimes: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      handWrittenTimes.push(
        await timed(async () => {
          for (const statement of hand) await pool.query(statement);
        }),
      );
      own.push(await timed(measureService));
    }
    const [handWrittenTime, productTime] = [medianValue(handWrittenTimes), medianValue(own)];
    console.log(
      `| ${name} | ${handWrittenTime.toFixed(2)} ms | ${productTime.toFixed(2)} ms | ${(productTime / handWrittenTime).toFixed(2)} | ${await concurrentText(pool, measureService)} |`,
    );
  }
} finally {
  await database.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
