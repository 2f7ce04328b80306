import { afterAll, beforeAll, expect, test } from 'vitest';
import { consentsOn } from '../../../../test/consents.ts';
import { createTestApp, visitor, type TestApp } from '../../../../test/app.ts';
import { unsaid } from '../../../../test/offers.ts';
import { mailTo } from '../../../../test/mail.ts';
import { seal } from '../../../platform/crypto/secrets.ts';
import { recordLenderEvent } from '../index.ts';
import { inviteHomeowner } from '../queue-jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

let made = 0;
const sql = async (text: string, values: unknown[] = []) =>
  (await app.deps.database.pool.query(text, values)).rows;
const call = (path: string, payload: object, remoteAddress = `203.0.113.${made}`) =>
  visitor(app).call('POST', `/homeowner/${path}`, { payload, remoteAddress });

/** Sends an application; its phone ends in 0147. */
async function send(email: string, phone = '(512) 555-0147'): Promise<string> {
  made += 1;
  const { token } = (await call('pages/oak-and-iron/applications', {})).json();
  const form = {
    firstName: 'Hana',
    lastName: 'Home',
    email,
    phone,
    city: 'Austin',
    state: 'TX',
    creditBand: 'good',
  };
  const more = { requestedAmount: 22_000, project: 'Kitchen' };
  const consents = await consentsOn(app, 'oak-and-iron');
  expect(
    (await call(`applications/${token}/submit`, { ...form, ...more, consents })).statusCode,
  ).toBe(200);
  return token;
}
const offersMails = async (to: string) =>
  (await mailTo(app, to)).filter(({ event }) => event === 'homeowner-offers');
async function linkTo(email: string): Promise<string> {
  const [mail] = await offersMails(email);
  return /\/p\/oak-and-iron\/application\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}
const open = (link: string, phoneEnding: string, from?: string) =>
  call('way-back', { link, phoneEnding }, from);

test('a homeowner with offers gets one message, even when its job runs twice', async () => {
  const token = await send('hana@example.com');
  const [mail, ...more] = await offersMails('hana@example.com');
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ subject: 'Your financing offers are ready' });
  expect(mail?.text).toContain('Oak & Iron');
  // Typed text stays out: the sender of the form may not be the reader of this e-mail.
  for (const typed of ['Hana', 'Home', '22,000', '0147']) expect(mail?.html).not.toContain(typed);
  const [row] = await sql('select id, contractor_id from applications order by id desc limit 1');
  const handler = app.composed.jobs.find(({ job }) => job.id === inviteHomeowner.id);
  await handler?.run({ contractorId: row.contractor_id, applicationId: Number(row.id) });
  expect(await offersMails('hana@example.com')).toHaveLength(1);
  expect(token).not.toBe('');
});

test('offers that lenders send one by one result in one message', async () => {
  await send('onebyone@example.com');
  await sql("delete from graphile_worker._private_jobs where key like 'ask-lenders-%'");
  const [row] = await sql(
    "select id, contractor_id, reference from applications where email = 'onebyone@example.com'",
  );
  const quiet = { ...app.context, emit: async () => {} };
  for (const number of [1, 2, 3]) {
    const offer = {
      reference: `o-${number}`,
      kind: 'loan',
      lenderName: `Lender ${number}`,
      amount: 9000,
    } as const;
    await recordLenderEvent(quiet, 'webhook', {
      id: `onebyone-${number}`,
      application: row.reference,
      createdAt: app.clock.now().toISOString(),
      type: 'offers.received',
      offers: [
        { ...offer, apr: 7, termMonths: 60, monthlyPayment: 180, qualified: false, ...unsaid },
      ],
    });
  }
  expect(await offersMails('onebyone@example.com')).toEqual([]);
  const waiting = await sql('select run_at from graphile_worker._private_jobs where key = $1', [
    `invite-homeowner-${row.id}`,
  ]);
  expect(waiting.map(({ run_at: at }) => at.getTime() - app.clock.now().getTime())).toEqual([
    20_000,
  ]);
  await sql('update graphile_worker._private_jobs set run_at = now() where key = $1', [
    `invite-homeowner-${row.id}`,
  ]);
  const [mail, ...more] = await offersMails('onebyone@example.com');
  expect([mail?.text.includes('You have 3 offers'), more]).toEqual([true, []]);
});

test("repeated applications with another person's address send it at most five e-mails a day", async () => {
  for (let round = 0; round < 7; round += 1)
    await send(round % 2 ? 'Stranger@example.com' : 'stranger@example.com', `512555100${round}`);
  await app.work();
  const mails = await sql(
    "select 1 from messages where channel = 'email' and event = 'homeowner-offers' and lower(recipient) = 'stranger@example.com'",
  );
  expect(mails).toHaveLength(5);
});

test('the link opens the application on another device with the last digits of the phone number; the first browser keeps access', async () => {
  const token = await send('twodevices@example.com');
  const link = await linkTo('twodevices@example.com');
  const opened = (await open(link, '0147')).json();
  expect(opened).toMatchObject({ status: 'offers', draft: { email: 'twodevices@example.com' } });
  expect(opened.token).not.toBe(token);
  for (const secret of [token, opened.token])
    expect((await visitor(app).get(`/homeowner/applications/${secret}`)).statusCode).toBe(200);
  const [stored] = await sql(
    "select code_hash from access_links where purpose = 'application-device' order by id desc limit 1",
  );
  expect(JSON.stringify(stored)).not.toContain(opened.token);
  const chosen = await call(
    `applications/${opened.token}/offers/${opened.offers[0].id}/choose`,
    {},
  );
  expect(chosen.json().token).toBe(opened.token);
  for (let round = 0; round < 10; round += 1) {
    app.clock.pass(1);
    await open(link, '0147', `203.0.113.${100 + round}`);
  }
  app.clock.pass(-10);
  expect((await visitor(app).get(`/homeowner/applications/${opened.token}`)).statusCode).toBe(404);
  expect((await visitor(app).get(`/homeowner/applications/${token}`)).statusCode).toBe(200);
});

test('wrong digits reveal nothing, and attempts end with the fifth in an hour and the fifteenth overall, across callers', async () => {
  await send('guessed@example.com');
  const link = await linkTo('guessed@example.com');
  const wrong = await open(link, '0000');
  expect(wrong.statusCode).toBe(422);
  expect(Object.keys(wrong.json())).toEqual(['error', 'message', 'fields']);
  for (let round = 1; round < 5; round += 1) await open(link, '0000', `192.0.2.${round}`);
  expect((await open(link, '0147', '192.0.2.9')).statusCode).toBe(429);
  app.clock.pass(3601);
  expect((await open(link, '0147')).statusCode).toBe(200);
  for (let hour = 0; hour < 2; hour += 1) {
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((one) => open(link, `000${one}`, `192.0.2.${one}`)),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([422, 422, 422, 422, 422]);
    app.clock.pass(3601);
  }
  const ended = await open(link, '0147', '192.0.2.77');
  expect(ended.json()).toMatchObject({ error: 'invalid_link' });
  app.clock.pass(-3 * 3601);
});

test('a made-up, expired, or withdrawn link opens nothing, and all look the same', async () => {
  const token = await send('ended@example.com');
  const link = await linkTo('ended@example.com');
  const [row] = await sql(
    "select id, contractor_id from applications where email = 'ended@example.com'",
  );
  const statement = JSON.stringify({
    contractorId: row.contractor_id,
    id: Number(row.id),
    until: Date.now() + 1e9,
  });
  const key = app.deps.keys.derive('homeowner link');
  const forged = [
    seal(new Uint8Array(32), statement, 'way back to an application'),
    seal(key, statement, 'another purpose'),
    `${link.slice(0, -2)}AA`,
    'nonsense',
  ];
  const answers = [];
  for (const one of forged) answers.push((await open(one, '0147')).json());
  await call(`applications/${token}/withdraw`, {});
  answers.push((await open(link, '0147')).json());
  await send('late@example.com');
  const late = await linkTo('late@example.com');
  app.clock.pass(90 * 86_400 + 60);
  answers.push((await open(late, '0147')).json());
  app.clock.pass(-90 * 86_400 - 60);
  for (const answer of answers)
    expect(answer).toEqual({ error: 'invalid_link', message: 'Invalid link' });
});

test('no public response reveals whether an address has applied', async () => {
  await send('known@example.com');
  const drafts = await Promise.all(
    ['known@example.com', 'unknown@example.com'].map(async (email) => {
      const { token: _token, ...rest } = (
        await call('pages/oak-and-iron/applications', { draft: { email } })
      ).json();
      return { ...rest, draft: Object.keys(rest.draft) };
    }),
  );
  expect(drafts[0]).toEqual(drafts[1]);
});
