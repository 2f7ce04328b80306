import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import type { ContractorRow } from '@lintel/contract/contractors/manage';
import { contractorOrders } from '@lintel/contract/contractors/manage-constants';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../test/app.ts';
import { setW9State } from './index.ts';

let app: TestApp;
let support: TestClient;
const form = { companyName: '', isSsn: true, skipDifferences: false };
beforeAll(async () => {
  app = await createTestApp();
  support = await signedInAs(app, 'support@demo.test');
  const { db } = app.deps.database;
  await setW9State(db, 101, { ...form, status: 'Pending', fullName: 'Somebody Else' });
  await setW9State(db, 102, {
    ...form,
    status: 'Verified',
    fullName: ' brandon  OKAFOR ',
    companyName: 'Oak & Iron Remodeling',
    isSsn: false,
  });
  await setW9State(db, 103, {
    ...form,
    status: 'Rejected',
    fullName: 'Connie Larsen',
    companyName: 'Other Company',
    skipDifferences: true,
  });
});
afterAll(() => app.close());

interface Page {
  data: ContractorRow[];
  total: number;
}

const list = async (query: string): Promise<Page> => {
  const answer = await support.get(`/manage/contractors?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const ids = ({ data }: Page): number[] => data.map(({ id }) => id);
const rowOf = async (id: number): Promise<ContractorRow | undefined> =>
  (await list('limit=100')).data.find((row) => row.id === id);

describe('the list of contractors', () => {
  test('accepts page, limit, order, isManage, userId, and filters, and returns data and total [ADM-405]', async () => {
    const first = await list(
      'page=1&limit=10&order=-contractorId&isManage=true&userId=2&filters[searchText]=roofing',
    );
    expect(first.data.length).toBeGreaterThan(10 - 1);
    expect(first.total).toBeGreaterThan(first.data.length);
    expect(ids(first)).toEqual(ids(first).toSorted((one, other) => other - one));
    const second = await list(
      'page=2&limit=10&order=-contractorId&filters={"searchText":"roofing"}',
    );
    expect(second.total).toBe(first.total);
    expect(ids(second)[0]).toBeLessThan(ids(first).at(-1) ?? 0);
  });

  test('returns all fields of a contractor with an owner [ADM-183]', async () => {
    const row = await rowOf(101);
    expect(row).toMatchObject({
      id: 101,
      contractorId: 101,
      hasUser: true,
      userId: 11,
      user: { id: 11, firstname: 'Priya', lastname: 'Natarajan', email: 'pro@demo.test' },
      companyName: 'Summit Roofing LLC',
      firstName: 'Priya',
      lastName: 'Natarajan',
      fullName: 'Priya Natarajan',
      email: 'pro@demo.test',
      phone: '3035550110',
      phoneNumber: '3035550110',
      plan: { id: 3, tier: 'Pro' },
      contractorPlan: row?.plan?.name,
      leadId: null,
      leadUrl: null,
      paymentStatus: 'Failed',
      partnerId: null,
      referralId: null,
      maxTeamUsers: null,
    });
    expect(Date.parse(String(row?.registrationDate))).toBeLessThan(app.clock.now().getTime());
    // An activated row holds a date, an error its text, and a pending one is empty.
    expect(String(row?.cpActivation)).toMatch(/^\d{4}-/);
    expect((await rowOf(202))?.cpActivation).toBe('');
    expect((await rowOf(208))?.cpActivation).toEqual({ error: expect.any(String) });
  });

  test('returns the tax form’s values and whether they differ from the contractor’s [ADM-184] [ADM-224]', async () => {
    expect(await rowOf(101)).toMatchObject({
      w9: { status: 'Pending', danger: true },
      statusW9: 'Pending',
      fullNameW9: 'Somebody Else',
      companyNameW9: '',
      isSSN: true,
      isEIN: false,
      isDifferent: true,
      skipDifferences: false,
    });
    expect(await rowOf(102)).toMatchObject({
      w9: { status: 'Verified', danger: false },
      isSSN: false,
      isEIN: true,
      isDifferent: false,
    });
    expect(await rowOf(103)).toMatchObject({
      w9: { status: 'Rejected', danger: false },
      isDifferent: true,
      skipDifferences: true,
    });
    expect(await rowOf(104)).toMatchObject({
      w9: { status: 'Not found', danger: false },
      isSSN: false,
      isEIN: false,
      isDifferent: false,
    });
  });

  test('flags a tax form as soon as the contractor’s own name changes', async () => {
    const { db } = app.deps.database;
    await db.execute(sql`update contractors set last_name = 'Larsson' where id = 102`);
    expect(await rowOf(102)).toMatchObject({ w9: { danger: true }, isDifferent: true });
    await db.execute(sql`update contractors set last_name = 'Okafor' where id = 102`);
    expect(await rowOf(102)).toMatchObject({ w9: { danger: false }, isDifferent: false });
  });

  test('links to the lead’s CRM page, by default in this product [ADM-035]', async () => {
    expect(await rowOf(201)).toMatchObject({
      leadId: 5001,
      leadUrl: 'http://localhost:3000/manage/leads/5001',
    });
    const other = await createTestApp({
      env: { CRM_LEAD_URL: 'https://crm.example/lead/{id}/view' },
    });
    const admin = await signedInAs(other, 'admin@demo.test');
    const answer = await admin.get('/manage/contractors?filters[searchText]=Harbor Kitchens');
    expect(answer.json<Page>().data[0]?.leadUrl).toBe('https://crm.example/lead/5001/view');
    await other.close();
  });
});

describe('the filters of the list', () => {
  const all = async (filters: string): Promise<ContractorRow[]> =>
    (await list(`limit=100&${filters}`)).data;

  test('match payment status, tier, activation, and tax form, alone and combined [ADM-406]', async () => {
    for (const status of ['Paid', 'Canceled', 'Failed', 'Renewed', 'Unpaid'] as const) {
      const rows = await all(`filters[statusPayment]=${status}`);
      expect(rows.length).toBeGreaterThan(0);
      expect(new Set(rows.map(({ paymentStatus }) => paymentStatus))).toEqual(new Set([status]));
    }
    for (const tier of ['Pro', 'Self', 'Concierge', 'Brand', 'Free', 'Test'] as const) {
      const rows = await all(`filters[tier]=${tier}`);
      expect(new Set(rows.map(({ plan }) => plan?.tier))).toEqual(new Set([tier]));
    }
    expect((await all('filters[cpActivation]=Error')).map(({ id }) => id)).toEqual([208]);
    expect((await all('filters[cpActivation]=Yes')).every(({ hasUser }) => hasUser)).toBe(true);
    expect(
      (await all('filters[cpActivation]=No')).every(({ cpActivation }) => cpActivation === ''),
    ).toBe(true);
    expect((await all('filters[statusW9]=Pending')).map(({ id }) => id)).toEqual([101]);
    const several = await all(
      'filters[statusW9][0]=Pending&filters[statusW9][1]=Verified&order=+contractorId',
    );
    expect(several.map(({ id }) => id)).toEqual([101, 102]);
    const json = encodeURIComponent(
      JSON.stringify({ statusW9: ['Pending', 'Rejected'], tier: 'Pro', statusPayment: 'Failed' }),
    );
    expect((await all(`filters=${json}`)).map(({ id }) => id)).toEqual([101]);
  });

  test('list as many accounts to create as the home page counts', async () => {
    const { data, total } = await list('limit=100&accountToCreate=1');
    expect(total).toBeGreaterThan(0);
    expect(data).toHaveLength(total);
    expect(data.every(({ hasUser, paymentStatus }) => !hasUser && paymentStatus === 'Paid')).toBe(
      true,
    );
    expect(total).toBeLessThan((await list('filters[statusPayment]=Paid')).total);
    const admin = await signedInAs(app, 'admin@demo.test');
    expect((await admin.get('/manage/waiting')).json().accountsToCreate).toBe(total);
  });

  test('list only differences when showDifferencesOnly is 1, and everything when it is 0 [ADM-407]', async () => {
    expect((await all('filters[showDifferencesOnly]=1')).map(({ id }) => id)).toEqual([101]);
    expect((await list('filters[showDifferencesOnly]=0')).total).toBe((await list('')).total);
    expect(
      (await all(`filters=${encodeURIComponent('{"showDifferencesOnly":1}')}`)).map(({ id }) => id),
    ).toEqual([101]);
  });

  test.each([
    ['part of the company’s name', 'arbor Kitch', 201],
    ['a contact’s name', 'natarajan', 101],
    ['an e-mail', 'PRO@demo', 101],
    ['a formatted phone number', '(303) 555-0110', 101],
    ['the whole contractor id', '104', 104],
    ['another form of apostrophe, and accents', 'söhne o’test', 104],
    ['its lead id', '98765', 104],
    ['its lead id after a number sign', '#98765', 104],
    ['part of a page’s URL', 'summit-sol', 101],
    ['a full URL', 'https://lintel.example/p/summit-solar?lang=es', 101],
    ['a percent sign literally', '100%', null],
  ])('search by %s', async (_what, searchText, id) => {
    await app.deps.database.pool.query(
      "update contractors set company_name = 'Sohne O''Test', lead_id = 98765 where id = 104",
    );
    const found = await all(`filters[searchText]=${encodeURIComponent(searchText)}`);
    if (id === null) expect(found).toEqual([]);
    else expect(found.map((row) => row.id)).toContain(id);
  });

  test.each([
    'filters[tier]=Gold',
    'filters[statusW9]=Lost',
    'filters[showDifferencesOnly]=2',
    'order=+shoeSize',
    'limit=30',
    'page=0',
  ])('reject %s', async (query) => {
    const answer = await support.get(`/manage/contractors?${query}`);
    expect([400, 422]).toContain(answer.statusCode);
  });
});

describe('the order of the list', () => {
  test('puts contractors without a user first by default', async () => {
    const { data } = await list('limit=100');
    const firstOwner = data.findIndex(({ hasUser }) => hasUser);
    expect(firstOwner).toBeGreaterThan(0);
    expect(data.slice(firstOwner).every(({ hasUser }) => hasUser)).toBe(true);
  });

  test.each(contractorOrders.flatMap((field) => [`+${field}`, `-${field}`]))(
    'by %s lists every row exactly once across pages',
    async (order) => {
      const query = `limit=25&order=${encodeURIComponent(order)}`;
      const { total } = await list(query);
      const pages = await Promise.all([1, 2, 3].map((page) => list(`${query}&page=${page}`)));
      expect(new Set(pages.flatMap(ids)).size).toBe(total);
    },
  );

  test.each(contractorOrders.flatMap((field) => [`+${field}`, `-${field}`]))(
    'by %s returns the same page by cursor as by page number',
    async (order) => {
      const query = `limit=10&order=${encodeURIComponent(order)}`;
      const [first = [], second = [], third = []] = (
        await Promise.all([1, 2, 3].map((page) => list(`${query}&page=${page}`)))
      ).map(ids);
      expect(third.length).toBeGreaterThan(0);
      expect(ids(await list(`${query}&page=2&after=${first.at(-1)}`))).toEqual(second);
      expect(ids(await list(`${query}&page=3&after=${second.at(-1)}`))).toEqual(third);
      expect(ids(await list(`${query}&page=2&before=${third[0]}`))).toEqual(second);
      expect(ids(await list(`${query}&page=2&before=99999999`))).toEqual(second);
    },
  );

  test.each([
    ['plan', (row: ContractorRow) => row.contractorPlan.toLowerCase()],
    ['companyName', (row: ContractorRow) => row.companyName.toLowerCase()],
    ['lastName', (row: ContractorRow) => row.lastName.toLowerCase()],
    ['registrationDate', (row: ContractorRow) => row.registrationDate],
    ['statusW9', (row: ContractorRow) => row.statusW9],
  ])('sorts by %s in both directions', async (field, keyOf) => {
    const up = (await list(`limit=100&order=%2B${field}`)).data.map(keyOf);
    expect(up).toEqual(up.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0)));
    expect((await list(`limit=100&order=-${field}`)).data.map(keyOf)).toEqual(up.toReversed());
  });

  test('by plan puts contractors without a plan last, and respects the filters', async () => {
    await app.deps.database.db.execute(
      sql`update contractors set plan_id = null where id in (205, 206)`,
    );
    expect(ids(await list('limit=100&order=%2Bplan')).slice(-2)).toEqual([205, 206]);
    expect(ids(await list('limit=10&order=-plan')).slice(0, 2)).toEqual([206, 205]);
    const paid = await list('limit=100&order=%2Bplan&filters[statusPayment]=Paid');
    expect(paid.data.length).toBe(paid.total);
    expect(paid.data.every(({ paymentStatus }) => paymentStatus === 'Paid')).toBe(true);
  });

  test('is consistent across several W-9 statuses and a tier with two plans', async () => {
    await app.deps.database.db.execute(
      sql`insert into plans (id, name, tier, price_cents, stripe_id) values (777, 'Another', 'Brand', 0, 'x')`,
    );
    await app.deps.database.db.execute(
      sql`update contractors set plan_id = 777 where id in (201, 207)`,
    );
    for (const query of [
      'filters[tier]=Brand',
      'filters[statusW9][0]=Not found&filters[statusW9][1]=Pending&filters[statusW9][2]=Verified',
    ]) {
      for (const order of ['%2BhasUser', '-hasUser', '%2BcompanyName', '-plan']) {
        const all = await list(`limit=100&order=${order}&${query}`);
        expect(all.data.length).toBe(all.total);
        const pages = await Promise.all(
          [1, 2].map((page) => list(`limit=10&page=${page}&order=${order}&${query}`)),
        );
        expect(pages.flatMap(ids)).toEqual(ids(all).slice(0, 20));
      }
      const up = await list(`limit=100&order=%2BhasUser&${query}`);
      expect(ids(await list(`limit=100&order=-hasUser&${query}`))).toEqual(ids(up).toReversed());
    }
  });

  test('by activation puts unconfirmed contractors first and errors last', async () => {
    const activations = (await list('limit=100&order=%2BcpActivation')).data.map(
      ({ cpActivation }) => cpActivation,
    );
    expect(activations[0]).toBe('');
    expect(activations.at(-1)).toEqual({ error: expect.any(String) });
  });
});

test('the list requires staff with access to contractors', async () => {
  for (const [email, status] of [
    ['admin@demo.test', 200],
    ['support@demo.test', 200],
    ['mailer@demo.test', 403],
    ['pro@demo.test', 403],
  ] as const) {
    expect((await (await signedInAs(app, email)).get('/manage/contractors')).statusCode).toBe(
      status,
    );
  }
  const switched = await (await signedInAs(app, 'support@demo.test')).switchInto(11);
  expect((await switched.get('/manage/contractors')).statusCode).toBe(200);
});
