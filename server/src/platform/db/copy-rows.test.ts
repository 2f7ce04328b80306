import { afterAll, beforeAll, expect, test } from 'vitest';
import { eq, sql } from 'drizzle-orm';
import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { exportConnections } from '../../../test/export-connections.ts';
import { copyQuery } from './copy-query.ts';
import { copiedRows, type CopyQuery } from './copy-rows.ts';

const copied = pgTable('copied', {
  id: integer().notNull(),
  words: text(),
  isSent: boolean('is_sent'),
  sentAt: timestamp('sent_at', { withTimezone: true, mode: 'date' }),
});
const fields = {
  id: copied.id,
  words: copied.words,
  isSent: copied.isSent,
  sentAt: copied.sentAt,
  both: sql<[number, string | null]>`jsonb_build_array(${copied.id}, ${copied.words})`,
};

/** What means something in the text format of `COPY`, and what could end a statement. */
const texts = [
  'Anna',
  '',
  String.raw`\N`,
  String.raw`\.`,
  'a\tb\nc\rd\be\ff\vg',
  String.raw`C:\new\table\x41 \\`,
  "'; drop table copied; --",
  '$1 $2 $$',
  'Zoë 🏠 \u2028',
  null,
];

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await app.deps.database.pool.query(
    'create table copied (id integer, words text, is_sent boolean, sent_at timestamptz)',
  );
  for (const [index, words] of texts.entries())
    await app.deps.database.db.insert(copied).values({
      id: index,
      words,
      isSent: index % 3 === 0 ? null : index % 3 === 1,
      sentAt: index % 2 === 0 ? null : new Date(Date.UTC(2026, 2, 8, 6, 59, 59, index)),
    });
});
afterAll(() => app.close());

const run = async (
  query: CopyQuery,
  signal = new AbortController().signal,
  seconds = 60,
): Promise<Record<string, unknown>[]> => {
  const rows: Record<string, unknown>[] = [];
  const source = { address: app.deps.database.address, replica: null };
  for await (const batch of copiedRows({ source, query, signal, seconds })) rows.push(...batch);
  return rows;
};
const openConnections = (): Promise<number> => exportConnections(app);

test('rows come as a query would give them, whatever their texts hold', async () => {
  const { db } = app.deps.database;
  const query = db.select(fields).from(copied).orderBy(copied.id);
  expect(await run(copyQuery(fields, query.toSQL()))).toEqual(await query);
});

test.each(texts.filter((one) => one !== null))('%j is found by itself', async (words) => {
  const { db } = app.deps.database;
  const query = db.select(fields).from(copied).where(eq(copied.words, words));
  const rows = await run(copyQuery(fields, query.toSQL()));
  expect(rows.map((row) => row['words'])).toEqual([words]);
  expect((await db.select().from(copied)).length).toBe(texts.length);
});

test.each([
  '2026-03-08 06:59:59.999999+00',
  '2026-11-01 05:00:00.5+00',
  '1969-12-31 23:59:59.001+00',
  '2028-02-29 00:00:00+00',
  '0962-02-07 12:00:00+00',
  '9999-12-31 23:59:59+00',
])('the instant %s is read as the driver reads it', async (instant) => {
  const { rows } = await app.deps.database.pool.query<{ at: Date }>(
    'select $1::timestamptz as at',
    [instant],
  );
  const read = await run({
    text: `copy (select '${instant}'::timestamptz) to stdout`,
    fields: [['at', 'instant']],
  });
  expect(read).toEqual(rows);
});

test('a row with fewer values than were asked for fails, and one of nulls alone is read', async () => {
  const text = String.raw`copy (select null, '\N', null::timestamptz) to stdout`;
  const read: CopyQuery['fields'] = [
    ['none', 'text'],
    ['typed', 'text'],
    ['at', 'instant'],
  ];
  expect(await run({ text, fields: read })).toEqual([{ none: null, typed: '\\N', at: null }]);
  await expect(run({ text, fields: [...read, ['more', 'text']] })).rejects.toThrow(
    'A row lacks a value',
  );
});

test('a parameter that PostgreSQL cannot hold is refused before anything is asked', () => {
  const { db } = app.deps.database;
  const query = db.select(fields).from(copied).where(eq(copied.words, 'a\0b'));
  expect(() => copyQuery(fields, query.toSQL())).toThrow('number zero');
});

const many: CopyQuery = {
  text: 'copy (select n, repeat(n::text, 100) from generate_series(1, 2000000) n) to stdout',
  fields: [
    ['n', 'number'],
    ['text', 'text'],
  ],
};

test('a reader who stops ends the statement and its connection', async () => {
  const source = { address: app.deps.database.address, replica: null };
  const { signal } = new AbortController();
  for await (const rows of copiedRows({ source, query: many, signal, seconds: 60 })) {
    expect(rows[0]).toMatchObject({ n: 1 });
    break;
  }
  await expect.poll(openConnections, { timeout: 20_000 }).toBe(0);
});

test('a statement that says nothing yet is ended, too', async () => {
  const stop = new AbortController();
  const waiting = run(
    { text: 'copy (select pg_sleep(600)) to stdout', fields: [['none', 'text']] },
    stop.signal,
  );
  await expect.poll(openConnections, { timeout: 20_000 }).toBe(1);
  stop.abort();
  await expect(waiting).rejects.toThrow('Nobody waits');
  // PostgreSQL sleeps on until it looks at its connection.
  await app.deps.database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lintel exports' and datname = current_database()",
  );
});

test('rows that break off fail, as does what takes too long or cannot be asked', async () => {
  const broken: CopyQuery = {
    text: 'copy (select 1 / (30000 - n) from generate_series(1, 60000) n) to stdout',
    fields: [['n', 'number']],
  };
  await expect(run(broken)).rejects.toMatchObject({ code: '22012' });
  const slow: CopyQuery = {
    text: 'copy (select pg_sleep(600)) to stdout',
    fields: [['none', 'text']],
  };
  await expect(run(slow, undefined, 1)).rejects.toMatchObject({ code: '57014' });
  const wrong: CopyQuery = { text: 'copy (select 1 from nowhere) to stdout', fields: [] };
  await expect(run(wrong)).rejects.toMatchObject({ code: '42P01' });
  await expect.poll(openConnections, { timeout: 20_000 }).toBe(0);
});

test('a database that goes away in the middle ends them with an error', async () => {
  const reading = run(many);
  await expect.poll(openConnections, { timeout: 20_000 }).toBe(1);
  await app.deps.database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lintel exports' and datname = current_database()",
  );
  await expect(reading).rejects.toThrow();
});
