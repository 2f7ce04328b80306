import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, signedInAs, visitor, type TestApp } from '../../../../test/app.ts';
import { pdf } from '../../../../test/documents.ts';
import {
  deskOf,
  joinDesk,
  typedOffer,
  uploadDocument,
  type DeskPerson,
} from '../../../../test/lender-desk.ts';
import { openLenders, type Applied } from '../../../../test/lenders.ts';
import { mailTo } from '../../../../test/mail.ts';

let app: TestApp;
let world: Awaited<ReturnType<typeof openLenders>>;
let lenderId: number;
let jordan: DeskPerson;
let made = 0;
const stub = pdf('A pay stub');

beforeAll(async () => {
  app = await createTestApp();
  world = await openLenders(app);
});
afterAll(async () => {
  world.close();
  await app.close();
});
beforeEach(async () => {
  await world.sql('truncate call_counters');
  await world.reset();
  lenderId = (await world.lender({ name: 'Summit Credit Union', connection: 'desk', url: '' })).id;
  made += 1;
  jordan = await joinDesk(app, lenderId, { email: `jordan${made}@lender.test` });
});
afterEach(() => world.sql(`update lenders set connection = 'desk' where connection <> 'sandbox'`));

const offers = (more: object = {}) => ({ type: 'offers', offers: [typedOffer], ...more });
const choose = async (applied: Applied, amount = 20_000): Promise<void> => {
  const given = (await applied.read()).offers.find((one) => one.amount === amount);
  await visitor(app).post(`/homeowner/applications/${applied.token}/offers/${given?.id}/choose`, {
    replaces: null,
  });
  await app.work();
};
/** An application whose offer from the desk was chosen. */
async function chosen() {
  const applied = await world.apply();
  const desk = deskOf(jordan.client, applied.reference, () => app.clock.pass(1));
  expect((await desk.act(offers())).statusCode).toBe(200);
  await choose(applied);
  const [offer] = (await desk.read()).offers;
  return { applied, desk, offer: String(offer.reference) };
}

describe('the way of an application', () => {
  test('a new application is listed with what the protocol sends', async () => {
    const applied = await world.apply();
    const { data, total } = (await jordan.client.get('/lender/applications')).json();
    expect({ total, ...data[0] }).toMatchObject({
      total: 1,
      reference: applied.reference,
      homeowner: 'Rita Route',
      amount: 22_000,
      state: 'TX',
      project: 'Kitchen',
      status: 'new',
      waitsFor: 'lender',
    });
    const whole = await deskOf(jordan.client, applied.reference).read();
    expect(whole.sent).toMatchObject({
      firstName: 'Rita',
      requestedAmount: 22_000,
      contractor: { merchantNumber: '' },
    });
    expect(whole.consents.length).toBeGreaterThan(0);
    expect(whole.history).toEqual([]);
  });

  test('the desk shows the details that its lender needs, and no other details', async () => {
    await world.sql(`update lenders set needs = '{birth-date}' where id = $1`, [lenderId]);
    const other = await world.lender({ connection: 'desk', url: '', needs: ['income'] });
    const details = { birthDate: '05/17/1980', yearlyIncome: '85,000' };
    const applied = await world.apply({ details });
    const { sent } = await deskOf(jordan.client, applied.reference).read();
    expect(sent.applicant).toEqual({ birthDate: '1980-05-17' });
    const casey = await joinDesk(app, other.id, { email: `casey${made}@lender.test` });
    const seen = await deskOf(casey.client, applied.reference).read();
    expect(seen.sent.applicant).toEqual({ yearlyIncome: 85_000 });
  });

  test('offers, documents, approval, stages, and a reversal book what a webhook would', async () => {
    const { applied, desk, offer } = await chosen();
    expect((await applied.read()).offers[0]).toMatchObject({
      lenderName: 'Summit Credit Union',
      amount: 20_000,
      apr: 9.99,
    });
    expect((await desk.read()).status).toBe('chosen');

    await desk.act({ type: 'request', offer, documents: ['A pay stub'], how: '', until: '' });
    expect((await desk.read()).status).toBe('requested');
    const request = (await applied.read()).requests[0];
    await uploadDocument(app, world, applied, { request: Number(request?.id), content: stub });
    const [shown] = (await desk.read()).requests;
    const [document] = shown.documents;
    expect((await desk.read()).status).toBe('received');
    const file = await jordan.client.get(
      `/lender/applications/${applied.reference}/documents/${document.reference}`,
    );
    expect(file.statusCode).toBe(200);
    expect(file.headers['content-disposition']).toMatch(/^attachment/);
    expect(file.rawPayload.equals(stub)).toBe(true);
    const about = { offer, request: shown.reference, document: document.reference };
    await desk.act({ type: 'decide-document', ...about, isAccepted: true });
    await desk.act({ type: 'end-request', ...about, outcome: 'fulfilled' });

    await desk.act({ type: 'approve', offer, isFinal: false, conditions: ['Title search'] });
    expect((await desk.read()).status).toBe('conditional');
    await desk.act({ type: 'approve', offer, isFinal: true });
    expect((await desk.read()).status).toBe('approved');
    const today = app.clock.now().toLocaleDateString('en-CA', { timeZone: 'America/New_York' });
    const fund = { type: 'fund', offer, fundedOn: today };
    expect((await desk.money({ ...fund, amount: '5,000', stage: 'Start' })).statusCode).toBe(200);
    expect((await desk.money({ ...fund, amount: '15000', stage: 'Rest' })).statusCode).toBe(200);
    const again = await desk.money({ ...fund, amount: '15000', stage: 'Rest' });
    expect(again.json().fields).toEqual({ stage: 'This stage is booked already.' });
    await desk.money({ type: 'reverse', offer, amount: '1000', reason: 'Change order' });
    const whole = await desk.read();
    expect(whole.status).toBe('funded');
    expect(whole.offers[0].funded).toBe(19_000);
    expect(whole.history.map(({ type }: { type: string }) => type)).toEqual([
      'offers.received',
      'documents.requested',
      'document.accepted',
      'request.fulfilled',
      'application.conditionally_approved',
      'application.approved',
      'offer.funded',
      'offer.funded',
      'funding.reversed',
    ]);
    expect(new Set(whole.history.map(({ person }: { person: string }) => person))).toEqual(
      new Set(['Jordan Lee']),
    );
  });

  test('an edited offer replaces the open one, and a chosen offer is not withdrawn', async () => {
    const applied = await world.apply();
    const desk = deskOf(jordan.client, applied.reference);
    await desk.act(offers());
    const first = (await desk.read()).offers[0].reference;
    await desk.act(offers({ offers: [{ ...typedOffer, amount: '18000' }], replaces: first }));
    const states = (await desk.read()).offers.map(
      ({ reference, state }: { reference: string; state: string }) => [reference === first, state],
    );
    expect(states.toSorted()).toEqual([
      [false, 'open'],
      [true, 'replaced'],
    ]);
    await choose(applied, 18_000);
    const { offers: own } = await desk.read();
    const living = own.find(({ state }: { state: string }) => state === 'chosen');
    const answer = await desk.act({ type: 'withdraw-offer', offer: living.reference });
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'The homeowner chose this offer. Send a counter-offer, or decline the application.',
    ]);
  });

  test('a decline keeps its reasons for the notice of adverse action', async () => {
    const applied = await world.apply();
    const desk = deskOf(jordan.client, applied.reference);
    const bare = await desk.act({ type: 'decline', reasons: ['other'] });
    expect(bare.json().fields).toEqual({ otherReason: 'Please give the reason in words.' });
    const reasons = ['income-insufficient', 'other'];
    await desk.act({ type: 'decline', reasons, otherReason: 'No branch there' });
    const [route] = await world.sql(
      'select * from application_lenders where application_id = $1 and lender_id = $2',
      [applied.id, lenderId],
    );
    expect(route).toMatchObject({ state: 'declined', decline_reasons: reasons });
    expect((await desk.read()).history[0].done.notes).toEqual([
      'Income insufficient for amount of credit requested',
      'No branch there',
    ]);
  });
});

describe('two people, and repeated calls', () => {
  test('the second person gets an error that names the first, and can decide again', async () => {
    const applied = await world.apply();
    const casey = await joinDesk(app, lenderId, {
      firstname: 'Casey',
      email: `casey${made}@lender.test`,
    });
    const decline = { type: 'decline', reasons: ['delinquent'], seen: 0 };
    expect((await deskOf(jordan.client, applied.reference).act(decline)).statusCode).toBe(200);
    const late = await deskOf(casey.client, applied.reference).act({ ...offers(), seen: 0 });
    expect([late.statusCode, late.json().message]).toEqual([
      409,
      'Jordan Lee already declined this application.',
    ]);
    const own = await deskOf(jordan.client, applied.reference).act({ ...offers(), seen: 0 });
    expect(own.json().message).toBe('You already declined this application.');
    expect((await applied.read()).offers).toEqual([]);
  });

  test('parallel actions from the same view book one', async () => {
    const applied = await world.apply();
    const desk = deskOf(jordan.client, applied.reference);
    const all = await Promise.all(Array.from({ length: 4 }, () => desk.act(offers({ seen: 0 }))));
    expect(all.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
      200, 409, 409, 409,
    ]);
    expect((await applied.read()).offers).toHaveLength(1);
  });

  test('a repeated call with the same key books once, and another body is rejected', async () => {
    const applied = await world.apply();
    const desk = deskOf(jordan.client, applied.reference);
    const body = offers({ seen: 0 });
    const key = `press-${applied.reference}`;
    expect((await desk.act(body, key)).statusCode).toBe(200);
    expect((await desk.act(body, key)).statusCode).toBe(200);
    expect((await applied.read()).offers).toHaveLength(1);
    const other = await desk.act({ ...body, seen: 1 }, key);
    expect(other.json().error).toBe('idempotency_mismatch');
  });
});

describe('who sees what', () => {
  test('a person of another lender gets nothing of an application, nor its documents', async () => {
    const applied = await world.apply();
    const otherLender = await world.lender({ connection: 'desk', url: '', states: ['OH'] });
    const other = await joinDesk(app, otherLender.id, { email: `other${made}@lender.test` });
    const desk = deskOf(other.client, applied.reference);
    expect((await other.client.get('/lender/applications')).json().total).toBe(0);
    expect((await desk.read()).error).toBe('not_found');
    expect((await desk.act(offers({ seen: 0 }))).statusCode).toBe(404);
    expect((await desk.money({ type: 'reverse', offer: 'x', amount: 1, seen: 0 })).statusCode).toBe(
      404,
    );
    const path = `/lender/applications/${applied.reference}/documents/anything`;
    expect((await other.client.get(path)).statusCode).toBe(404);
    expect((await jordan.client.get(path)).statusCode).toBe(404);
  });

  test("the desk shows neither other lenders' offers nor the contractor's money", async () => {
    const webhook = await world.lender({ name: 'Other Bank' });
    const applied = await world.apply();
    const event = {
      type: 'offers.received',
      offers: [{ reference: 'secret-1', kind: 'loan', lenderName: 'Other Bank', amount: 9_999 }],
    };
    expect(await webhook.event(applied.reference, event)).toBe(200);
    await choose(applied, 9_999);
    const body = (await jordan.client.get(`/lender/applications/${applied.reference}`)).body;
    expect(JSON.parse(body).status).toBe('new');
    expect(body).not.toMatch(/Other Bank|secret-1|9999|commission/i);
  });

  test('a person can use neither endpoints of staff nor of contractors', async () => {
    for (const path of [
      '/manage/lenders',
      `/manage/lenders/${lenderId}/people`,
      '/manage/contractors',
      '/contractor/101/team',
      '/contractor/101/co-branded-pages/filter-list',
      '/payment-gateway',
      '/customers',
    ])
      expect([path, (await jordan.client.get(path)).statusCode]).toEqual([path, 403]);
    expect((await jordan.client.post('/user/11/switch', {})).statusCode).toBe(403);
  });

  test("contractors, staff, and staff who are switched can't use the desk", async () => {
    const applied = await world.apply();
    const pro = await signedInAs(app, 'pro@demo.test');
    const admin = await signedInAs(app, 'admin@demo.test');
    const switched = await (await signedInAs(app, 'admin@demo.test')).switchInto(11);
    for (const client of [pro, admin, switched]) {
      expect((await client.get('/lender/applications')).statusCode).toBe(403);
      expect((await client.get(`/lender/applications/${applied.reference}`)).statusCode).toBe(403);
    }
    expect((await admin.post(`/user/${jordan.id}/switch`, {})).statusCode).toBe(404);
    expect(
      (await admin.post(`/manage/user/${jordan.id}/reset-factors`, { reason: 'Lost' })).statusCode,
    ).toBe(404);
  });

  test('nothing opens before a second factor is set up, nor once access is revoked', async () => {
    await world.sql('delete from app_factors where user_id = $1', [jordan.id]);
    const closed = await jordan.client.get('/lender/applications');
    expect([closed.statusCode, closed.json().error]).toEqual([403, 'factor_required']);
    const casey = await joinDesk(app, lenderId, { email: `casey${made}@lender.test` });
    const admin = await signedInAs(app, 'admin@demo.test');
    await admin.post(`/manage/lenders/${lenderId}/people/${casey.id}/revoke`);
    expect((await casey.client.get('/lender/applications')).statusCode).toBe(401);
  });

  test('the desk closes when the lender gets another connection', async () => {
    await world.sql(`update lenders set connection = 'webhook' where id = $1`, [lenderId]);
    expect((await jordan.client.get('/lender/applications')).statusCode).toBe(403);
  });
});

describe('the list and messages', () => {
  test('search, filters, order, and the export use one statement', async () => {
    const first = await world.apply({ firstName: 'Zoë', requestedAmount: 9_000 });
    const second = await world.apply({ state: 'CO', requestedAmount: 40_000 });
    await deskOf(jordan.client, first.reference).act(offers({ seen: 0 }));
    const list = async (query: string): Promise<string[]> =>
      (await jordan.client.get(`/lender/applications?${query}`))
        .json()
        .data.map(({ reference }: { reference: string }) => reference);
    const of = (filters: object) => `filters=${encodeURIComponent(JSON.stringify(filters))}`;
    expect(await list(of({ search: 'zoe' }))).toEqual([first.reference]);
    expect(await list(of({ search: second.reference }))).toEqual([second.reference]);
    expect(await list(of({ status: 'offered' }))).toEqual([first.reference]);
    expect(await list(of({ waitsFor: 'lender' }))).toEqual([second.reference]);
    expect(await list(of({ state: 'CO' }))).toEqual([second.reference]);
    expect(await list('order=%2Bamount')).toEqual([first.reference, second.reference]);
    const csv = await jordan.client.get('/lender/applications-export?order=-amount&status=new');
    expect(csv.body).toContain(second.reference);
    expect(csv.body).not.toContain(first.reference);
  });

  test("people get an e-mail without personal data, unless they don't want it", async () => {
    const body = { key: 'desk-notices-off', value: ['application'] };
    const casey = await joinDesk(app, lenderId, {
      firstname: 'Casey',
      email: `casey${made}@lender.test`,
    });
    expect((await casey.client.post('/user/preferences', body)).statusCode).toBe(200);
    const { applied } = await chosen();
    const events = async (email: string) =>
      (await mailTo(app, email)).map(({ event }) => event).filter((one) => /desk/.test(one));
    expect(await events(jordan.email)).toEqual(['lender-desk-chosen', 'lender-desk-application']);
    expect(await events(casey.email)).toEqual(['lender-desk-chosen']);
    const [mail] = await mailTo(app, jordan.email);
    expect(mail?.text).toContain(`/lender/applications/${applied.reference}`);
    expect(mail?.html).not.toMatch(/Rita|Route|Kitchen|22,000/);
  });
});
