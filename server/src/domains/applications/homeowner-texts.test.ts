import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Language } from '@lintel/contract/core/language';
import { consentsOn } from '../../../test/consents.ts';
import { createTestApp, visitor, type TestApp } from '../../../test/app.ts';
import { forgetMessages } from '../messaging/index.ts';
import { applicationPerson } from './index.ts';
import { anonymise } from './retention.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  // Noon in Austin, on a future day.
  app.clock.pass((Date.parse('2027-01-12T18:00:00Z') - app.clock.now().getTime()) / 1000);
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql('delete from call_counters');
});

const sql = async (text: string, values: unknown[] = []) =>
  (await app.deps.database.pool.query(text, values)).rows;

let made = 0;
/** Sends an application whose phone ends in 0147, with or without consent to texts. */
async function applied({
  language = 'en',
  agreed = true,
}: { language?: Language; agreed?: boolean } = {}) {
  made += 1;
  const call = (path: string, payload: object) =>
    visitor(app).call('POST', `/homeowner/${path}`, {
      payload,
      remoteAddress: `203.0.113.${made}`,
    });
  const { token } = (await call('pages/oak-and-iron/applications', { language })).json();
  const email = `texted-${made}@example.com`;
  const form = {
    firstName: 'Hana',
    lastName: 'Home',
    email,
    phone: '(512) 555-0147',
    city: 'Austin',
    state: 'TX',
    creditBand: 'good',
    requestedAmount: 22_000,
    project: 'Kitchen',
  };
  const sent = await call(`applications/${token}/submit`, {
    ...form,
    consents: await consentsOn(app, 'oak-and-iron', { language, contact: agreed }),
  });
  expect(sent.statusCode).toBe(200);
  const [row] = await sql('select id, contractor_id from applications order by id desc limit 1');
  const of = { contractorId: Number(row.contractor_id), id: Number(row.id) };
  const bodies = async (): Promise<string[]> => {
    // The sandbox runs on the test clock, which is ahead.
    for (let round = 0; round < 3; round += 1) {
      await sql('update graphile_worker._private_jobs set run_at = now()');
      await app.work();
    }
    const rows = await sql(
      "select text from messages where channel = 'text' and key like $1 order by id",
      [`homeowner-${of.id}-%`],
    );
    return rows.map(({ text }) => text);
  };
  return {
    ...of,
    token,
    email,
    bodies,
    withdraw: () => call(`applications/${token}/withdraw`, {}),
  };
}
const pathOf = (text = ''): string => /http:\/\/localhost:3000(\/t\/\w+)/.exec(text)?.[1] ?? '';
const open = (path: string) => visitor(app).get(path);

test('a homeowner who agreed to texts also gets each step as a text, in their language; others get none', async () => {
  const english = await applied();
  const [received, offers] = await english.bodies();
  expect(received).toMatch(
    /^Oak & Iron[^:]*: we received your financing application\. .* http:\/\/localhost:3000\/t\/\w{13,18} .*Reply HELP for help, STOP to end\.$/,
  );
  expect(offers).toMatch(/your financing offers are ready: .* Reply STOP to end\.$/);
  const spanish = await applied({ language: 'es' });
  expect((await spanish.bodies())[1]).toMatch(
    /ya tiene ofertas .* Responda STOP para no recibir textos\.$/,
  );
  const silent = await applied({ agreed: false });
  expect(await silent.bodies()).toEqual([]);
  for (const typed of ['Hana', '22,000', '@']) expect(received).not.toContain(typed);
});

test('the short link leads to the return page, which requires the last digits of the phone number', async () => {
  const { bodies, id } = await applied();
  const [text] = await bodies();
  const answer = await open(pathOf(text));
  expect(answer.statusCode).toBe(303);
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  const link = /\/p\/oak-and-iron\/application\/([\w-]+)$/.exec(
    String(answer.headers['location']),
  )?.[1];
  const opened = (phoneEnding: string) =>
    visitor(app).call('POST', '/homeowner/way-back', { payload: { link, phoneEnding } });
  expect((await opened('0000')).statusCode).toBe(422);
  expect((await opened('0147')).json()).toMatchObject({ draft: { phone: '5125550147' } });
  const stored = await sql(
    "select code_hash from access_links where purpose = 'application-text' and subject = $1",
    [id],
  );
  expect(stored.length).toBeGreaterThan(0);
  expect(JSON.stringify(stored)).not.toContain(pathOf(text).slice(3));
});

test('a short link expires after 90 days, on withdrawal, and on data removal; a made-up one never works', async () => {
  const late = await applied();
  const ended = await applied();
  const removed = await applied();
  const paths = [];
  for (const one of [late, ended, removed]) paths.push(pathOf((await one.bodies())[0]));
  for (const path of paths) expect((await open(path)).statusCode).toBe(303);
  await ended.withdraw();
  await app.deps.database.db.transaction((tx) =>
    anonymise(tx, app.context.emit, [removed], { now: app.clock.now() }),
  );
  app.clock.pass(90 * 86_400 + 60);
  const answers = [];
  for (const path of [
    ...paths,
    '/t/aaaaaaaaaaaa',
    `/t/${'a'.repeat(12)}ZZZZZZ`,
    `/t/${'a'.repeat(12)}0`,
    '/t/x',
    `/t/${'a'.repeat(200)}`,
  ])
    answers.push(await open(path));
  app.clock.pass(-90 * 86_400 - 60);
  for (const answer of answers) {
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toContain('This link is no longer valid');
  }
  expect((await open(paths[1] ?? '')).statusCode).toBe(404);
  expect((await open(paths[2] ?? '')).statusCode).toBe(404);
});

test('rate-limits guesses at short link codes', async () => {
  const from = { remoteAddress: '198.51.100.7' };
  for (let round = 0; round < 60; round += 1) await visitor(app).get(`/t/guess${round}`, from);
  const answer = await visitor(app).get('/t/guess', from);
  expect([answer.statusCode, Number(answer.headers['retry-after']) > 0]).toEqual([429, true]);
});

test('confirms a withdrawal by text without a link, and cancels queued texts', async () => {
  const { bodies, withdraw, id } = await applied();
  await withdraw();
  expect(await bodies()).toEqual([
    null,
    expect.stringMatching(/you withdrew your financing application\. .* Reply STOP to end\.$/),
  ]);
  const states = await sql(
    "select status from messages where channel = 'text' and key like $1 order by id",
    [`homeowner-${id}-%`],
  );
  expect(states.map(({ status }) => status)).toEqual(['suppressed', 'delivered']);
});

test("a homeowner's data copy lists the texts, and a data removal empties them", async () => {
  const { bodies, email, id } = await applied();
  await bodies();
  const { db } = app.deps.database;
  const source = applicationPerson([], { keys: app.deps.keys, timeZone: 'America/New_York' });
  const [item] = await source.copy(db, email, [], 'en');
  const listed = item?.facts.filter(([label]) => label.startsWith('Text message')) ?? [];
  expect(listed.map(([, value]) => value)).toEqual([
    'Application received, to (512) 555-0147',
    'Offers available, to (512) 555-0147',
  ]);
  const [row] = await sql('select contractor_id from applications where id = $1', [id]);
  await db.transaction((tx) =>
    forgetMessages(
      tx,
      [{ contractorId: row.contractor_id, kind: 'homeowner', id }],
      app.clock.now(),
    ),
  );
  expect(
    await sql(
      "select recipient, text, payload from messages where channel = 'text' and key like $1",
      [`homeowner-${id}-%`],
    ),
  ).toEqual([
    { recipient: null, text: null, payload: null },
    { recipient: null, text: null, payload: null },
  ]);
});

test('lists unsent texts in the outbox', async () => {
  const { bodies } = await applied();
  const [text = ''] = await bodies();
  const page = await app.app.inject({
    url: '/outbox',
    remoteAddress: '127.0.0.1',
    headers: { host: 'localhost' },
  });
  expect(page.body).toContain('Text messages');
  expect(page.body).toContain(`href="http://localhost:3000${pathOf(text)}"`);
});
