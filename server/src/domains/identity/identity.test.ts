import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, signedInAs, visitor, type TestApp } from '../../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('a visitor signs in with a form of username and password and gets two HttpOnly cookies [ACC-428] [ADM-398]', async () => {
  const client = visitor(app);
  const answer = await client.call('POST', '/authentication', {
    payload: 'username=pro%40demo.test&password=Demo-pass1',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(answer.json()).toEqual({ message: 'Login successful!' });
  expect(answer.cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite])).toEqual([
    ['lintel_access', true, 'Lax'],
    ['lintel_refresh', true, 'Lax'],
  ]);
});
