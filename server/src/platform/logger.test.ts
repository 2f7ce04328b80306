import { expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { createTestDatabase } from '../../test/database.ts';
import { createLogger } from './logger.ts';

/** A logger that records its output. */
function record() {
  const lines: string[] = [];
  const log = createLogger(
    { NODE_ENV: 'production', LOG_LEVEL: 'debug' },
    { write: (line) => void lines.push(line) },
  );
  return { log, said: () => lines.join('') };
}

test.each([
  ['an e-mail address', 'no mailbox for ann.lee+work@example.co.uk today', /ann|example/],
  ['an e-mail address in an address', 'GET /login?email=ann%40example.com', /ann|example/],
  ['a phone number', 'asked for (614) 555-0142, then +1 614-555-0143 and 6145550144', /555/],
  ['a signed statement', 'cookie eyJhbGciOiJIUzI1NiJ9.eyJzaWQiOjF9.c2lnbmF0dXJlLW9m', /eyJ|c2ln/],
  ['a secret', 'token Zk3vQ9xT1mB7nC5yR2wP8sL6dF4gH0jKaEuIoXbVqNc in use', /Zk3v/],
  ['a social security number', 'of 123-45-6789', /6789/],
  ['a card number', 'of 4242 4242 4242 4242 or 4242424242424242', /4242/],
])('the log keeps %s to itself', (_what, text, secret) => {
  const { log, said } = record();
  log.error({ message: text, err: new Error(text) }, text);
  expect(said()).not.toMatch(secret);
  expect(JSON.parse(said())).toMatchObject({ level: 50, err: { type: 'Error' } });
});

test('the log keeps times, job numbers, and route names unchanged', () => {
  const { log, said } = record();
  log.info({ route: '/api/v1/contractor/:id/page', ms: 12, job: 1234567 }, 'request');
  expect(JSON.parse(said())).toMatchObject({
    route: '/api/v1/contractor/:id/page',
    ms: 12,
    job: 1234567,
    msg: 'request',
  });
  expect(JSON.parse(said()).time).toBeGreaterThan(1_600_000_000_000);
});

test.each([
  [
    'by a code',
    Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' }),
  ],
  ['by its message alone', new Error('premature close')],
])('a reader who leaves, which is told %s, is no error', (_how, error) => {
  for (const told of [error, { err: error }]) {
    const { log, said } = record();
    log.error(told);
    expect(JSON.parse(said())).toMatchObject({ level: 20, event: 'the reader left' });
  }
});

test('a failed statement is logged with its location and reason, without user input', async () => {
  const { log, said } = record();
  const database = await createTestDatabase();
  const typed = ['Philippa', 'Quigley "the second"\nof Ohio', 'philippa@example.com'];
  const failing = database.db.execute(
    sql`insert into contractors (company_name, owner_id) values (${typed.join()}, ${typed[1]}::int)`,
  );
  const error: unknown = await failing.catch((reason: unknown) => reason);
  await database.close();
  log.error({ err: error }, 'unexpected error');
  log.error(
    {
      message: `Failed task 3 with error: '${(error as Error).message}'\n${(error as Error).stack}`,
    },
    'jobs',
  );
  expect(said()).not.toMatch(/Philippa|Quigley|Ohio|example/);
  expect(said()).toContain('insert into contractors');
  expect(said()).toContain('logger.test.ts');
  expect(said()).toContain('"code":"22P02"');
});
