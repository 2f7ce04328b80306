import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { HomeownerApplication } from '@lintel/contract/applications/homeowner';
import { createTestApp, visitor, type TestApp } from '../../../../test/app.ts';
import { consentsOn } from '../../../../test/consents.ts';
import { mailTo } from '../../../../test/mail.ts';
import { findRow, setApplication } from '../repository.ts';
import { returnLinkUrl } from '../return-link.ts';
import type { ContactKind } from '../tables.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(() => app.deps.database.pool.query('delete from call_counters'));
afterAll(() => app.close());

const page = 'oak-and-iron';
const sql = async (text: string, values: unknown[] = []) =>
  (await app.deps.database.pool.query(text, values)).rows;
const call = (path: string, payload: object = {}) =>
  visitor(app).call('POST', `/homeowner/${path}`, { payload });
const read = (token: string) => visitor(app).get(`/homeowner/applications/${token}`);

let people = 0;
const somebody = () => {
  people += 1;
  return {
    email: `victim${people}@example.com`,
    phone: `512557${String(people).padStart(4, '0')}`,
  };
};
type Person = ReturnType<typeof somebody>;
const begin = async (): Promise<string> => (await call(`pages/${page}/applications`)).json().token;
async function apply(person: Person, more: object = {}, begun?: string) {
  const token = begun ?? (await begin());
  const consents = await consentsOn(app, page);
  const form = { firstName: 'Real', lastName: 'Owner', city: 'Austin', state: 'TX' };
  const wishes = { creditBand: 'good', requestedAmount: 22_000, project: 'Kitchen' };
  const answer = await call(`applications/${token}/submit`, {
    ...form,
    ...wishes,
    ...person,
    consents,
    ...more,
  });
  return { token, answer, view: answer.json<HomeownerApplication>() };
}
const impostor = { firstName: 'Fake', lastName: 'Person', city: 'Dallas', requestedAmount: 90_000 };

async function rowOf({ email }: Person) {
  const [row] = await sql(
    'select id, contractor_id from applications where email = $1 and completed_at is not null order by id desc limit 1',
    [email],
  );
  const found = await findRow(app.deps.database.db, {
    contractorId: row.contractor_id,
    id: Number(row.id),
  });
  if (found === undefined) throw new Error('No application');
  return found;
}
/** The link that was sent to one of the person's contacts. */
async function linkBy(person: Person, by: ContactKind): Promise<string> {
  const address = returnLinkUrl(app.context, await rowOf(person), {
    pageName: page,
    until: new Date(app.clock.now().getTime() + 1e9),
    by,
  });
  return address.split('/').at(-1) ?? '';
}
const prove = async (person: Person, by: ContactKind) =>
  call('way-back', { link: await linkBy(person, by), phoneEnding: person.phone.slice(-4) });

/** An impostor applies first, lenders answer, and the victim applies. */
async function contested() {
  const victim = somebody();
  const first = await apply(victim, impostor);
  await app.work();
  const offers = (await read(first.token)).json<HomeownerApplication>().offers;
  const second = await apply(victim);
  return { victim, impostor: first.token, second, offer: offers[0]?.id ?? 0 };
}

test('neither side of a contested application can see or change anything before proof', async () => {
  const { impostor: stolen, second, offer } = await contested();
  expect(second.view.status).toBe('joined');
  for (const token of [stolen, second.token]) {
    const seen = (await read(token)).json();
    expect(seen).toMatchObject({ status: 'joined', draft: {}, offers: [], requests: [] });
    expect(JSON.stringify(seen)).not.toMatch(/Fake|Dallas|Real|Austin|90000|22000/);
  }
  const tries = [
    [`/offers/${offer}/choose`, { replaces: null }],
    ['/withdraw', {}],
    ['/confirm', {}],
    ['/replace', {}],
    ['/language', { language: 'es' }],
    ['/link', {}],
    ['/challenge', {}],
    ['', { draft: { city: 'El Paso' } }],
  ] as const;
  for (const [path, body] of tries)
    expect((await call(`applications/${stolen}${path}`, body)).statusCode, path).toBe(409);
  const events = await visitor(app).get(`/homeowner/applications/${stolen}/events`);
  expect(events.statusCode).toBe(409);
  const agreed = await visitor(app).call('POST', `/p/${page}/agreed`, {
    payload: { token: stolen },
  });
  expect(agreed.statusCode).toBe(404);
});

test("the owner of the e-mail opens it, the impostor's secret ends, and lenders wait for confirmation", async () => {
  const { victim, impostor: stolen, second, offer } = await contested();
  await app.work();
  const mails = await mailTo(app, victim.email);
  const mail = mails.find(({ event }) => event === 'homeowner-confirm');
  expect(mail?.text).not.toMatch(/Fake|Dallas|90,000/);
  const link = /\/application\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const opened = (await call('way-back', { link, phoneEnding: victim.phone.slice(-4) })).json();
  expect(opened).toMatchObject({ status: 'confirm', draft: { firstName: 'Fake' }, offers: [] });
  for (const token of [stolen, second.token]) expect((await read(token)).statusCode).toBe(404);
  const early = await call(`applications/${opened.token}/offers/${offer}/choose`, {});
  expect(early.statusCode).toBe(409);
  expect((await call(`applications/${opened.token}/confirm`)).json()).toMatchObject({
    status: 'offers',
  });
  const chosen = await call(`applications/${opened.token}/offers/${offer}/choose`, {});
  expect(chosen.statusCode).toBe(200);
  expect((await read(stolen)).statusCode).toBe(404);
});

test("replacing ends the impostor's application at the lenders and sends the owner's own answers", async () => {
  const { victim } = await contested();
  const before = await rowOf(victim);
  const opened = (await prove(victim, 'email')).json();
  const fresh = (await call(`applications/${opened.token}/replace`)).json();
  expect(fresh).toMatchObject({ status: 'draft', draft: { ...victim } });
  expect(JSON.stringify(fresh.draft)).not.toContain('Fake');
  const sent = await apply(victim, {}, fresh.token);
  expect(sent.view.status).toBe('searching');
  await app.work();
  const own = await rowOf(victim);
  expect([own.applicantName, own.joinedTo, own.provenBy]).toEqual(['Real Owner', null, 'email']);
  expect((await findRow(app.deps.database.db, before))?.withdrawnAt).not.toBeNull();
  expect((await read(fresh.token)).json().status).toBe('offers');
  // When the impostor applies again, the owner isn't affected and the impostor sees nothing.
  const again = await apply(victim, impostor);
  expect(again.view).toMatchObject({ status: 'joined', draft: {} });
  expect((await read(fresh.token)).json().status).toBe('offers');
});

test('lenders not yet contacted wait while an application is contested', async () => {
  const victim = somebody();
  await apply(victim, impostor);
  await apply(victim);
  await app.work();
  expect((await rowOf(victim)).answeredAt).toBeNull();
  const opened = (await prove(victim, 'email')).json();
  await app.work();
  expect((await rowOf(victim)).answeredAt).toBeNull();
  await call(`applications/${opened.token}/confirm`);
  await app.work();
  expect((await rowOf(victim)).answeredAt).not.toBeNull();
});

test('an impostor who owns only one contact shares nothing with the owner of the other', async () => {
  const { victim } = await contested();
  const byPhone = (await prove(victim, 'phone')).json();
  await call(`applications/${byPhone.token}/confirm`);
  const byEmail = (await prove(victim, 'email')).json();
  expect(byEmail).toMatchObject({ status: 'draft', draft: { ...victim } });
  const own = await apply(victim, {}, byEmail.token);
  expect(own.view.status).toBe('searching');
  const [theirs, mine] = [
    (await read(byPhone.token)).json<HomeownerApplication>(),
    (await read(byEmail.token)).json<HomeownerApplication>(),
  ];
  expect([theirs.draft.firstName, mine.draft.firstName]).toEqual(['Fake', 'Real']);
  expect((await call(`applications/${byPhone.token}/withdraw`)).statusCode).toBe(200);
  expect((await read(byEmail.token)).json().status).toBe('searching');
});

test('a device with access before the contest has to prove itself again', async () => {
  const victim = somebody();
  const first = await apply(victim);
  const earlier = (await prove(victim, 'email')).json();
  await apply(victim, impostor);
  expect((await read(earlier.token)).statusCode).toBe(404);
  expect((await read(first.token)).json().status).toBe('joined');
  expect((await prove(victim, 'email')).json().status).toBe('confirm');
});

test("the browser that sent the first application isn't locked out when it applies again", async () => {
  const victim = somebody();
  const first = await apply(victim);
  await apply(victim, { former: first.token });
  expect((await read(first.token)).json().status).not.toBe('joined');
});

test('a link sent to an address opens nothing once the form names another one', async () => {
  const victim = somebody();
  const token = await begin();
  const own = { email: 'impostor@example.net', phone: victim.phone };
  await call(`applications/${token}`, { draft: own });
  const [row] = await sql('select id, contractor_id from applications order by id desc limit 1');
  const of = { contractorId: row.contractor_id, id: Number(row.id) };
  const link = returnLinkUrl(
    app.context,
    { ...of, ...own },
    { pageName: page, until: new Date(app.clock.now().getTime() + 1e9), by: 'email' },
  )
    .split('/')
    .at(-1);
  await call(`applications/${token}`, { draft: { email: victim.email } });
  const opened = await call('way-back', { link, phoneEnding: victim.phone.slice(-4) });
  expect(opened.json()).toMatchObject({ error: 'invalid_link' });
});

test('proof of one contact ends when the form names another one', async () => {
  const { victim } = await contested();
  const opened = (await prove(victim, 'email')).json();
  const fresh = (await call(`applications/${opened.token}/replace`)).json();
  const other = somebody();
  await apply(other);
  const sent = await apply(other, {}, fresh.token);
  expect(sent.view.status).toBe('joined');
});

test('parallel choices, withdrawals, and proofs during a contest leave one owner', async () => {
  const victim = somebody();
  const first = await apply(victim, impostor);
  await app.work();
  const [offer] = (await read(first.token)).json<HomeownerApplication>().offers;
  const second = await begin();
  const consents = await consentsOn(app, page);
  const at = `applications/${first.token}`;
  await Promise.all([
    apply(victim, { consents }, second),
    call(`${at}/offers/${offer?.id}/choose`, {}),
    prove(victim, 'email'),
    prove(victim, 'phone'),
  ]);
  const proofs = await Promise.all(
    (['email', 'phone', 'email', 'phone'] as const).map((by) => prove(victim, by)),
  );
  const statuses = proofs.map((proof) => proof.json<HomeownerApplication>().status);
  expect(statuses.filter((status) => status === 'confirm')).toHaveLength(2);
  expect(statuses.filter((status) => status === 'draft')).toHaveLength(2);
  expect((await read(first.token)).statusCode).toBe(404);
  expect((await call(`${at}/withdraw`)).statusCode).toBe(404);
});

test('signing out of a device ends its secret, and a link opens the application again', async () => {
  const person = somebody();
  const { token } = await apply(person);
  expect((await call(`applications/${token}/leave`)).json()).toEqual({ left: true });
  expect((await read(token)).statusCode).toBe(404);
  const opened = (await prove(person, 'email')).json();
  expect(opened.draft.email).toBe(person.email);
  await call(`applications/${opened.token}/leave`);
  expect((await read(opened.token)).statusCode).toBe(404);
  const row = await rowOf(person);
  await setApplication(app.deps.database.db, row, { language: 'es' });
  expect((await prove(person, 'email')).json().language).toBe('es');
});

test('consents are read through a form, and no URL contains the secret', async () => {
  const { token } = await apply(somebody());
  const shown = await visitor(app).call('POST', `/p/${page}/agreed`, { payload: { token } });
  expect(shown.statusCode).toBe(200);
  expect(shown.headers['cache-control']).toBe('no-store');
  for (const path of [`/p/${page}/agreed`, `/p/${page}/agreed/${token}`]) {
    const old = await visitor(app).get(path);
    expect([old.statusCode, old.headers['location']]).toEqual([303, `/p/${page}`]);
  }
});
