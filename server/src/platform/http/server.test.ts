import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, signedInAs, type TestApp } from '../../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const send = (path: string, type: string, payload: string) =>
  app.app.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    payload,
    headers: { 'content-type': type, 'sec-fetch-site': 'same-origin' },
  });

test('rejects a body of an unsupported type', async () => {
  for (const type of ['text/plain', 'application/xml']) {
    const answer = await send('/authentication', type, 'username=pro@demo.test');
    expect([answer.statusCode, answer.json().error], type).toEqual([415, 'unsupported_type']);
  }
});

test('an empty body counts as none, whatever its type', async () => {
  for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
    expect((await send('/refresh', type, '')).statusCode, type).toBe(401);
    const answer = await send('/authentication', type, '');
    expect(answer.statusCode, type).toBe(422);
    expect(Object.keys(answer.json().fields), type).toEqual(['username', 'password']);
  }
});

test("rejects a body that isn't valid JSON", async () => {
  const answer = await send('/authentication', 'application/json', '{"username"');
  expect([answer.statusCode, answer.json().error]).toEqual([400, 'bad_request']);
});

test('rejects an id with anything but digits, in an address, a query, and a body', async () => {
  const staff = await signedInAs(app, 'admin@demo.test');
  expect((await staff.get('/manage/contractor/102')).statusCode).toBe(200);
  for (const written of ['0x66', '1.02e2', '%20102', '%2B102', '102.0', '1e2']) {
    expect([written, (await staff.get(`/manage/contractor/${written}`)).statusCode]).toEqual([
      written,
      400,
    ]);
    expect([written, (await staff.get(`/manage/contractors?page=${written}`)).statusCode]).toEqual([
      written,
      400,
    ]);
  }
  const owner = await signedInAs(app, 'brand@demo.test');
  expect((await owner.get('/contractor/0x66/page')).statusCode).toBe(400);
});
