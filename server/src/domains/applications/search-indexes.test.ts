import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../test/app.ts';
import { keepOwnIndexes } from './search-indexes.ts';

let app: TestApp;
let pro: TestClient;
/** The one with the most applications, and the next. */
let [most, next] = [0, 0];
beforeAll(async () => {
  app = await createTestApp();
  pro = await signedInAs(app, 'pro@demo.test');
  const ids = await query<{ id: number }>(
    `select contractor_id as id from users where email in ('pro@demo.test', 'brand@demo.test') order by email desc`,
  );
  [most = 0, next = 0] = ids.map(({ id }) => id);
  await add(most, 900);
  await add(next, 800);
});
afterAll(() => app.close());
beforeEach(() => keep({ from: 1_000_000, atMost: 0 }));

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await app.deps.database.pool.query<Row>(text, values)).rows;
const add = (contractorId: number, rows: number) =>
  query(
    `insert into applications (contractor_id, page_id, source, token_hash, reference, started_at, applicant_name)
    select $1, (select min(id) from co_branded_pages where contractor_id = $1), (enum_range(null::application_source))[1], gen_random_uuid(), gen_random_uuid(),
      now(), 'Name ' || md5(n::text) from generate_series(1, $2::int) n`,
    [contractorId, rows],
  );
const keep = (limits: { from: number; atMost: number }) =>
  keepOwnIndexes({ ...app.deps, ...app.deps.database, limits });
const indexes = () =>
  query<{ id: number; oid: number; valid: boolean }>(
    `select substr(c.relname, 24)::int as id, c.oid::int as oid, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
     where starts_with(c.relname, 'applications_search_of_') order by c.relname`,
  );
const whose = async () => (await indexes()).map(({ id }) => id);

/** Which index finds a contractor's words. */
async function planOf(contractorId: number): Promise<string> {
  const client = await app.deps.database.pool.connect();
  try {
    await client.query('begin; set local enable_seqscan = off; set local enable_indexscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain select id from applications where contractor_id = $1
       and fold_search(applicant_name || ' ' || email || ' ' || phone || ' ' || city) like '%c4ca4238a0%'`,
      [contractorId],
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('whoever has very many applications gets an index of words, the one with the most first', async () => {
  await keep({ from: 500, atMost: 1 });
  expect(await whose()).toEqual([most]);
  await query('analyze applications');
  expect(await planOf(most)).toContain(`applications_search_of_${most}`);
  expect(await planOf(next)).not.toContain('applications_search_of_');
  // What comes later stands in it as well, and what others have is not found.
  await query(
    `update applications set applicant_name = 'Ada Quixotic' where (contractor_id, id) in
      (select contractor_id, max(id) from applications where contractor_id = any($1::int[]) group by 1)`,
    [[most, next]],
  );
  const found = await pro.get('/reports-applications?search=quixotic');
  expect(found.json()).toMatchObject({ total: 1, data: [{ applicantName: 'Ada Quixotic' }] });
});

test('an index stays as it is while it is needed, also when somebody else has more', async () => {
  await keep({ from: 500, atMost: 1 });
  const before = await indexes();
  await add(next, 400);
  await keep({ from: 500, atMost: 1 });
  expect(await indexes()).toEqual(before);
  await keep({ from: 500, atMost: 2 });
  expect(new Set(await whose())).toEqual(new Set([most, next]));
});

test('an index goes that nobody needs any more', async () => {
  await keep({ from: 500, atMost: 2 });
  await keep({ from: 1100, atMost: 2 });
  expect(await whose()).toEqual([next]);
});

test('what was interrupted, or holds other texts, is built anew', async () => {
  await keep({ from: 500, atMost: 2 });
  const before = (await indexes()).find(({ id }) => id === most);
  await query('update pg_index set indisvalid = false where indexrelid = $1', [before?.oid]);
  await query(`drop index applications_search_of_${next}`);
  await query(
    `create index applications_search_of_${next} on applications using gin (lower(applicant_name) gin_trgm_ops) where contractor_id = ${next}`,
  );
  const other = (await indexes()).find(({ id }) => id === next);
  await keep({ from: 500, atMost: 2 });
  const after = await indexes();
  expect(after.map(({ valid }) => valid)).toEqual([true, true]);
  expect(after.map(({ oid }) => oid)).not.toContain(before?.oid);
  expect(after.map(({ oid }) => oid)).not.toContain(other?.oid);
  expect(await planOf(next)).toContain(`applications_search_of_${next}`);
});

test('whoever comes right after another one finds it free to build', async () => {
  for (let run = 0; run < 10; run += 1) {
    await keep({ from: 1_000_000, atMost: 0 });
    const held = await query(
      `select 1 from pg_locks where locktype = 'advisory' and objid = 722014637
       and database = (select oid from pg_database where datname = current_database())`,
    );
    expect(held).toEqual([]);
  }
});

test('only one process builds, and another does not wait for it', async () => {
  const builds = await app.deps.database.pool.connect();
  await builds.query('select pg_advisory_lock(722014637)');
  await keep({ from: 500, atMost: 2 });
  expect(await whose()).toEqual([]);
  builds.release(true);
  await expect
    .poll(async () => {
      await keep({ from: 500, atMost: 2 });
      return (await whose()).length;
    })
    .toBe(2);
});
