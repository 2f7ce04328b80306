import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtInEvents } from '@lintel/contract/emails/constants';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../../test/app.ts';
import { ensureBuiltInEmails } from './built-in.ts';
import { emailEvents, emailTemplates } from './tables.ts';

let app: TestApp;
let staff: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  staff = await signedInAs(app, 'admin@demo.test');
});
afterAll(() => app.close());

const path = '/manage/emails/template-types';
const pageOf = async (page: number, query: string) =>
  (await staff.get(`${path}?limit=75&page=${page}${query}`)).json();
/** All events; there are more than one page. */
const list = async (query = '') => {
  const first = await pageOf(1, query);
  return { ...first, data: [...first.data, ...(await pageOf(2, query)).data] };
};
const idOf = async (type: string): Promise<number> =>
  (await list()).data.find((one: { type: string }) => one.type === type)?.id;

test('events have an id and a name, and the list marks the protected ones [ADM-195] [ADM-196] [ADM-427]', async () => {
  const { data, total, builtin } = await list();
  expect(total).toBe(data.length);
  expect(data.map(({ type }: { type: string }) => type)).toEqual(
    expect.arrayContaining([...builtInEvents]),
  );
  expect(builtin.toSorted()).toEqual(builtInEvents.toSorted());
  expect(data[0]).toEqual({ id: expect.any(Number), type: expect.any(String) });
  expect(
    (await list('&filters[searchText]=PASSWORD')).data
      .map(({ type }: { type: string }) => type)
      .toSorted(),
  ).toEqual(['password-changed', 'reset-password']);
});

test('staff create, rename, and delete an event [ADM-428] [ADM-429]', async () => {
  expect((await staff.post(path, { type: 'spring-news' })).json()).toEqual({
    message: 'Event saved',
  });
  const id = await idOf('spring-news');
  expect((await staff.post(path, { id, type: 'summer-news' })).statusCode).toBe(200);
  expect(await idOf('summer-news')).toBe(id);
  expect((await staff.call('DELETE', `${path}/${id}`)).json()).toEqual({
    message: 'Event deleted',
  });
  expect((await staff.call('DELETE', `${path}/${id}`)).statusCode).toBe(404);
  expect((await staff.post(path, { id, type: 'autumn-news' })).statusCode).toBe(404);
});

test('an event name is required, has at most 100 characters, and allows only letters, digits, and dashes [ADM-299] [ADM-300] [ADM-301]', async () => {
  const refused = async (type?: string) => (await staff.post(path, { type })).json().fields?.type;
  expect(await refused()).toBe('This field is required.');
  expect(await refused('  ')).toBe('This field is required.');
  expect(await refused('x'.repeat(101))).toBe('Enter 100 symbols maximum');
  for (const wrong of ['with space', 'under_score', 'dot.', 'ümlaut', 'Capital'])
    expect(await refused(wrong)).toBe('Please use letters (a-z), numbers (0-9), dash');
  expect(await refused('x'.repeat(100))).toBeUndefined();
});

test("a built-in event can't be renamed or deleted [ADM-095] [ADM-096]", async () => {
  const id = await idOf('reset-password');
  for (const answer of [
    await staff.post(path, { id, type: 'mine' }),
    await staff.call('DELETE', `${path}/${id}`),
  ]) {
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toEqual({
      error: 'built_in',
      message: 'This event is built in and cannot be changed.',
    });
  }
});

test("event names are unique, and an event with templates can't be deleted", async () => {
  await staff.post(path, { type: 'winter' });
  const twice = await staff.post(path, { type: 'winter' });
  expect(twice.json()).toMatchObject({
    error: 'already_exists',
    fields: { type: 'An event with this name already exists.' },
  });
  const usedFor = await idOf('winter');
  const template = {
    type: 1,
    subject: 's',
    from: 'a@example.com',
    to: 'a@example.com',
    body: 'b',
    usedFor,
  };
  await staff.post('/manage/emails/templates', template);
  const answer = await staff.call('DELETE', `${path}/${usedFor}`);
  expect(answer.json()).toEqual({
    error: 'in_use',
    message: 'This event has templates and cannot be deleted.',
  });
});

test('an event is free until one of its templates is enabled [ADM-426]', async () => {
  await staff.post(path, { type: 'free-one' });
  const free = async () =>
    (await staff.get('/manage/emails/free-used-for'))
      .json()
      .map(({ type }: { type: string }) => type);
  expect(await free()).toContain('free-one');
  expect(await free()).not.toContain('reset-password');
  const usedFor = await idOf('free-one');
  const template = {
    type: 1,
    subject: 's',
    from: 'a@example.com',
    to: 'a@example.com',
    body: 'b',
    usedFor,
  };
  await staff.post('/manage/emails/templates', { ...template, enabled: false });
  expect(await free()).toContain('free-one');
  await staff.post('/manage/emails/templates', { ...template, enabled: true });
  expect(await free()).not.toContain('free-one');
});

test('categories have an id and a name [ADM-425]', async () => {
  const { data } = (await staff.get('/manage/emails/template-categories')).json();
  expect(data.map(({ category }: { category: string }) => category)).toEqual([
    'Account',
    'Applications',
    'Homeowners',
    'Billing',
    'Payouts',
    'Support and leads',
  ]);
  expect(data[0].id).toEqual(expect.any(Number));
});

test('concurrent restarts change nothing, and a custom event that the product needs becomes built-in', async () => {
  const { db } = app.deps.database;
  const state = () =>
    Promise.all(
      [emailTemplates, emailEvents].map((table) => db.select().from(table).orderBy(table.id)),
    );
  const before = await state();
  const again = () => ensureBuiltInEmails(db, { now: app.clock.now() });
  await Promise.all([again(), again()]);
  expect(await state()).toEqual(before);
  await db.update(emailEvents).set({ builtIn: false });
  await again();
  expect((await list()).builtin).toHaveLength(builtInEvents.length);
});
