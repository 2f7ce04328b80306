import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { LenderEvent } from '@lintel/contract/lenders/events';
import { consentsOn } from '../../../test/consents.ts';
import { createTestApp, visitor, type TestApp } from '../../../test/app.ts';
import { unsaid } from '../../../test/offers.ts';
import { mailTo, type Mail } from '../../../test/mail.ts';
import { signBody } from '../../platform/crypto/secrets.ts';
import { webhookSecret } from '../../../test/app.ts';
import { inviteHomeowner, remindExpiring } from './queue-jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql('delete from call_counters');
});

const sql = async (text: string, values: unknown[] = []) =>
  (await app.deps.database.pool.query(text, values)).rows;

const lendersAreSilent = () =>
  sql(
    "delete from graphile_worker._private_jobs where key like any(array['ask-lenders-%', 'tell-%'])",
  );

let made = 0;
type Language = 'en' | 'es';

/** Applies with lenders that answer only when the test sends their events. */
async function applied(language: Language = 'en', email = `reader-${(made += 1)}@example.com`) {
  const call = (path: string, payload: object) =>
    visitor(app).call('POST', `/homeowner/${path}`, {
      payload,
      remoteAddress: `203.0.113.${made % 250}`,
    });
  const { token } = (await call('pages/oak-and-iron/applications', { language })).json();
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
  const consents = await consentsOn(app, 'oak-and-iron');
  const send = () => call(`applications/${token}/submit`, { ...form, consents });
  expect((await send()).statusCode).toBe(200);
  await lendersAreSilent();
  const [row] = await sql(
    'select id, contractor_id, reference from applications order by id desc limit 1',
  );
  const tell = async (event: Partial<LenderEvent> & { id?: string }) => {
    const id = event.id ?? `${String(event.type)}-${row.id}-${Math.random()}`;
    const createdAt = app.clock.now().toISOString();
    const payload = JSON.stringify({ application: row.reference, createdAt, ...event, id });
    const answer = await app.app.inject({
      method: 'POST',
      url: '/api/v1/integrations/lenders/events',
      payload,
      headers: {
        'content-type': 'application/json',
        'lintel-signature': signBody(webhookSecret, payload, app.clock.now()),
      },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    return { id };
  };
  const offer = (name: string, lenderPhone?: string) => ({
    reference: `${row.reference}.${name}`,
    kind: 'loan' as const,
    lenderName: name,
    amount: 20_000,
    apr: 8,
    termMonths: 84,
    monthlyPayment: 310,
    qualified: false,
    ...unsaid,
    ...(lenderPhone !== undefined && { lenderPhone }),
  });
  const offered = async (phone?: string) => {
    const offers = [offer('Keystone', phone), offer('Mainstreet', phone)];
    await tell({ type: 'offers.received', offers });
    await sql('update graphile_worker._private_jobs set run_at = now() where key = $1', [
      `invite-homeowner-${row.id}`,
    ]);
  };
  /** Advances past the time in which other lenders' offers are gathered. */
  const answeredLate = async () => {
    const key = `homeowner-no-offers-${row.id}`;
    await sql('update graphile_worker._private_jobs set run_at = now() where key = $1', [key]);
    await app.work();
  };
  /** The same, with one e-mail waiting in the queue. */
  const answeredLateAndWaits = () =>
    app.composed.jobs
      .find(({ job }) => job.id === inviteHomeowner.id)
      ?.run({ contractorId: Number(row.contractor_id), applicationId: Number(row.id) });
  const read = async () => (await visitor(app).get(`/homeowner/applications/${token}`)).json();
  const choose = async (name: string, replaces: string | null = null) => {
    const { offers } = await read();
    const idOf = (lender: string | null) =>
      offers.find(({ lenderName }: { lenderName: string }) => lenderName === lender)?.id ?? null;
    const answer = await call(`applications/${token}/offers/${idOf(name)}/choose`, {
      replaces: idOf(replaces),
    });
    expect(answer.statusCode, answer.body).toBe(200);
    await lendersAreSilent();
  };
  return {
    id: Number(row.id),
    email,
    send,
    tell,
    offered,
    answeredLate,
    answeredLateAndWaits,
    choose,
    about: (name: string) => ({ offer: `${row.reference}.${name}` }),
    withdraw: () => call(`applications/${token}/withdraw`, {}),
    mails: () => mailTo(app, email),
    events: async () => (await mailTo(app, email)).map(({ event }) => event).toReversed(),
    waiting: () =>
      sql(
        "select event, status from messages where channel = 'email' and key like $1 order by id",
        [`homeowner-${row.id}-%`],
      ),
  };
}
const remind = () =>
  app.composed.schedules
    .find(({ handler }) => handler.job.id === remindExpiring.id)
    ?.handler.run({});
const day = 86_400;

/** Expected text of each message by language; none of it is typed by a person. */
const said: Record<Language, Record<string, string[]>> = {
  en: {
    'homeowner-received': ['We received your financing application', 'Oak & Iron', '/application/'],
    'homeowner-offers': ['Your financing offers are ready', 'You have 2 offers', '/application/'],
    'homeowner-choice': [
      'You chose the offer from Keystone',
      'until Keystone approves',
      '/application/',
    ],
    'homeowner-information': [
      'Keystone needs something from you',
      'Your pay stubs',
      'Fax them',
      '/application/',
    ],
    'homeowner-expiring': [
      'Keystone still needs something from you by',
      '7 days left',
      'Your pay stubs',
      '/application/',
    ],
    'homeowner-approved': ['Keystone approved your financing', "You're approved", '/application/'],
    'homeowner-funded': ['Keystone sent the money', 'Your project is funded', '/application/'],
  },
  es: {
    'homeowner-received-es': ['Recibimos su solicitud', 'Oak & Iron', '/application/'],
    'homeowner-offers-es': [
      'Sus ofertas de financiamiento están listas',
      'Tiene 2 ofertas',
      '/application/',
    ],
    'homeowner-choice-es': [
      'Usted eligió la oferta de Keystone',
      'no haya aprobado',
      '/application/',
    ],
    'homeowner-information-es': [
      'Keystone necesita algo de usted',
      'Your pay stubs',
      'Fax them',
      '/application/',
    ],
    'homeowner-expiring-es': [
      'Keystone todavía necesita algo',
      'Quedan 7 días',
      'Your pay stubs',
      '/application/',
    ],
    'homeowner-approved-es': [
      'Keystone aprobó su financiamiento',
      'está aprobado',
      '/application/',
    ],
    'homeowner-funded-es': ['Keystone entregó el dinero', 'está financiado', '/application/'],
  },
};

test.each(['en', 'es'] as const)(
  'a homeowner who reads %s gets each step once, in that language, even when events repeat',
  async (language) => {
    const { offered, choose, tell, about, send, mails, email } = await applied(language);
    await send();
    await offered();
    await app.work();
    await choose('Keystone');
    const wanted = { what: 'Your pay stubs', how: 'Fax them' };
    const { id } = await tell({ type: 'information.requested', ...about('Keystone'), ...wanted });
    await tell({ id, type: 'information.requested', ...about('Keystone'), ...wanted });
    app.clock.pass(43 * day);
    await remind();
    await remind();
    app.clock.pass(-43 * day);
    await app.work();
    await tell({ type: 'application.approved', ...about('Keystone') });
    await tell({ type: 'application.approved', ...about('Keystone') });
    await app.work();
    await tell({ type: 'offer.funded', ...about('Keystone'), amount: 20_000 });
    await tell({ type: 'offer.funded', ...about('Keystone'), amount: 20_000 });
    const got = (await mails()).toReversed();
    expect(got.map(({ event }) => event)).toEqual(Object.keys(said[language]));
    for (const mail of got) {
      for (const words of said[language][mail.event] ?? [])
        expect(`${mail.subject}\n${mail.text}`).toContain(words);
      for (const typed of ['Hana', 'Home,', '22,000', '0147', email])
        expect(mail.html).not.toContain(typed);
      expect(mail.html).toContain(`<html lang="${language}-US"`);
    }
  },
);

test('cancels queued messages that another choice, an approval, or a withdrawal has outdated', async () => {
  const { offered, choose, tell, about, events, waiting } = await applied();
  await offered();
  await app.work();
  await choose('Keystone');
  await tell({ type: 'information.requested', ...about('Keystone'), what: 'A', how: 'B' });
  await choose('Mainstreet', 'Keystone');
  expect(await events()).toEqual(['homeowner-received', 'homeowner-offers', 'homeowner-choice']);
  await tell({ type: 'information.requested', ...about('Mainstreet'), what: 'A', how: 'B' });
  await tell({ type: 'application.approved', ...about('Mainstreet') });
  // Late events, and events about a former choice, send nothing.
  await tell({ type: 'information.requested', ...about('Mainstreet'), what: 'A', how: 'B' });
  await tell({ type: 'information.requested', ...about('Keystone'), what: 'A', how: 'B' });
  expect((await events()).slice(3)).toEqual(['homeowner-approved']);
  expect((await waiting()).map(({ event, status }) => `${event} ${status}`)).toEqual([
    'homeowner-received sent',
    'homeowner-offers sent',
    'homeowner-choice suppressed',
    'homeowner-information suppressed',
    'homeowner-choice sent',
    'homeowner-information suppressed',
    'homeowner-approved sent',
  ]);
});

test("staff can't resend a message that is no longer true", async () => {
  const { offered, choose, id } = await applied();
  await offered();
  await app.work();
  await choose('Keystone');
  await app.work();
  const key = `homeowner-${id}-choice-%`;
  await sql("update messages set status = 'failed' where channel = 'email' and key like $1", [key]);
  await choose('Mainstreet', 'Keystone');
  const states = await sql(
    "select status from messages where channel = 'email' and key like $1 order by id",
    [key],
  );
  expect(states.map(({ status }) => status)).toEqual(['suppressed', 'queued']);
});

test('confirms a withdrawal without a link, and sends nothing after it', async () => {
  const { offered, choose, withdraw, tell, about, mails } = await applied('es');
  await offered();
  await choose('Keystone');
  await withdraw();
  await withdraw();
  await tell({ type: 'application.approved', ...about('Keystone') });
  const got = await mails();
  expect(got.map(({ event }) => event)).toEqual(['homeowner-withdrawn-es']);
  expect(got[0]?.subject).toBe('Usted retiró su solicitud de financiamiento');
  expect(got[0]?.html).not.toMatch(/#back=|\/p\//);
});

test('an unsubscribed homeowner gets only lender requests, decisions, and the withdrawal', async () => {
  const { offered, choose, tell, about, events, email } = await applied();
  const first = (await mailTo(app, email))[0] ?? ({} as Mail);
  const link = /Unsubscribe: http:\/\/localhost:3000(\S+)/.exec(first.text)?.[1] ?? '';
  expect((await visitor(app).post(link)).statusCode).toBe(200);
  await offered();
  await app.work();
  await choose('Keystone');
  await tell({ type: 'information.requested', ...about('Keystone'), what: 'A', how: 'B' });
  app.clock.pass(45 * day);
  await remind();
  app.clock.pass(-45 * day);
  await app.work();
  await tell({ type: 'application.approved', ...about('Keystone') });
  await app.work();
  await tell({ type: 'offer.funded', ...about('Keystone'), amount: 20_000 });
  expect(await events()).toEqual([
    'homeowner-received',
    'homeowner-information',
    'homeowner-approved',
    'homeowner-funded',
  ]);
  for (const { event, text } of (await mailTo(app, email)).slice(0, 3))
    expect([event, text.includes('Unsubscribe')]).toEqual([event, false]);
  await visitor(app).call('POST', link, {
    payload: 'undo=1',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const again = await applied('en', email);
  expect((await again.events()).at(-1)).toBe('homeowner-received');
});

test('the footer and the unsubscribe page are in the language of the message', async () => {
  const { mails } = await applied('es');
  const [mail] = await mails();
  const link =
    /Cancelar la suscripción: http:\/\/localhost:3000(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const page = await visitor(app).get(link);
  expect(page.body).toContain('<html lang="es-US">');
  expect(page.body).toContain('Cancelar la suscripción');
  expect((await visitor(app).post(link)).body).toContain('Su suscripción está cancelada');
});

test('changing choices or applying repeatedly sends an address only a few e-mails a day', async () => {
  const email = 'flooded@example.com';
  const { offered, choose } = await applied('en', email);
  await offered();
  for (let round = 0; round < 4; round += 1) {
    await choose('Keystone', round === 0 ? null : 'Mainstreet');
    await app.work();
    await choose('Mainstreet', 'Keystone');
    await app.work();
  }
  for (let round = 0; round < 6; round += 1) await applied('en', email.toUpperCase());
  await app.work();
  const counts = await sql(
    "select event, count(*)::int as count from messages where channel = 'email' and lower(recipient) = $1 group by event order by event",
    [email],
  );
  expect(Object.fromEntries(counts.map(({ event, count }) => [event, count]))).toEqual({
    'homeowner-choice': 5,
    // Later applications join the first, which its owner confirms by e-mail.
    'homeowner-confirm': 5,
    'homeowner-offers': 1,
    'homeowner-received': 1,
  });
});

test("lender messages still arrive when others have used up the homeowner's limit", async () => {
  const { offered, choose, tell, about, events, email } = await applied();
  await offered();
  await choose('Keystone');
  for (let round = 0; round < 12; round += 1) await applied('en', email);
  await tell({ type: 'information.requested', ...about('Keystone'), what: 'A', how: 'B' });
  expect(await events()).toContain('homeowner-information');
});

test('reminds homeowners seven and two days before the deadline, not after it, and never without a deadline', async () => {
  const wanting = await applied();
  const qualified = await applied();
  for (const one of [wanting, qualified]) {
    await one.offered();
    await one.choose('Keystone');
    await one.tell({
      type: 'information.requested',
      ...one.about('Keystone'),
      what: 'A',
      how: 'B',
    });
  }
  await sql('update applications set is_qualified = true where id = $1', [qualified.id]);
  const seen: number[] = [];
  for (let passed = 0; passed <= 52; passed += 1) {
    await remind();
    seen.push((await wanting.events()).filter((event) => event === 'homeowner-expiring').length);
    app.clock.pass(day);
  }
  app.clock.pass(-53 * day);
  expect([seen.indexOf(1), seen.indexOf(2), Math.max(...seen)]).toEqual([43, 48, 2]);
  expect(await qualified.events()).not.toContain('homeowner-expiring');
});

test('a homeowner whose data was removed gets no more messages', async () => {
  const { offered, choose, tell, about, id, waiting } = await applied();
  await offered();
  await app.work();
  await choose('Keystone');
  await sql("update applications set anonymised_at = now(), email = '' where id = $1", [id]);
  const before = (await waiting()).length;
  await tell({ type: 'offer.funded', ...about('Keystone'), amount: 20_000 });
  expect(await waiting()).toHaveLength(before);
});

test('requests several documents in one message, repeats a rejected one, and stops once the lender has them', async () => {
  const { offered, choose, tell, about, id, mails, waiting } = await applied();
  await offered();
  await app.work();
  await choose('Keystone');
  const until = new Date(app.clock.now().getTime() + 10 * day * 1000).toISOString();
  const documents = [
    { request: 'license', what: 'Driver license', how: 'Upload it.', until },
    { request: 'stubs', what: 'Pay stubs', how: 'Upload it.' },
  ];
  await tell({ type: 'documents.requested', ...about('Keystone'), documents });
  const [asked] = await mails();
  expect(asked?.event).toBe('homeowner-information');
  expect(asked?.text).toMatch(/Driver license; Pay stubs[\s\S]*Upload it\.[\s\S]*Send it by/);
  const [request] = await sql(
    "select id, contractor_id from lender_requests where application_id = $1 and reference = 'license'",
    [id],
  );
  await sql(
    `insert into homeowner_documents (contractor_id, application_id, request_id, reference, name, content_type, bytes, sha256, uploaded_at, state)
     values ($1, $2, $3, 'd-1', 'a.pdf', 'application/pdf', 1, '', now(), 'sent')`,
    [request.contractor_id, id, request.id],
  );
  const rejected = {
    ...about('Keystone'),
    request: 'license',
    document: 'd-1',
    reason: 'It is cut off',
  };
  await tell({ type: 'document.rejected', ...rejected });
  expect((await mails())[0]?.text).toContain('Driver license (It is cut off)');
  await tell({
    type: 'information.requested',
    ...about('Keystone'),
    request: 'more',
    what: 'A',
    how: 'B',
  });
  for (const name of ['license', 'stubs', 'more'])
    await tell({ type: 'request.fulfilled', ...about('Keystone'), request: name });
  expect((await waiting()).at(-1)).toMatchObject({
    event: 'homeowner-information',
    status: 'suppressed',
  });
});

/** The text of an e-mail with line breaks and runs of spaces collapsed. */
const saidIn = (mail: Mail | undefined): string => mail?.text.replaceAll(/\s+/g, ' ') ?? '';
const inventedReasons = /credit score|income|debt|because|puntaje|ingresos|deudas|porque/i;

test.each([
  [
    'en',
    'homeowner-no-offers',
    [
      'None of them has an offer for you this time',
      'Each lender makes its own decision',
      'you get a written notice',
      'another way to pay for your project: (',
      '/application/',
    ],
  ],
  [
    'es',
    'homeowner-no-offers-es',
    [
      'Esta vez ninguno tiene una oferta para usted',
      'Cada prestamista decide por su cuenta',
      'usted recibe un aviso por escrito',
      'otra manera de pagar su proyecto: (',
      '/application/',
    ],
  ],
] as const)(
  'a homeowner who reads %s gets one message that no lender has an offer, without made-up reasons',
  async (language, event, words) => {
    const { tell, answeredLate, mails } = await applied(language);
    await app.work();
    await tell({ type: 'offers.received', offers: [] });
    await tell({ type: 'offers.received', offers: [] });
    // Other lenders may still have an offer, so the message waits five minutes.
    expect((await mails()).map((mail) => mail.event)).toEqual([
      language === 'es' ? 'homeowner-received-es' : 'homeowner-received',
    ]);
    await answeredLate();
    await tell({ type: 'offers.received', offers: [] });
    await answeredLate();
    const [mail, ...earlier] = await mails();
    expect(earlier).toHaveLength(1);
    expect(mail?.event).toBe(event);
    for (const said of words) expect(saidIn(mail)).toContain(said);
    expect(saidIn(mail)).not.toMatch(inventedReasons);
    expect(mail?.html).toContain(`<html lang="${language}-US"`);
  },
);

test("homeowners with an offer, a withdrawal, or an earlier offer don't get the message that there are no offers", async () => {
  const offered = await applied();
  await offered.tell({ type: 'offers.received', offers: [] });
  await offered.offered();
  await app.work();
  await offered.answeredLate();
  const withdrawn = await applied();
  await withdrawn.tell({ type: 'offers.received', offers: [] });
  await withdrawn.withdraw();
  await withdrawn.answeredLate();
  const lost = await applied();
  await lost.offered();
  await app.work();
  for (const name of ['Keystone', 'Mainstreet'])
    await lost.tell({ type: 'offer.withdrawn', ...lost.about(name) });
  await lost.tell({ type: 'offers.received', offers: [] });
  await lost.answeredLate();
  for (const { waiting } of [offered, withdrawn, lost])
    expect((await waiting()).map(({ event }) => event)).not.toContain('homeowner-no-offers');
});

test('cancels a queued message that there are no offers when an offer arrives', async () => {
  const { tell, answeredLateAndWaits, offered, waiting, events } = await applied();
  await app.work();
  await tell({ type: 'offers.received', offers: [] });
  await answeredLateAndWaits();
  await offered();
  expect(await events()).toEqual(['homeowner-received', 'homeowner-offers']);
  expect((await waiting())[1]).toEqual({ event: 'homeowner-no-offers', status: 'suppressed' });
});

test.each([
  [
    'en',
    'homeowner-taken-back',
    'Keystone withdrew the offer you chose',
    ['You have another offer', 'Each lender makes its own decision', 'you get a written notice'],
  ],
  [
    'es',
    'homeowner-taken-back-es',
    'Keystone retiró la oferta que usted eligió',
    [
      'Usted tiene otra oferta',
      'Cada prestamista decide por su cuenta',
      'usted recibe un aviso por escrito',
    ],
  ],
] as const)(
  'a homeowner who reads %s gets one message that the lender withdrew the chosen offer, and whom to call',
  async (language, event, subject, words) => {
    const { offered, choose, tell, about, mails } = await applied(language);
    await offered('8005550150');
    await choose('Keystone');
    await tell({ type: 'application.approved', ...about('Keystone') });
    await app.work();
    await tell({ type: 'offer.withdrawn', ...about('Keystone') });
    await tell({ type: 'offer.withdrawn', ...about('Keystone') });
    const taken = (await mails()).filter((mail) => mail.event === event);
    expect(taken.map((mail) => mail.subject)).toEqual([subject]);
    for (const said of [...words, '(800) 555-0150', '/application/'])
      expect(saidIn(taken[0])).toContain(said);
    expect(saidIn(taken[0])).not.toMatch(inventedReasons);
    // The last offer is withdrawn, too: no other offers are left to mention.
    await choose('Mainstreet');
    await tell({ type: 'offer.withdrawn', ...about('Mainstreet') });
    const [last] = await mails();
    expect(saidIn(last)).not.toMatch(/other offer|otra oferta|otras \d/);
  },
);

test('sends nothing when an unchosen offer is withdrawn, and cancels a queued loss after a new choice or an approval', async () => {
  const { offered, choose, tell, about, withdraw, waiting, events } = await applied();
  await offered();
  await app.work();
  await choose('Keystone');
  await app.work();
  await tell({ type: 'offer.withdrawn', ...about('Mainstreet') });
  expect(await events()).toEqual(['homeowner-received', 'homeowner-offers', 'homeowner-choice']);
  await tell({ type: 'offer.withdrawn', ...about('Keystone') });
  await withdraw();
  const states = async (of: typeof waiting) =>
    (await of()).slice(3).map(({ event, status }) => `${event} ${status}`);
  expect(await states(waiting)).toEqual([
    'homeowner-taken-back suppressed',
    'homeowner-withdrawn queued',
  ]);
  for (const goOn of ['choose', 'approved'] as const) {
    const other = await applied();
    await other.offered();
    await app.work();
    await other.choose('Keystone');
    await app.work();
    await other.tell({ type: 'offer.withdrawn', ...other.about('Keystone') });
    if (goOn === 'choose') await other.choose('Mainstreet');
    else await other.tell({ type: 'application.approved', ...other.about('Mainstreet') });
    expect((await states(other.waiting))[0]).toBe('homeowner-taken-back suppressed');
  }
});

test('an unsubscribed homeowner is notified of a withdrawn choice, but not that there are no offers', async () => {
  const first = await applied();
  const [mail] = await first.mails();
  const link = /Unsubscribe: http:\/\/localhost:3000(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  await visitor(app).post(link);
  await first.tell({ type: 'offers.received', offers: [] });
  await first.answeredLate();
  await first.offered();
  await first.choose('Keystone');
  await first.tell({ type: 'offer.withdrawn', ...first.about('Keystone') });
  expect(await first.events()).toEqual(['homeowner-received', 'homeowner-taken-back']);
});
