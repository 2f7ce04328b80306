import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { testCards } from '@lintel/contract/billing/test-cards';
import { addressOf, startBuilt, type BuiltServer } from '../built-server.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { overTcp } from '../tcp-database.ts';

/**
 * Inputs besides the published numbers: mistyped, of a real kind, and with other characters between
 * the digits.
 */
const mistyped = ['4242424242424241', '4111111111111111', '5105 1051 0510 5100'];

let folder: string;
let database: TestDatabase;
let network: Awaited<ReturnType<typeof overTcp>>;
let running: BuiltServer;
let address: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lintel-cards-'));
  await cp(inject('demoFolder'), folder, { recursive: true });
  database = await createTestDatabase(inject('demoTemplate'));
  network = await overTcp(database.connectionString);
  const settings = {
    DATABASE_URL: network.url,
    DATA_DIR: folder,
    PORT: '0',
    DEMO: '0',
    LOG_LEVEL: 'debug',
    NODE_ENV: 'test',
  };
  running = await startBuilt(settings, /is ready at \S+/);
  address = addressOf(running);
}, 180_000);
afterAll(async () => {
  await running.stop();
  network.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function signIn(username: string): Promise<string> {
  const body = new URLSearchParams({ username, password: 'Demo-pass1' });
  const answer = await fetch(`${address}/api/v1/authentication`, { method: 'POST', body });
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}

/**
 * Every text and JSON value of every table, without timestamps, whose fractions can be any digits.
 */
async function everythingStored(): Promise<string> {
  const { rows: columns } = await database.pool.query<{ place: string; name: string }>(
    `select format('%I.%I', table_schema, table_name) as place, column_name as name
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
       and (data_type in ('text', 'json', 'jsonb', 'character varying', 'ARRAY', 'bytea', 'USER-DEFINED'))`,
  );
  expect(columns.length).toBeGreaterThan(200);
  const texts: string[] = [];
  for (const { place, name } of columns) {
    const { rows } = await database.pool.query<{ all: string | null }>(
      `select string_agg(distinct "${name}"::text, chr(10)) as all from ${place}`,
    );
    texts.push(`${place}.${name}\n${rows[0]?.all ?? ''}`);
  }
  return texts.join('\n').replace(/\d{4}-\d\d-\d\d[T ][\d:.]+/g, '');
}

/** A number in any notation: whole, in groups, with short separators between its digits. */
const written = (number: string): RegExp =>
  new RegExp(number.replace(/\D/g, '').split('').join('(?:[\\s.+-]|%20){0,2}'));
const aWord = (digits: string): RegExp => new RegExp(`(?<![0-9A-Za-z])${digits}(?![0-9A-Za-z])`);
/** The context of a pattern's first match; empty without a match. */
const found = (text: string, pattern: RegExp): string => {
  const at = pattern.exec(text)?.index;
  return at === undefined ? '' : text.slice(Math.max(0, at - 80), at + 80);
};
/** Digits that no stored value contains by chance. */
const unused = (stored: string, length: number): string => {
  const from = 10 ** (length - 1);
  for (let value = from * 7 + 13; value < from * 10; value += 1)
    if (!aWord(String(value)).test(stored)) return String(value);
  throw new Error('Every number of this length is stored');
};

test('card numbers and security codes appear in no table, log, or response, whether the card was stored, rejected, or mistyped', async () => {
  const before = await everythingStored();
  const [three, four] = [unused(before, 3), unused(before, 4)];
  const cookie = await signIn('pro@demo.test');
  const answers: string[] = [];
  const send = async (
    number: string,
    cvc: string,
    more: Record<string, string> = {},
  ): Promise<number> => {
    const body = {
      number,
      cvc,
      name: 'Priya Natarajan',
      expiration: '12/39',
      address_zip: '80202',
      ...more,
    };
    const headers = {
      cookie,
      'content-type': 'application/json',
      'idempotency-key': `secrecy ${answers.length}`,
    };
    const url = `${address}/api/v1/user/11/card?mode=update`;
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    answers.push(await answer.text());
    // Resets the rate limits.
    await database.pool.query('delete from call_counters');
    return answer.status;
  };
  const statuses = new Map<string, number>();
  for (const { number, brand } of testCards)
    statuses.set(number, await send(number, brand === 'amex' ? four : three));
  for (const number of mistyped) statuses.set(number, await send(number, three));
  await send('4242 4242 4242 4242', three);
  await send('4242-4242-4242-4242', three, { expiration: '13/39' });
  await send('4242424242424242', `${three}x`);
  await fetch(`${address}/api/v1/user/11/card?mode=update`, {
    method: 'POST',
    headers: { cookie },
    body: new URLSearchParams({
      number: '4242424242424242',
      cvc: three,
      name: '',
      expiration: '12/39',
      address_zip: '80202',
    }),
  });
  expect(statuses.get('4242424242424242')).toBe(200);
  expect(statuses.get('378282246310005')).toBe(200);
  expect(statuses.get('4000000000000002')).toBe(422);
  // Waits for the jobs after a new card: charges, events, e-mails.
  for (let tries = 0; tries < 300; tries += 1) {
    const { rows } = await database.pool.query(
      'select 1 from graphile_worker.jobs where run_at <= now()',
    );
    if (rows.length === 0) break;
    await sleep(100);
  }
  // The sandbox's texts contain a number that it publishes.
  const stored = (await everythingStored()).replaceAll('such as 4242 4242 4242 4242', '');
  const logged = running
    .said()
    .replace(/"responseTime":[\d.]+/g, '')
    .replace(/"time":\d+/g, '')
    // The queue numbers its jobs.
    .replace(/\btask \d+/g, '');
  expect(stored).toContain('4242');
  expect(logged.length).toBeGreaterThan(1000);
  const secrets = [
    ...[...testCards.map((card) => card.number), ...mistyped].map(written),
    aWord(three),
    aWord(four),
  ];
  const answered = answers.join('\n').replaceAll('such as 4242 4242 4242 4242', '');
  for (const text of [stored, logged, answered]) {
    for (const secret of secrets) expect(found(text, secret)).toBe('');
  }
  // Checks that the search works.
  expect(found(`${stored}\n4242 4242-4242.4242`, written('4242424242424242'))).not.toBe('');
}, 120_000);
