import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ErrorCode } from '@lintel/contract/core/errors';
import { consentsOn } from '../../../../test/consents.ts';
import { createTestApp, visitor, type TestApp } from '../../../../test/app.ts';
import { mailTo } from '../../../../test/mail.ts';
import { admission } from './admission.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(() => app.deps.database.pool.query('delete from call_counters'));
afterAll(() => app.close());

const call = (path: string, payload: object, remoteAddress: string) =>
  visitor(app).call('POST', `/homeowner/${path}`, { payload, remoteAddress });

let people = 0;
const somebody = () => {
  people += 1;
  return {
    email: `person${people}@example.com`,
    phone: `512556${String(people).padStart(4, '0')}`,
  };
};
const start = async (from: string, page = 'oak-and-iron'): Promise<string> =>
  (await call(`pages/${page}/applications`, {}, from)).json().token;
const send = async (
  token: string,
  from: string,
  more: object = somebody(),
  page = 'oak-and-iron',
) =>
  call(
    `applications/${token}/submit`,
    {
      firstName: 'Hana',
      lastName: 'Home',
      city: 'Austin',
      state: 'TX',
      creditBand: 'good',
      requestedAmount: 22_000,
      project: 'Kitchen',
      ...(!('consents' in more) && { consents: await consentsOn(app, page) }),
      ...more,
    },
    from,
  );

interface Challenge {
  algorithm: string;
  challenge: string;
  maxnumber: number;
  salt: string;
  signature: string;
}
const challengeOf = async (token: string, from: string): Promise<Challenge> =>
  (await call(`applications/${token}/challenge`, {}, from)).json();
function solved({ maxnumber, ...challenge }: Challenge) {
  for (let number = 0; number <= maxnumber; number += 1)
    if (
      createHash('sha256')
        .update(challenge.salt + number)
        .digest('hex') === challenge.challenge
    )
      return { ...challenge, number };
  throw new Error('The challenge has no solution');
}
/** Simulates this many applications of a network within the hour. */
async function alreadySent(from: string, times: number): Promise<void> {
  await send(await start(from), from);
  await app.deps.database.pool.query('update call_counters set count = $1 where key = $2', [
    times,
    `application:network:${from}`,
  ]);
}
const errorOf = (answer: { json(): { error?: ErrorCode } }) => answer.json().error ?? null;

test('a network with many applications has to solve challenges, and beyond that has to wait', async () => {
  const from = '198.51.100.1';
  await alreadySent(from, admission.ofNetwork.free - 1);
  expect(errorOf(await send(await start(from), from))).toBe(null);
  const token = await start(from);
  const person = somebody();
  expect(errorOf(await send(token, from, person))).toBe('work_required');
  const work = solved(await challengeOf(token, from));
  expect((await send(token, from, { ...person, work })).json().status).toBe('searching');
  // Other networks aren't affected.
  expect(errorOf(await send(await start('198.51.100.2'), '198.51.100.2'))).toBe(null);
  await alreadySent(from, admission.ofNetwork.most);
  const late = await start(from);
  const refused = await send(late, from, {
    work: solved(await challengeOf(late, from)),
    ...somebody(),
  });
  expect([refused.statusCode, errorOf(refused)]).toEqual([429, 'too_many_requests']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});

test('a solution is valid for one application, with its own number, for ten minutes', async () => {
  const from = '198.51.100.3';
  await alreadySent(from, admission.ofNetwork.free);
  const [own, other] = [await start(from), await start(from)];
  const work = solved(await challengeOf(own, from));
  const tries = [
    [other, work],
    [own, { ...work, number: work.number + 1 }],
    [own, { ...work, salt: work.salt.replace(/expires=\d+/, 'expires=99999999999') }],
    [own, { ...work, signature: 'f'.repeat(64) }],
  ] as const;
  for (const [token, given] of tries)
    expect(errorOf(await send(token, from, { ...somebody(), work: given }))).toBe('work_required');
  app.clock.pass(10 * 60);
  expect(errorOf(await send(own, from, { ...somebody(), work }))).toBe('work_required');
  app.clock.pass(-10 * 60);
  expect(errorOf(await send(own, from, { ...somebody(), work }))).toBe(null);
});

test('a bot that fills in the hidden field has to solve a challenge', async () => {
  const from = '198.51.100.4';
  const token = await start(from);
  const person = { ...somebody(), website: 'https://spam.example' };
  expect(errorOf(await send(token, from, person))).toBe('work_required');
  const work = solved(await challengeOf(token, from));
  expect(errorOf(await send(token, from, { ...person, work }))).toBe(null);
});

test('limits daily applications per e-mail address and per phone, across networks', async () => {
  const { most } = admission.ofPerson;
  for (const [kind, key] of [
    ['email', 'email'],
    ['phone', 'phone'],
  ] as const) {
    const victim = somebody();
    const hash = createHash('sha256').update(victim[kind]).digest('hex');
    await send(await start('198.51.100.5'), '198.51.100.5', victim);
    await app.deps.database.pool.query('update call_counters set count = $1 where key = $2', [
      most,
      `application:${key}:${hash}`,
    ]);
    const from = '203.0.113.9';
    const again = await send(await start(from), from, { ...somebody(), [kind]: victim[kind] });
    expect(errorOf(again)).toBe('too_many_requests');
  }
});

test("issues challenges only to browsers with an application's secret", async () => {
  const answer = await call(`applications/${'x'.repeat(43)}/challenge`, {}, '198.51.100.6');
  expect(answer.statusCode).toBe(404);
});

test('a homeowner who applies again is directed to the application in progress by a message, not in this browser', async () => {
  const from = '198.51.100.7';
  const person = somebody();
  const first = await start(from);
  await send(first, from, person);
  await app.work();
  const again = await start(from);
  const answer = await send(again, '203.0.113.10', {
    ...person,
    email: person.email.toUpperCase(),
    requestedAmount: 9000,
  });
  expect(answer.json()).toMatchObject({
    status: 'joined',
    draft: {},
    offers: [],
    information: null,
  });
  // The response reveals nothing of the other application; sending or filling in again changes
  // nothing.
  expect((await send(again, from, person)).json().status).toBe('joined');
  const filled = await call(`applications/${again}`, { draft: { city: 'Dallas' } }, from);
  expect(errorOf(filled)).toBe('application_closed');
  await app.work();
  const mails = await mailTo(app, person.email);
  expect(mails.filter(({ event }) => event === 'homeowner-received')).toHaveLength(1);
  expect(mails.filter(({ event }) => event === 'homeowner-confirm')).toHaveLength(1);
  const { rows } = await app.deps.database.pool.query(
    'select count(completed_at)::int as sent, count(*)::int as started from applications where email = $1 or joined_to is not null',
    [person.email],
  );
  expect(rows).toEqual([{ sent: 1, started: 2 }]);
});

test("the browser that sent the first application is directed to it at once; another application's secret doesn't work", async () => {
  const from = '198.51.100.8';
  const person = somebody();
  const [first, stranger] = [await start(from), await start(from)];
  await send(first, from, person);
  await send(stranger, from);
  await app.work();
  const led = await send(await start(from), from, { ...person, former: first });
  expect(led.json()).toMatchObject({ token: first, status: 'offers' });
  for (const former of [stranger, 'x'.repeat(43)])
    expect((await send(await start(from), from, { ...person, former })).json().status).toBe(
      'joined',
    );
});

test("an application that has ended, is old, belongs to another contractor, or shares only one contact isn't joined", async () => {
  const from = '198.51.100.9';
  const statusAfter = async (person: object, page?: string) =>
    (await send(await start(from, page), from, person, page)).json().status;
  const person = somebody();
  const first = await start(from);
  await send(first, from, person);
  await app.work();
  expect(await statusAfter(person, 'summit-roofing')).toBe('searching');
  expect(await statusAfter({ ...person, phone: '5125569999' })).toBe('searching');
  expect(await statusAfter({ ...person, email: 'else@example.com' })).toBe('searching');
  await call(`applications/${first}/withdraw`, {}, from);
  expect(await statusAfter(person)).toBe('searching');
  expect(await statusAfter(person)).toBe('joined');
  const poor = { ...somebody(), creditBand: 'poor' };
  await statusAfter(poor);
  await app.work();
  expect(await statusAfter(poor)).toBe('searching');
  app.clock.pass(31 * 86_400);
  expect(await statusAfter(person)).toBe('searching');
  app.clock.pass(-31 * 86_400);
});

test('two forms sent in parallel for the same homeowner become one application', async () => {
  const from = '198.51.100.10';
  const person = somebody();
  const tokens = [await start(from), await start(from), await start(from)];
  const answers = await Promise.all(tokens.map((token) => send(token, from, person)));
  const statuses: string[] = answers.map((answer) => answer.json().status);
  expect(statuses.filter((status) => status === 'joined')).toHaveLength(2);
  expect(statuses).toContain('searching');
});

test('rejects a homeowner in an unserved state before sending anything', async () => {
  const from = '198.51.100.77';
  const token = await start(from);
  const refused = await send(token, from, { ...somebody(), state: 'CA' });
  expect(refused.statusCode).toBe(422);
  expect(Object.keys(refused.json().fields)).toEqual(['state']);
  expect(refused.json().fields.state).toContain('California');
  // Licensed in Texas, but no lender lends there.
  const { pool } = app.deps.database;
  const lenders = (states: string) =>
    pool.query(
      `update settings set value = jsonb_set(value, '{lenders}', (select jsonb_agg(one || $1::jsonb)
       from jsonb_array_elements(value -> 'lenders') one)) where name = 'Provider'`,
      [`{"states": ${states}}`],
    );
  await lenders('["CO", "CA"]');
  expect((await send(token, from, { ...somebody(), state: 'TX' })).statusCode).toBe(422);
  await lenders('["TX"]');
  expect((await send(token, from, { ...somebody(), state: 'TX' })).statusCode).toBe(200);
  await lenders('[]');
});

test('production accepts no applications until the legal name and the lenders are entered', async () => {
  const { config, database } = app.deps;
  const { NODE_ENV } = config;
  const from = '198.51.100.240';
  const token = await start(from);
  const stored = async (): Promise<object> =>
    (await database.pool.query("select value from settings where name = 'Provider'")).rows[0].value;
  const store = (value: object) =>
    database.pool.query("update settings set value = $1 where name = 'Provider'", [value]);
  const complete = await stored();
  const refused = async () => [
    (await call('pages/oak-and-iron/applications', {}, from)).json().error,
    (await send(token, from)).json().error,
  ];
  Object.assign(config, { NODE_ENV: 'production' });
  try {
    for (const missing of [{ legalName: '' }, { lenders: [] }]) {
      await store({ ...complete, ...missing });
      expect(await refused()).toEqual(['not_open', 'not_open']);
    }
    await store(complete);
    expect((await send(token, from)).statusCode).toBe(200);
  } finally {
    await store(complete);
    Object.assign(config, { NODE_ENV });
  }
});

test('a closed page accepts no applications, including started drafts', async () => {
  const from = '198.51.100.241';
  const token = await start(from);
  const turn = (isActive: boolean) =>
    app.deps.database.pool.query(
      "update co_branded_pages set is_active = $1 where page_name = 'oak-and-iron'",
      [isActive],
    );
  const consents = await consentsOn(app, 'oak-and-iron');
  await turn(false);
  try {
    const begun = await call('pages/oak-and-iron/applications', {}, from);
    const sent = await send(token, from, { ...somebody(), consents });
    expect([begun.statusCode, sent.statusCode]).toEqual([404, 404]);
  } finally {
    await turn(true);
  }
  expect((await send(token, from)).statusCode).toBe(200);
});
