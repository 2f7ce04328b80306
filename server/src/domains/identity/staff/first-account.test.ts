import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, visitor, type TestApp } from '../../../../test/app.ts';
import { issueFirstAccountLink } from '../index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ demo: false, env: { DEMO: '0' } });
});
afterAll(() => app.close());

const codeOf = (address: string | null): string =>
  new URL(address ?? 'http://none').searchParams.get('m') ?? '';
const person = (number: number) => ({
  firstname: 'Ann',
  lastname: 'Lee',
  email: `ann${number}@homefund.example`,
  password: 'Quarry-Lantern7',
});

test('a wrong, expired, or guessed code creates no account', async () => {
  const address = await issueFirstAccountLink(app.context);
  const wrong = await visitor(app).post('/first-account', { ...person(0), code: 'guess' });
  expect([wrong.statusCode, wrong.json().error]).toEqual([404, 'invalid_link']);
  app.clock.pass(25 * 3600);
  const late = await visitor(app).post('/first-account', { ...person(0), code: codeOf(address) });
  expect([late.statusCode, late.json().error]).toEqual([404, 'invalid_link']);
  const codes: number[] = [];
  for (let count = 0; count < 10; count += 1)
    codes.push(
      (await visitor(app).post('/first-account', { ...person(0), code: `guess ${count}` }))
        .statusCode,
    );
  expect(codes.at(-1)).toBe(429);
  app.clock.pass(700);
});

test('of parallel calls with two codes, one creates the first administrator, and then nobody can', async () => {
  const addresses = [
    await issueFirstAccountLink(app.context),
    await issueFirstAccountLink(app.context),
  ];
  expect(codeOf(addresses[0] ?? '').length).toBeGreaterThan(40);
  const answers = await Promise.all(
    [0, 0, 1, 1].map((which, number) =>
      visitor(app).post('/first-account', {
        ...person(number),
        code: codeOf(addresses[which] ?? null),
      }),
    ),
  );
  const { rows } = await app.deps.database.pool.query(
    "select email, kind from users where kind = 'staff'",
  );
  expect(rows).toHaveLength(1);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200, 404, 404, 404,
  ]);
  expect((await visitor(app).get('/first-account')).statusCode).toBe(404);
  expect(await issueFirstAccountLink(app.context)).toBeNull();
  const again = await visitor(app).post('/first-account', {
    ...person(9),
    code: codeOf(addresses[1] ?? null),
  });
  expect([again.statusCode, again.json().error]).toEqual([404, 'not_found']);
  const { email } = rows[0];
  const signedIn = await visitor(app).post('/authentication', {
    username: email,
    password: person(0).password,
  });
  expect(signedIn.statusCode, signedIn.body).toBe(200);
});
