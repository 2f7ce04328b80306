import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, shownBy, visitor, type TestApp } from '../../../test/app.ts';
import { createStaffAccount } from './index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ demo: false });
});
afterAll(() => app.close());

const account = {
  email: 'first@example.com',
  firstname: 'First',
  lastname: 'Last',
  password: 'Sturdy-beam7',
};
const create = (more: object = {}) => createStaffAccount(app.context, { ...account, ...more });

test('an installation without demo data creates its first staff account, which signs in and sets up a second factor', async () => {
  await create();
  const client = visitor(app);
  expect(
    (
      await client.post('/authentication', {
        username: 'FIRST@example.com',
        password: 'Sturdy-beam7',
      })
    ).statusCode,
  ).toBe(200);
  const { id, needsFactor } = (await client.get('/user')).json();
  expect(needsFactor).toBe(true);
  const { secret } = (await client.post(`/user/${id}/factors/app`)).json();
  const code = shownBy(secret, app.clock.now());
  expect((await client.post(`/user/${id}/factors/app/confirm`, { code })).statusCode).toBe(200);
  expect((await client.get('/manage/contractors')).json()).toEqual({ data: [], total: 0 });
  expect((await client.get('/manage/managers')).json().data).toMatchObject([
    { fullName: 'First Last', email: 'first@example.com' },
  ]);
});

test('rejects an e-mail in use and invalid values with one line each', async () => {
  await expect(create({ email: 'First@Example.com' })).rejects.toThrow(
    'First@Example.com already has an account',
  );
  await expect(create({ email: 'x', firstname: '1' })).rejects.toThrow(
    /^email: The Email is in invalid format\nfirstname: Please use letters/,
  );
});

test.each([
  ['Short-1', 'Must be at least 8 characters long'],
  ['NO-LOWER-1', 'Minimum of 1 lower case letter [a-z]'],
  ['no-upper-1', 'Minimum of 1 upper case letter [A-Z]'],
  ['No-number', 'Minimum of 1 numeric letter [0-9]'],
  ['With space-1', "Password can't contain spaces"],
  ['Ünusual-1', 'Invalid character'],
  ['Password1', 'This password is easy to guess.'],
])('rejects the password %s: %s', async (password, message) => {
  await expect(create({ email: 'second@example.com', password })).rejects.toThrow(
    `password: ${message}`,
  );
});
