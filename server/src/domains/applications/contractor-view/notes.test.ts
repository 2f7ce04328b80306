import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pino } from 'pino';
import { followUpLimits, noteLimits } from '@lintel/contract/applications/desk-constants';
import type { ApplicationDetails } from '@lintel/contract/applications/application-detail';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../../test/app.ts';
import { sendFollowUpReminders } from './follow-ups.ts';

let app: TestApp;
let pro: TestClient;
let team: TestClient;
let brand: TestClient;
/** The newest application of Summit Roofing with a funded offer. */
let id: number;
beforeAll(async () => {
  app = await createTestApp();
  pro = await signedInAs(app, 'pro@demo.test');
  team = await signedInAs(app, 'team@demo.test');
  brand = await signedInAs(app, 'brand@demo.test');
  const { rows } = await run<{ id: string }>(
    'select id from applications where contractor_id = 101 and funded_at is not null order by id desc limit 1',
  );
  id = Number(rows[0]?.id);
});
afterAll(() => app.close());
beforeEach(async () => {
  await run('delete from application_notes');
  await run('delete from application_follow_ups');
  await run("delete from messages where channel = 'email' and event = 'follow-up-due'");
});

const run = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  app.deps.database.pool.query<Row>(text, values);
const path = () => `/reports-applications/${id}`;
const details = async (client = pro): Promise<ApplicationDetails> => {
  const answer = await client.get(path());
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().details;
};
const today = () => new Date(app.clock.now().getTime()).toISOString().slice(0, 10);
const inDays = (days: number) =>
  new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

test("an application's details list its history, newest first, and its offers without credit details", async () => {
  const { happenings, offers, consents } = await details();
  const times = happenings.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
  const kinds = happenings.map(({ what }) => what);
  for (const what of ['started', 'sent', 'offer', 'chosen', 'funded'])
    expect(kinds).toContain(what);
  expect(offers.map(({ state }) => state)).toContain('funded');
  for (const offer of offers)
    expect(Object.keys(offer).toSorted()).toEqual([
      'amount',
      'dealerFee',
      'fundedAmount',
      'id',
      'isQualified',
      'kind',
      'lenderName',
      'monthlyPayment',
      'receivedAt',
      'reversedAmount',
      'state',
    ]);
  for (const fact of consents)
    expect(Object.keys(fact).toSorted()).toEqual(['answer', 'at', 'effectiveFrom', 'kind']);
});

test('everyone at the contractor can read a note; its author or the owner can remove it', async () => {
  expect((await team.post(`${path()}/notes`, { text: ' Call after five. ' })).json()).toMatchObject(
    {
      message: 'Note saved',
      note: { text: 'Call after five.', removable: true },
    },
  );
  await pro.post(`${path()}/notes`, { text: 'Wants slate.' });
  const ofTeam = (await details(team)).notes;
  expect(ofTeam.map(({ text, removable }) => [text, removable])).toEqual([
    ['Wants slate.', false],
    ['Call after five.', true],
  ]);
  expect((await team.call('DELETE', `${path()}/notes/${ofTeam[0]?.id}`)).statusCode).toBe(404);
  for (const note of ofTeam)
    expect((await pro.call('DELETE', `${path()}/notes/${note.id}`)).statusCode).toBe(200);
  expect((await details()).notes).toEqual([]);
  const { rows } = await run('select action from audit_log order by id desc limit 1');
  expect(rows).toEqual([{ action: 'application.note-removed' }]);
});

test('a note requires text, has a limit, and is saved once when a call repeats', async () => {
  const wrong = async (text: unknown) =>
    (await pro.post(`${path()}/notes`, { text })).json().fields;
  expect(await wrong('  ')).toEqual({ text: 'This field is required.' });
  expect(await wrong('x'.repeat(noteLimits.text + 1))).toHaveProperty('text');
  const headers = { 'idempotency-key': 'one-note-only-1234' };
  for (const _ of [1, 2])
    await pro.call('POST', `${path()}/notes`, { payload: { text: 'Once' }, headers });
  expect((await details()).notes).toHaveLength(1);
  await run(
    `insert into application_notes (contractor_id, application_id, text, author_id, at)
     select 101, $1, 'n', 11, now() from generate_series(1, $2)`,
    [id, noteLimits.each - 1],
  );
  expect((await pro.post(`${path()}/notes`, { text: 'One too many' })).statusCode).toBe(409);
});

test("users of another contractor or without access to the report can't read or write notes", async () => {
  await pro.post(`${path()}/notes`, { text: 'Ours' });
  const note = (await details()).notes[0]?.id;
  const free = await signedInAs(app, 'free@demo.test');
  const calls = (client: TestClient) =>
    Promise.all([
      client.get(path()),
      client.post(`${path()}/notes`, { text: 'x' }),
      client.call('DELETE', `${path()}/notes/${note}`),
      client.post(`${path()}/follow-up`, { on: inDays(2) }),
      client.call('DELETE', `${path()}/follow-up`),
    ]);
  expect((await calls(brand)).map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(404));
  expect((await calls(free)).map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(403));
  expect((await details()).notes).toHaveLength(1);
});

test('a follow-up is set for a future day, replaced, and removed', async () => {
  const set = (on: string, note?: string) => pro.post(`${path()}/follow-up`, { on, note });
  expect((await set(inDays(-2))).json().fields).toEqual({
    on: 'Please choose today or a later day.',
  });
  expect((await set(inDays(followUpLimits.days + 3))).json().fields).toEqual({
    on: 'Please choose a day within the next year.',
  });
  expect((await set('soon')).json().fields).toHaveProperty('on');
  await set(inDays(3), 'Ask about the color');
  await set(inDays(5), 'Ask again');
  expect((await details()).followUp).toMatchObject({
    on: inDays(5),
    note: 'Ask again',
    isDue: false,
  });
  for (const _ of [1, 2])
    expect((await pro.call('DELETE', `${path()}/follow-up`)).statusCode).toBe(200);
  expect((await details()).followUp).toBeNull();
});

test('a completed follow-up stays in the history, sends no reminder, and can be reopened on its day', async () => {
  await pro.post(`${path()}/follow-up`, { on: inDays(2), note: 'Ask about the color' });
  await run('update application_follow_ups set due_on = $1', [inDays(-3)]);
  app.clock.pass(1);
  for (const client of [team, pro])
    expect((await client.call('DELETE', `${path()}/follow-up`)).json().message).toBe(
      'Follow-up done',
    );
  const done = await details();
  expect(done.followUp).toBeNull();
  expect(done.happenings.filter(({ what }) => what.startsWith('follow-up'))).toMatchObject([
    // The first person to complete it stays recorded.
    { what: 'follow-up-done', who: (await accountOf(team)).name },
    { what: 'follow-up', who: (await accountOf(pro)).name },
  ]);
  await remind();
  expect(await reminded()).toBe(0);
  const opened = await pro.post(`${path()}/follow-up/reopen`, {});
  expect(opened.json().followUp).toMatchObject({ on: inDays(-3), note: 'Ask about the color' });
  expect((await pro.post(`${path()}/follow-up/reopen`, {})).statusCode).toBe(200);
  await remind();
  expect(await reminded()).toBe(1);
});

test('rejects reopening without a follow-up or at another contractor', async () => {
  expect((await pro.post(`${path()}/follow-up/reopen`, {})).statusCode).toBe(404);
  await pro.post(`${path()}/follow-up`, { on: inDays(2) });
  await pro.call('DELETE', `${path()}/follow-up`);
  const free = await signedInAs(app, 'free@demo.test');
  expect((await brand.post(`${path()}/follow-up/reopen`, {})).statusCode).toBe(404);
  expect((await free.post(`${path()}/follow-up/reopen`, {})).statusCode).toBe(403);
  expect((await details()).followUp).toBeNull();
});

const accountOf = async (client: TestClient): Promise<{ name: string }> => {
  const { user } = (await client.get('/user')).json();
  return { name: `${user.firstname} ${user.lastname}` };
};

/** 10 or 11 AM on the day of `today()` in Denver, the contractor's time zone. */
const morning = () => new Date(`${today()}T17:00:00Z`);

const remind = (at = morning()) =>
  sendFollowUpReminders({
    ...app.context,
    clock: { now: () => at },
    log: pino({ level: 'silent' }),
  });
const reminded = async () =>
  (
    await run<{ recipient: string }>(
      "select id from messages where channel = 'email' and event = 'follow-up-due' and contractor_id = 101",
    )
  ).rows.length;

test('the author of a follow-up gets one reminder, on its day and not before', async () => {
  await team.post(`${path()}/follow-up`, { on: inDays(2) });
  await remind();
  expect(await reminded()).toBe(0);
  await run('update application_follow_ups set due_on = $1', [today()]);
  await Promise.all([remind(), remind()]);
  await remind();
  expect(await reminded()).toBe(1);
  app.clock.pass(1);
  await team.post(`${path()}/follow-up`, { on: inDays(2) });
  await run('update application_follow_ups set due_on = $1', [today()]);
  await remind();
  expect(await reminded()).toBe(2);
});

test("a follow-up is due on the contractor's day, and sends no reminder at night", async () => {
  await team.post(`${path()}/follow-up`, { on: inDays(2) });
  const day = inDays(5);
  await run('update application_follow_ups set due_on = $1', [day]);
  // 7 AM in New York is 5 AM in Denver; 10 PM the day before in Hawaii is also night.
  for (const early of [`${day}T05:30:00Z`, `${day}T11:59:00Z`]) await remind(new Date(early));
  expect(await reminded()).toBe(0);
  await run("update contractors set time_zone = 'Pacific/Honolulu' where id = 101");
  await remind(new Date(`${day}T16:00:00Z`));
  expect(await reminded()).toBe(0);
  await remind(new Date(`${day}T17:30:00Z`));
  expect(await reminded()).toBe(1);
  await run("update contractors set time_zone = '' where id = 101");
});

test("removes notes and follow-ups with the homeowner's data", async () => {
  await pro.post(`${path()}/notes`, { text: 'Her dog is called Rex.' });
  await pro.post(`${path()}/follow-up`, { on: inDays(1), note: 'Ask for Ann' });
  await run('update applications set anonymised_at = now() where contractor_id = 101 and id = $1', [
    id,
  ]);
  expect((await pro.post(`${path()}/notes`, { text: 'x' })).statusCode).toBe(404);
  expect((await pro.post(`${path()}/follow-up`, { on: inDays(1) })).statusCode).toBe(404);
  await run('update applications set anonymised_at = null where contractor_id = 101 and id = $1', [
    id,
  ]);
});
