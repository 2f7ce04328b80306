import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { auditActions } from '@lintel/contract/audit/actions';
import { auditReach, listAudit } from '@lintel/contract/audit/log';
import { readLog } from '../server/src/domains/audit/log.ts';
import { chainEntries } from '../server/src/platform/audit/chain.ts';
import { verifyChain } from '../server/src/platform/audit/verify.ts';
import { openDatabase } from '../server/src/platform/db/connect.ts';
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded/launcher.ts';
import { migrateDatabase } from '../server/src/platform/db/migrate.ts';
import { openContext } from './context.ts';
import { medianValue, timed } from './measure.ts';

/**
 * `npx tsx bench/audit.ts [--rows 1000000]`: measures the audit log in a separate database. Each
 * filter alternates between the service and hand-written statements (a page with its names, and the
 * count up to the list's limit); prints medians and their ratio. Then the chain: the time to build
 * and verify it, and its disk size.
 */
const rows = Number(process.argv[process.argv.indexOf('--rows') + 1]) || 1_000_000;
const rounds = 15;

/** A year of entries with realistic frequencies and sizes. */
async function fill(pool: Pool): Promise<void> {
  await pool.query(`insert into contractors (id, company_name, registered_at)
    select 10000 + n, 'Contractor ' || n, now() from generate_series(1, 5000) n`);
  await pool.query(`insert into users (id, kind, contractor_id, email, firstname, lastname, created_at)
    select 10000 + n, case when n <= 40 then 'staff' else 'owner' end::user_kind, case when n > 40 then 10000 + n end,
      'person.' || n || '@example.com', 'Person', 'Number ' || n, now() from generate_series(1, 5000) n`);
  const actions = Object.keys(auditActions);
  const step = 50_000;
  for (let from = 1; from <= rows; from += step)
    await pool.query(
      `insert into audit_log (at, actor_id, user_id, contractor_id, action, entity, entity_id, details, address)
       select timestamptz '2026-01-01' + make_interval(secs => n * 31.0), actor, actor, 10041 + h % 4960,
         action, split_part(action, '.', 1), (h % 200000)::text,
         jsonb_build_object('changes', jsonb_build_array(jsonb_build_object('field', 'Plan', 'from', 'Free', 'to', 'Pro ' || n))),
         ('10.' || h % 200 || '.' || h / 7 % 250 || '.' || n % 250)::inet
       from (select n, abs(hashint4(n)) h from generate_series($1::int, $2::int) n) numbered,
         lateral (select case when h % 3 = 0 then 10001 + h / 3 % 40 else 10041 + h % 4960 end as actor,
           ($3::text[])[case when h % 2 = 0 then 1 else 1 + h / 11 % array_length($3::text[], 1) end] as action) made`,
      [from, Math.min(rows, from + step - 1), actions],
    );
  await pool.query('insert into audit_unchained select id from audit_log');
  await pool.query('vacuum analyze');
}

const names = `left join users u on u.id = l.actor_id left join contractors c on c.id = l.contractor_id`;

interface Question {
  name: string;
  query: Record<string, unknown>;
  where: string;
  offset?: number;
}
const questions: Question[] = [
  { name: 'first page, as it opens', query: {}, where: '' },
  { name: 'page 400', query: { page: 400 }, where: '', offset: 9975 },
  {
    name: 'a member of staff',
    query: { person: 10_003 },
    where: 'where l.actor_id = 10003',
  },
  { name: 'an owner', query: { person: 12_345 }, where: 'where l.actor_id = 12345' },
  {
    name: 'a contractor',
    query: { contractor: 12_345 },
    where: 'where l.contractor_id = 12345',
  },
  {
    name: 'a common action',
    query: { kind: 'session.started' },
    where: `where l.action = 'session.started'`,
  },
  {
    name: 'a rarer action',
    query: { kind: 'w9.read' },
    where: `where l.action = 'w9.read'`,
  },
  {
    name: 'an area of actions',
    query: { kind: 'payouts' },
    where: `where l.action in ('payout-method.saved','w9.submitted','w9.reviewed','w9.read','payout-run.started','payout-run.downloaded','payout-run.confirmed','payout.returned')`,
  },
  {
    name: 'a week',
    query: { from: '2026-05-01', to: '2026-05-07' },
    where: `where l.at >= '2026-05-01 04:00:00+00' and l.at < '2026-05-08 04:00:00+00'`,
  },
  {
    name: 'what an entry is about',
    query: { search: '4711' },
    where: `where l.entity_id = '4711'`,
  },
  {
    name: 'an e-mail',
    query: { search: 'person.77@example.com' },
    where: `where (l.entity = 'user' and l.entity_id = (select id::text from users where lower(email) = 'person.77@example.com' and removed_at is null))`,
  },
  {
    name: 'staff, an area and a month',
    query: { person: 10_003, kind: 'payouts', from: '2026-05-01', to: '2026-05-31' },
    where: `where l.actor_id = 10003 and l.at >= '2026-05-01 04:00:00+00' and l.at < '2026-06-01 04:00:00+00'
      and l.action in ('payout-method.saved','w9.submitted','w9.reviewed','w9.read','payout-run.started','payout-run.downloaded','payout-run.confirmed','payout.returned')`,
  },
];

const folder = await mkdtemp(join(tmpdir(), 'lintel-bench-'));
const server = await startEmbeddedPostgres({ dataDir: folder });
const database = openDatabase(server.connectionString, { max: 5 });
const { pool, db } = database;
try {
  await migrateDatabase(pool);
  const context = await openContext(database, folder);
  const filled = await timed(() => fill(pool));
  console.log(`${rows.toLocaleString('en-US')} entries, filled in ${(filled / 1000).toFixed(0)} s`);
  for (const { name, query, where, offset = 0 } of questions) {
    const asked = listAudit.query.parse(query);
    const service = () => readLog(context, asked);
    const measureHandWritten = () =>
      Promise.all([
        pool.query(
          `select l.*, u.firstname, u.lastname, u.email, c.company_name from audit_log l ${names} ${where} order by l.at desc, l.id desc limit 25 offset ${offset}`,
        ),
        pool.query(
          `select count(*) from (select 1 from audit_log l ${where} limit ${auditReach + 1}) counted`,
        ),
      ]);
    await Promise.all([service(), measureHandWritten()]);
    const times: { service: number[]; measureHandWritten: number[] } = {
      service: [],
      measureHandWritten: [],
    };
    for (let round = 0; round < rounds; round += 1) {
      times.measureHandWritten.push(await timed(measureHandWritten));
      times.service.push(await timed(service));
    }
    const { total } = await service();
    const [own, floor] = [medianValue(times.service), medianValue(times.measureHandWritten)];
    console.log(
      `${name.padEnd(28)} ${own.toFixed(1).padStart(7)} ms, by hand ${floor.toFixed(1).padStart(7)} ms, ratio ${(own / floor).toFixed(2)}, ${total} entries`,
    );
  }
  const chaining = await timed(() => chainEntries(db));
  const checking = await timed(async () => {
    const { entries, problems } = await verifyChain(db);
    if (entries !== rows || problems.length > 0) throw new Error(problems.join('\n'));
  });
  const { rows: sizes } = await pool.query<{ log: string; chain: string }>(
    `select pg_size_pretty(pg_total_relation_size('audit_log')) as log, pg_size_pretty(pg_total_relation_size('audit_chain')) as chain`,
  );
  console.log(
    `chained in ${(chaining / 1000).toFixed(1)} s, checked in ${(checking / 1000).toFixed(1)} s; log ${sizes[0]?.log}, chain ${sizes[0]?.chain}`,
  );
} finally {
  await database.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
