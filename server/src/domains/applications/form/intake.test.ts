import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLenderFacts } from '../repository.ts';
import { consentsOn } from '../../../../test/consents.ts';
import { createTestApp, visitor, type TestApp, type TestClient } from '../../../../test/app.ts';

let app: TestApp;
let homeowner: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  homeowner = visitor(app);
});
afterAll(() => app.close());

const form = {
  firstName: 'Wanda',
  lastName: 'Home',
  email: 'wanda@example.com',
  phone: '(512) 555-0147',
  city: 'Austin',
  state: 'TX',
  creditBand: 'good',
  requestedAmount: '$12,500.00',
  project: 'Painting',
};
const start = async (draft: object = {}, source = 'banner'): Promise<string> =>
  (await homeowner.post('/homeowner/pages/summit-roofing/applications', { source, draft })).json()
    .token;
let made = 0;
/** A new person each time, because the same homeowner would join the first application. */
const submitted = async (more: object = {}): Promise<string> => {
  made += 1;
  const token = await start();
  const answer = await homeowner.post(`/homeowner/applications/${token}/submit`, {
    ...form,
    email: `wanda${made}@example.com`,
    consents: await consentsOn(app, 'summit-roofing'),
    ...more,
  });
  expect(answer.statusCode).toBe(200);
  return token;
};
const rowOf = async (token: string) => {
  const { createHash } = await import('node:crypto');
  const hash = createHash('sha256').update(token).digest('hex');
  const { rows } = await app.deps.database.pool.query(
    `select a.* from applications a join access_links l on l.contractor_id = a.contractor_id
       and l.subject = a.id::text and l.purpose = 'application' where l.code_hash = $1`,
    [hash],
  );
  return rows[0];
};

test("starting the form saves a draft and the homeowner's source", async () => {
  const token = await start({ firstName: 'Wanda' });
  expect(await rowOf(token)).toMatchObject({
    contractor_id: 101,
    source: 'banner',
    draft: { firstName: 'Wanda' },
    completed_at: null,
  });
  expect((await rowOf(token)).started_at).toEqual(app.clock.now());
  expect((await rowOf(await start({}, 'somewhere else'))).source).toBe('page');
});

test('stores the project address as sent; it may be missing or empty', async () => {
  const said = await rowOf(await submitted({ projectAddress: '  12  Juniper Street ' }));
  expect(said.project_address).toBe('12 Juniper Street');
  expect(said.draft.projectAddress).toBe('12 Juniper Street');
  expect((await rowOf(await submitted())).project_address).toBe('');
  expect((await rowOf(await submitted({ projectAddress: '' }))).project_address).toBe('');
  const long = await homeowner.post(`/homeowner/applications/${await start()}/submit`, {
    ...form,
    consents: await consentsOn(app, 'summit-roofing'),
    projectAddress: 'a'.repeat(201),
  });
  expect(long.statusCode).toBe(422);
  expect(Object.keys(long.json().fields)).toEqual(['projectAddress']);
});

test('stores the monthly budget with the draft and sends it to the lenders; it is optional', async () => {
  const token = await start({ monthlyBudget: '$250' });
  const seen = async () => (await homeowner.get(`/homeowner/applications/${token}`)).json();
  expect(await seen()).toMatchObject({ draft: { monthlyBudget: '$250' }, monthlyBudget: null });
  await homeowner.post(`/homeowner/applications/${token}/submit`, {
    ...form,
    consents: await consentsOn(app, 'summit-roofing'),
    monthlyBudget: '$250.50',
  });
  expect(await seen()).toMatchObject({ draft: { monthlyBudget: '250.5' }, monthlyBudget: 250.5 });
  const { id, contractor_id: contractorId } = await rowOf(token);
  expect(
    (await readLenderFacts(app.deps.database.db, { contractorId, applicationId: Number(id) })).facts
      .monthlyBudgetCents,
  ).toBe(25_050);
  expect((await rowOf(await submitted())).monthly_budget_cents).toBeNull();
  const refused = await homeowner.post(`/homeowner/applications/${await start()}/submit`, {
    ...form,
    consents: await consentsOn(app, 'summit-roofing'),
    monthlyBudget: '5001',
  });
  expect(refused.json().fields).toEqual({
    monthlyBudget: 'Please enter an amount between $25 and $5,000.',
  });
});

test("stores the homeowner's name with its accents in composed form", async () => {
  const token = await submitted({ firstName: 'José', lastName: 'Mun\u0303oz' });
  expect((await rowOf(token)).applicant_name).toBe('José Muñoz');
});

test('stores a draft as typed, rejects invalid values, and returns it with the secret', async () => {
  const token = await start();
  await homeowner.post(`/homeowner/applications/${token}`, {
    draft: { requestedAmount: '$15,000', email: '' },
  });
  await homeowner.post(`/homeowner/applications/${token}`, { draft: { city: 'Austin' } });
  const nonsense = { firstName: '<b>Bo</b>', email: 'bo@low', phone: '123', requestedAmount: '12' };
  for (const path of [`applications/${token}`, 'pages/summit-roofing/applications']) {
    const refused = await homeowner.post(`/homeowner/${path}`, { draft: nonsense });
    expect(refused.statusCode).toBe(422);
    expect(Object.keys(refused.json().fields)).toEqual(
      Object.keys(nonsense).map((field) => `draft.${field}`),
    );
  }
  const answer = await homeowner.get(`/homeowner/applications/${token}`);
  expect(answer.json()).toEqual({
    token,
    status: 'draft',
    language: 'en',
    timeZone: 'America/Denver',
    draft: { requestedAmount: '$15,000', email: '', city: 'Austin' },
    monthlyBudget: null,
    requestedAmount: null,
    offers: [],
    information: null,
    requests: [],
    details: { asked: [], givenAt: null },
    notices: 0,
    times: {
      sent: null,
      answered: null,
      chosen: null,
      approved: null,
      funded: null,
      withdrawn: null,
    },
    next: { step: 'fillIn', actor: 'homeowner' },
  });
});

test('a wrong secret opens nothing', async () => {
  const answer = await homeowner.get(`/homeowner/applications/${'x'.repeat(43)}`);
  expect(answer.statusCode).toBe(404);
});

test('sending requires every field and the consents', async () => {
  const token = await start();
  const answer = await homeowner.post(`/homeowner/applications/${token}/submit`, {});
  expect(answer.statusCode).toBe(422);
  expect(Object.keys(answer.json().fields).toSorted()).toEqual(
    [...Object.keys(form), 'consents'].toSorted(),
  );
  expect((await rowOf(token)).completed_at).toBeNull();
});

test.each([999, 150_000.01, 'lots', '1e9', '1e4', '0x2710', -5, '12.345'])(
  'rejects the amount %j',
  async (requestedAmount) => {
    const answer = await homeowner.post(`/homeowner/applications/${await start()}/submit`, {
      ...form,
      consents: await consentsOn(app, 'summit-roofing'),
      requestedAmount,
    });
    expect(answer.json().fields).toEqual({
      requestedAmount: 'Please enter an amount between $1,000 and $150,000.',
    });
  },
);

test('sending records the consent with its time and the version of its text', async () => {
  const row = await rowOf(await submitted());
  expect(row).toMatchObject({
    consent_version: 'sharing 1, e-sign 1, contact 1',
    applicant_name: 'Wanda Home',
    phone: '5125550147',
    requested_amount_cents: '1250000',
    state: 'TX',
  });
  expect(row.consent_at).toEqual(app.clock.now());
  expect(row.completed_at).toEqual(app.clock.now());
});

test('sending twice changes nothing and contacts the lenders once', async () => {
  const token = await submitted();
  const again = await homeowner.post(`/homeowner/applications/${token}/submit`, {
    ...form,
    consents: await consentsOn(app, 'summit-roofing'),
    city: 'Dallas',
  });
  expect(again.json()).toMatchObject({ status: 'searching', draft: { city: 'Austin' } });
  await app.work();
  const row = await rowOf(token);
  const { rows } = await app.deps.database.pool.query(
    'select id from lender_events where application_id = $1',
    [row.id],
  );
  expect(rows).toHaveLength(1);
});

test("a sent application can't be changed", async () => {
  const answer = await homeowner.post(`/homeowner/applications/${await submitted()}`, {
    draft: { city: 'Dallas' },
  });
  expect(answer.json()).toMatchObject({ error: 'application_closed' });
});

test('the sandbox lenders answer, the homeowner picks an offer, and the funding follows', async () => {
  const token = await submitted();
  await app.work();
  const { status, offers } = (await homeowner.get(`/homeowner/applications/${token}`)).json();
  expect(status).toBe('offers');
  expect(
    offers.map(({ kind, lenderName, amount }: Record<string, unknown>) => [
      kind,
      lenderName,
      amount,
    ]),
  ).toEqual([
    ['loan', 'Keystone Home Credit', 12_500],
    ['loan', 'Bright Harbor Bank', 11_250],
    ['heloc', 'Hearth Equity', 18_750],
    ['direct', 'Mainstreet Direct', 12_500],
    ['creditcard', 'Juniper Card', 12_500],
  ]);
  const chosen = offers[1].id;
  await homeowner.post(`/homeowner/applications/${token}/offers/${chosen}/choose`);
  await homeowner.post(`/homeowner/applications/${token}/offers/${chosen}/choose`);
  await app.work();
  const after = (await homeowner.get(`/homeowner/applications/${token}`)).json().offers;
  expect(after.find(({ id }: { id: number }) => id === chosen)).toMatchObject({
    chosen: true,
    approved: true,
    funded: true,
  });
  expect((await rowOf(token)).funded_at).not.toBeNull();
});

test('a poor credit band gets no offers', async () => {
  const token = await submitted({ creditBand: 'poor' });
  await app.work();
  expect((await homeowner.get(`/homeowner/applications/${token}`)).json()).toMatchObject({
    status: 'no_offers',
    offers: [],
  });
});

test("another application's offer can't be chosen", async () => {
  const [mine, other] = [await submitted(), await submitted()];
  await app.work();
  const theirs = (await homeowner.get(`/homeowner/applications/${other}`)).json().offers[0].id;
  expect(
    (await homeowner.post(`/homeowner/applications/${mine}/offers/${theirs}/choose`)).statusCode,
  ).toBe(404);
});

test('limits an address to thirty new applications a minute', async () => {
  const answers = [];
  for (let round = 0; round < 31; round += 1)
    answers.push(
      (await homeowner.post('/homeowner/pages/summit-solar/applications', {})).statusCode,
    );
  expect(answers.at(-1)).toBe(429);
  app.clock.pass(61);
  expect((await homeowner.post('/homeowner/pages/summit-solar/applications', {})).statusCode).toBe(
    200,
  );
});
