import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { documentContent } from '../contract/src/documents/content.ts';
import { selectList, selectTotals } from '../server/src/domains/documents/list-repository.ts';
import { takeNumber } from '../server/src/domains/documents/numbers.ts';
import type { Database } from '../server/src/platform/db/connect.ts';
import { openDatabase } from '../server/src/platform/db/connect.ts';
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded/launcher.ts';
import { migrateDatabase } from '../server/src/platform/db/migrate.ts';
import { loading } from './loading.ts';
import { concurrentText, medianValue, timed } from './measure.ts';

/**
 * `npx tsx bench/desk-documents.ts [--rows 100000]`: measures one contractor's documents in a
 * separate database. Each page alternates between the repository, with rows and count, and
 * hand-written statements; prints medians, their ratio, and times with 20 clients. Another
 * contractor has as many documents.
 */
const rows = Number(process.argv[process.argv.indexOf('--rows') + 1]) || 100_000;
const rounds = 41;
const today = '2026-11-25';

const fill = (pool: Pool): Promise<void> =>
  loading(
    pool,
    { tables: ['documents'] },
    () => undefined,
    async (run) => {
      for (const contractorId of [1, 2])
        await run(
          `documents of ${contractorId}`,
          `insert into documents (contractor_id, kind, number, status, content, sent_revision, has_unsent_changes, customer_name, project_name, total_cents, paid_cents, balance_cents, issued_on, due_on, valid_until, words, created_at, updated_at)
       select $1, kind, case when status <> 'draft' then i end, status, $3::jsonb, 1, false, name, project, total, 0, total, day, case when kind = 'invoice' then day + 30 end, case when kind = 'estimate' then day + 30 end,
         lower(concat_ws(' ', i, name, project, (total / 100.0)::numeric(20, 2))), t, t
       from (select i, timestamptz '2024-01-01' + make_interval(mins => i * 12) t, date '2024-01-01' + i / 100 as day,
           case when i % 2 = 0 then 'invoice' else 'estimate' end kind,
           case when i % 50 = 0 then 'draft' when i % 20 = 0 then 'part_paid' when i % 2 = 0 then 'paid' when i % 9 = 0 then 'sent' else 'invoiced' end status,
           (array['Ann','Bo','Cy','Dee','Eli','Flo','Gus'])[1 + i % 7] || ' ' || (array['Abbott','Baker','Chen','Diaz','Ellis','Fox'])[1 + i % 6] || ' ' || i % 4000 as name,
           (array['Roof','Gutters','Skylights','Siding'])[1 + i % 4] as project, 10000 + i * 37 % 900000 as total
         from generate_series(1, $2::int) i) as numbered`,
          [contractorId, rows, JSON.stringify(documentContent.parse({}))],
        );
    },
  );

const columns =
  'id, kind, number, status, customer_id, customer_name, project_name, total_cents, paid_cents, balance_cents, issued_on, due_on, valid_until, has_unsent_changes, updated_at, sent_at, viewed_at';
const page = (where: string, order = 'updated_at desc, id desc') =>
  `select ${columns} from documents where contractor_id = 1${where} order by ${order} limit 25`;
const count = (where: string) => `select count(*) from documents where contractor_id = 1${where}`;
const pageAndCount = (where: string, order?: string) => [page(where, order), count(where)];
const nameLike = (word: string) => ` and words like '%${word}%'`;

type Filter = Parameters<typeof selectList>[1];
type ListQuery = Parameters<typeof selectList>[2] & Partial<Filter>;

const first = {
  order: { field: 'updated', descending: true },
  offset: 0,
  limit: 25,
} as const satisfies ListQuery;

async function questions(pool: Pool): Promise<[name: string, ask: ListQuery, hand: string[]][]> {
  const late = Math.floor(rows * 0.9);
  const { rows: found } = await pool.query<{ id: string; at: string }>(
    `select id, updated_at::text at from documents where contractor_id = 1 order by updated_at desc, id desc offset ${late} limit 1`,
  );
  const near = found[0] ?? { id: '0', at: '' };
  const overdue = ` and kind = 'invoice' and status in ('sent', 'viewed', 'part_paid') and due_on < '${today}'`;
  return [
    ['first page', first, pageAndCount('')],
    [
      'first page by number',
      { ...first, order: { field: 'number', descending: true } },
      pageAndCount('', 'number desc nulls last, id desc'),
    ],
    [
      'late page next to a known row',
      { ...first, offset: late + 1, after: Number(near.id) },
      [page(` and (updated_at, id) < ('${near.at}', ${near.id})`), count('')],
    ],
    ['invoices', { ...first, kind: 'invoice' }, pageAndCount(" and kind = 'invoice'")],
    ['drafts', { ...first, state: 'draft' }, pageAndCount(" and status = 'draft'")],
    ['overdue', { ...first, state: 'overdue' }, pageAndCount(overdue)],
    [
      'dates of a month',
      { ...first, dated: { from: '2025-03-01', to: '2025-03-31' } },
      pageAndCount(" and issued_on >= '2025-03-01' and issued_on <= '2025-03-31'"),
    ],
    ['rare word: a number', { ...first, search: '77123' }, pageAndCount(nameLike('77123'))],
    ['common word: a name', { ...first, search: 'abbott' }, pageAndCount(nameLike('abbott'))],
    [
      'two words',
      { ...first, search: 'abbott skylights' },
      pageAndCount(nameLike('abbott') + nameLike('skylights')),
    ],
  ];
}

async function compare(
  pool: Pool,
  name: string,
  measureHandWritten: () => Promise<unknown>,
  measureInThread: () => Promise<unknown>,
): Promise<void> {
  const [handWritten, own]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    handWritten.push(await timed(measureHandWritten));
    own.push(await timed(measureInThread));
  }
  const [handWrittenTime, productTime] = [medianValue(handWritten), medianValue(own)];
  console.log(
    `| ${name} | ${handWrittenTime.toFixed(2)} ms | ${productTime.toFixed(2)} ms | ${(productTime / handWrittenTime).toFixed(2)} | ${await concurrentText(pool, measureInThread)} |`,
  );
}

/** Sequential document numbers, each in its own transaction. */
async function numbering(db: Database, pool: Pool): Promise<void> {
  const measureHandWritten = async () => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query(
        "insert into document_numbers values (2, 'invoice', 2) on conflict (contractor_id, kind) do update set next = document_numbers.next + 1 returning next",
      );
      await client.query('commit');
    } finally {
      client.release();
    }
  };
  const measureInThread = () =>
    db.transaction((tx) => takeNumber(tx, { contractorId: 1, kind: 'invoice' }));
  await compare(pool, 'give a number', measureHandWritten, measureInThread);
}

const sums = `select
  (select row(count(*), sum(balance_cents), count(*) filter (where due_on < '${today}'), sum(balance_cents) filter (where due_on < '${today}')) from documents where contractor_id = 1 and kind = 'invoice' and status in ('sent', 'viewed', 'part_paid')),
  (select row(count(*), sum(total_cents)) from documents where contractor_id = 1 and kind = 'estimate' and status in ('sent', 'viewed', 'part_paid')),
  (select count(*) from documents where contractor_id = 1 and status = 'draft'),
  (select sum(amount_cents) from document_payments where contractor_id = 1 and taken_back_at is null and paid_on >= '2026-11-01' and paid_on <= '2026-11-30')`;

const folder = await mkdtemp(join(tmpdir(), 'lintel-documents-'));
const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false });
const database = openDatabase(postgres.connectionString);
try {
  const { db, pool } = database;
  await migrateDatabase(pool);
  await fill(pool);
  console.log(
    `| page of ${rows.toLocaleString('en-US')} documents | by hand | here | ratio | 20 callers, 95th percentile |`,
  );
  console.log('| --- | --- | --- | --- | --- |');
  for (const [name, ask, handWritten] of await questions(pool)) {
    const { kind, state = 'all', search = '', dated = {}, ...place } = ask;
    const about = { contractorId: 1, customerId: undefined, today, now: new Date() };
    const filter = { ...about, kind, state, search, dated };
    await compare(
      pool,
      name,
      async () => {
        for (const statement of handWritten) await pool.query(statement);
      },
      () => selectList(db, filter, place),
    );
  }
  await compare(
    pool,
    'sums',
    () => pool.query(sums),
    () => selectTotals(db, 1, today),
  );
  await numbering(db, pool);
} finally {
  await database.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
