import { unsaid } from '../../../../test/offers.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HomeownerApplication, HomeownerOffer } from '@lintel/contract/applications/homeowner';
import { consentsOn } from '../../../../test/consents.ts';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../../test/app.ts';
import { mailTo } from '../../../../test/mail.ts';
import { recordLenderEvent, type LenderConnection } from '../index.ts';
import { applicationJobs } from '../jobs.ts';
import type { Context } from '../../../platform/context.ts';

let app: TestApp;
let homeowner: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  homeowner = visitor(app);
});
afterAll(() => app.close());

/** A context that notifies no one, with the events of the steps that the contractor would hear of. */
function withSteps() {
  const steps: string[] = [];
  const context: Context = {
    ...app.context,
    emit: async (_tx, _name, event) => {
      if ('step' in event) steps.push(event.event);
    },
  };
  return { context, steps };
}

let made = 0;
const sql = async (text: string, values: unknown[] = []) =>
  (await app.deps.database.pool.query(text, values)).rows;

/**
 * A sent application with the sandbox's offers. A phone that ends in 9 keeps its lender waiting.
 */
async function offered({ phoneEnd = '9' } = {}) {
  made += 1;
  const lastName = `Choosing${String.fromCodePoint(64 + made)}`;
  const remoteAddress = `198.51.100.${made}`;
  const call = (path: string, body: object) =>
    homeowner.call('POST', `/homeowner/${path}`, { payload: body, remoteAddress });
  const { token } = (await call('pages/oak-and-iron/applications', {})).json();
  const form = {
    firstName: 'Hana',
    lastName,
    email: `hana${made}@example.com`,
    phone: `512555${String(made).padStart(3, '0')}${phoneEnd}`,
    city: 'Austin',
    state: 'TX',
    creditBand: 'good',
    requestedAmount: 22_000,
    project: 'Kitchen',
  };
  await call(`applications/${token}/submit`, {
    ...form,
    consents: await consentsOn(app, 'oak-and-iron'),
  });
  await app.work();
  const read = async (): Promise<HomeownerApplication> =>
    (await homeowner.get(`/homeowner/applications/${token}`)).json();
  const { offers } = await read();
  const by = (lender: string): HomeownerOffer => {
    const offer = offers.find(({ lenderName }) => lenderName === lender);
    if (offer === undefined) throw new Error(`No offer of ${lender}`);
    return offer;
  };
  const choose = (offer: HomeownerOffer, replaces: number | null = null) =>
    call(`applications/${token}/offers/${offer.id}/choose`, { replaces });
  const withdraw = () => call(`applications/${token}/withdraw`, {});
  const [row] = await sql('select id, reference from applications where applicant_name = $1', [
    `Hana ${lastName}`,
  ]);
  return {
    token,
    form,
    read,
    choose,
    withdraw,
    keystone: by('Keystone Home Credit'),
    mainstreet: by('Mainstreet Direct'),
    row,
  };
}

const chosenIn = ({ offers }: HomeownerApplication): string[] =>
  offers.filter(({ chosen }) => chosen).map(({ lenderName }) => lenderName);

/** Runs each lender job twice against a network that records its calls. */
async function toldToLenders(): Promise<string[]> {
  const told: string[] = [];
  const note =
    (what: string) =>
    async (_application: object, { reference, choice }: { reference: string; choice: number }) =>
      void told.push(`${what} ${reference.split('.').at(-1)} ${choice}`);
  const lenders: LenderConnection = {
    name: 'noting',
    submit: async () => {},
    choose: note('choose'),
    giveUp: note('give up'),
    sendDocument: async () => {},
  };
  const handlers = applicationJobs({ ...app.context, lenders, emit: async () => {} });
  const jobs = await sql(
    `select id, task_identifier, payload from graphile_worker._private_jobs
     join graphile_worker._private_tasks on _private_tasks.id = task_id
     where identifier like 'applications.tell-%' order by _private_jobs.id`.replace(
      'select id, task_identifier',
      'select _private_jobs.id, identifier',
    ),
  );
  for (const { identifier, payload } of jobs) {
    const handler = handlers.find(({ job }) => job.id === identifier);
    for (const _round of [1, 2]) await handler?.run(payload);
  }
  return told;
}

test('another choice requires confirmation and replaces the first one; each lender is notified once', async () => {
  const { read, choose, keystone, mainstreet } = await offered();
  expect((await choose(keystone)).statusCode).toBe(200);
  const refused = await choose(mainstreet);
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({
    error: 'conflict',
    message:
      'You already chose Keystone Home Credit. If you want a different offer, please choose again.',
  });
  expect(chosenIn(await read())).toEqual(['Keystone Home Credit']);
  expect(chosenIn((await choose(mainstreet, keystone.id)).json())).toEqual(['Mainstreet Direct']);
  expect(chosenIn((await choose(mainstreet, keystone.id)).json())).toEqual(['Mainstreet Direct']);
  const told = await toldToLenders();
  expect(told).toEqual(
    ['choose keystone 1', 'give up keystone 2', 'choose mainstreet 2'].flatMap((one) => [one, one]),
  );
  await app.work();
});

test('the reports show one Selected, and the contractor is notified of the change', async () => {
  const { form, choose, keystone, mainstreet } = await offered();
  await choose(keystone);
  await choose(mainstreet, keystone.id);
  await app.work();
  const brand = await signedInAs(app, 'brand@demo.test');
  const { data } = (await brand.get(`/reports-applications?search=${form.lastName}`)).json();
  const selected = Object.values<{ selected: number }>(data[0].receivedOffers).map(
    (one) => one.selected,
  );
  expect(selected.reduce((sum, one) => sum + one, 0)).toBe(1);
  expect(data[0].receivedOffers.direct.selected).toBe(1);
  const subjects = (await mailTo(app, 'brand@demo.test')).map(({ subject }) => subject);
  expect(subjects).toContain(
    `Hana ${form.lastName} chose Mainstreet Direct instead of Keystone Home Credit`,
  );
});

test('when two tabs choose at once, one wins and the other gets a conflict', async () => {
  const { read, choose, keystone, mainstreet } = await offered();
  const answers = await Promise.all([choose(keystone), choose(mainstreet)]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(chosenIn(await read())).toHaveLength(1);
  const [first] = chosenIn(await read());
  const [old, other] =
    first === keystone.lenderName ? [keystone, mainstreet] : [mainstreet, keystone];
  const again = await Promise.all([choose(other, old.id), choose(old, other.id)]);
  expect(again.some(({ statusCode }) => statusCode === 200)).toBe(true);
  expect(chosenIn(await read())).toHaveLength(1);
});

test('rejects another choice after an approval with a clear message', async () => {
  const { read, choose, keystone, mainstreet } = await offered({ phoneEnd: '8' });
  await choose(keystone);
  await app.work();
  expect((await read()).offers.find(({ id }) => id === keystone.id)).toMatchObject({
    chosen: true,
    approved: true,
  });
  const refused = await choose(mainstreet, keystone.id);
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({
    error: 'application_closed',
    message:
      'Keystone Home Credit has already approved your choice. Please call them if you want a different offer.',
  });
  expect(chosenIn(await read())).toEqual(['Keystone Home Credit']);
});

test('late events about a former choice change nothing, but a payout is booked and becomes the choice', async () => {
  const { read, choose, keystone, mainstreet, row } = await offered();
  await choose(keystone);
  await app.work();
  await choose(mainstreet, keystone.id);
  const { context, steps } = withSteps();
  const base = (id: string) => ({
    id: `late-${row.reference}-${id}`,
    application: row.reference,
    createdAt: app.clock.now().toISOString(),
    offer: `${row.reference}.loan.keystone`,
  });
  await recordLenderEvent(context, 'sandbox', {
    ...base('approved'),
    type: 'application.approved',
  });
  await recordLenderEvent(context, 'sandbox', {
    ...base('asked'),
    type: 'information.requested',
    what: 'Late',
    how: '',
  });
  expect(steps).toEqual([]);
  const after = await read();
  expect([chosenIn(after), after.information]).toEqual([['Mainstreet Direct'], null]);
  expect(after.offers.every(({ approved }) => !approved)).toBe(true);
  await recordLenderEvent(context, 'sandbox', {
    ...base('funded'),
    type: 'offer.funded',
    amount: 22_000,
  });
  expect(steps).toEqual(['funding-received']);
  expect(chosenIn(await read())).toEqual(['Keystone Home Credit']);
  expect((await toldToLenders()).filter((one) => one.startsWith('give up mainstreet'))).not.toEqual(
    [],
  );
  await app.work();
});

test('the homeowner sees what the lender needs and by when; a Qualified label removes the deadline', async () => {
  const { read, choose, keystone, mainstreet, row } = await offered();
  await choose(keystone);
  await app.work();
  const { information } = await read();
  expect(information?.what).toContain('pay stubs');
  expect(information?.how).toContain('(800) 555-0150');
  // This application's home equity offer is labeled Qualified.
  expect(information?.until).toBeNull();
  await sql('update applications set is_qualified = false where id = $1', [row.id]);
  expect(new Date((await read()).information?.until ?? 0).getTime()).toBe(
    app.clock.now().getTime() + 50 * 86_400_000,
  );
  await choose(mainstreet, keystone.id);
  expect((await read()).information).toBeNull();
});

test("an offer that its lender withdrew is no longer the choice and can't be chosen", async () => {
  const { read, choose, keystone, mainstreet, row, form } = await offered();
  await choose(keystone);
  const { context } = withSteps();
  const createdAt = app.clock.now().toISOString();
  const withdrawOffer = (offer: string) =>
    recordLenderEvent(context, 'sandbox', {
      id: `back-${offer}`,
      application: row.reference,
      createdAt,
      type: 'offer.withdrawn',
      offer,
    });
  await withdrawOffer(`${row.reference}.loan.keystone`);
  expect(chosenIn(await read())).toEqual([]);
  expect((await choose(keystone)).json()).toMatchObject({ error: 'application_closed' });
  expect((await choose(mainstreet)).statusCode).toBe(200);
  for (const { reference } of await sql('select reference from offers where application_id = $1', [
    row.id,
  ]))
    await withdrawOffer(reference);
  const brand = await signedInAs(app, 'brand@demo.test');
  const { data } = (await brand.get(`/reports-applications?search=${form.lastName}`)).json();
  expect(data[0]).toMatchObject({
    nextStep: 'withdrawn',
    nextActor: 'nobody',
    creditDecision: '-',
  });
  await app.work();
});

test('a withdrawn application accepts no choices or events, its lender is notified, and repeating changes nothing', async () => {
  const { read, choose, withdraw, keystone, mainstreet, form } = await offered();
  await choose(keystone);
  expect((await withdraw()).json()).toMatchObject({ status: 'withdrawn', information: null });
  expect((await withdraw()).statusCode).toBe(200);
  expect((await choose(mainstreet)).json()).toMatchObject({ error: 'application_closed' });
  expect(await toldToLenders()).toContain('give up keystone 2');
  await app.work();
  expect(await read()).toMatchObject({ status: 'withdrawn', information: null });
  const subjects = (await mailTo(app, 'brand@demo.test')).map(({ subject }) => subject);
  expect(
    subjects.filter((one) => one === `Hana ${form.lastName} withdrew the application`),
  ).toHaveLength(1);
});

test('offers after the withdrawal send no messages, but a payout does', async () => {
  const { read, choose, withdraw, keystone, row } = await offered();
  await choose(keystone);
  await withdraw();
  const { context, steps } = withSteps();
  const event = { application: row.reference, createdAt: app.clock.now().toISOString() };
  const late = {
    reference: `${row.reference}.late`,
    kind: 'loan' as const,
    lenderName: 'Late Lender',
    amount: 9000,
    apr: 9,
    termMonths: 60,
    monthlyPayment: 190,
    qualified: false,
    ...unsaid,
  };
  await recordLenderEvent(context, 'sandbox', {
    ...event,
    id: `late-${row.id}`,
    type: 'offers.received',
    offers: [late],
  });
  expect(steps).toEqual([]);
  await recordLenderEvent(context, 'sandbox', {
    ...event,
    id: `funded-${row.id}`,
    type: 'offer.funded',
    offer: `${row.reference}.loan.keystone`,
    amount: 9000,
  });
  expect(steps).toEqual(['funding-received']);
  expect((await read()).status).toBe('offers');
});

test('rejects withdrawing a draft or a funded application', async () => {
  const { token } = (await homeowner.post('/homeowner/pages/oak-and-iron/applications', {})).json();
  expect((await homeowner.post(`/homeowner/applications/${token}/withdraw`, {})).statusCode).toBe(
    409,
  );
  const { choose, withdraw, keystone } = await offered({ phoneEnd: '1' });
  await choose(keystone);
  await app.work();
  expect((await withdraw()).json()).toMatchObject({ error: 'application_closed' });
});
