import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditDetails, AuditEntry } from '@lintel/contract/audit/log';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../test/app.ts';

let app: TestApp;
let admin: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  admin = await signedInAs(app, 'admin@demo.test');
});
afterAll(() => app.close());

interface Log {
  data: AuditEntry[];
  total: number;
  more: boolean;
  chosen: { person: unknown; contractor: unknown };
}
const log = async (query = '', client = admin): Promise<Log> => {
  const answer = await client.get(`/manage/audit?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const newest = async (query = ''): Promise<AuditDetails> => {
  const [entry] = (await log(query)).data;
  return (await admin.get(`/manage/audit/${entry?.id}`)).json();
};
const run = (text: string, values: unknown[] = []) => app.deps.database.pool.query(text, values);
const insert = async (values: Record<string, unknown>): Promise<number> => {
  const names = Object.keys(values);
  const { rows } = await run(
    `insert into audit_log (${names.join(', ')}) values (${names.map((_name, index) => `$${index + 1}`).join(', ')}) returning id::int`,
    Object.values(values),
  );
  return rows[0].id;
};

describe('access to the audit log', () => {
  const paths = [
    '/manage/audit',
    '/manage/audit/1',
    '/manage/audit-export',
    '/manage/audit-names?of=people&search=avery',
  ];

  test('requires the privilege, even for staff', async () => {
    for (const path of paths) {
      expect((await visitor(app).get(path)).statusCode, path).toBe(401);
      for (const email of ['support', 'mailer', 'pro', 'team', 'free', 'canceled']) {
        const client = await signedInAs(app, `${email}@demo.test`);
        expect((await client.get(path)).statusCode, `${email} ${path}`).toBe(403);
      }
      expect((await admin.get(path)).statusCode, path).toBe(200);
    }
  });

  test('works for staff switched into a contractor, but never for the contractor', async () => {
    const switched = await (await signedInAs(app, 'admin@demo.test')).switchInto(11);
    expect((await switched.get('/manage/audit')).statusCode).toBe(200);
    const support = await (await signedInAs(app, 'support@demo.test')).switchInto(11);
    expect((await support.get('/manage/audit')).statusCode).toBe(403);
  });

  test('ends when the privilege is removed', async () => {
    const client = await signedInAs(app, 'admin@demo.test');
    await run(`delete from role_privileges where role_id = 1 and resource = 'audit'`);
    expect((await client.get('/manage/audit')).statusCode).toBe(403);
    await run(`insert into role_privileges values (1, 'audit', 'manage_access')`);
    expect((await client.get('/manage/audit')).statusCode).toBe(200);
  });

  test('is read-only: no endpoint changes entries', async () => {
    for (const method of ['POST', 'DELETE'] as const)
      expect((await admin.call(method, '/manage/audit/1', { payload: {} })).statusCode).toBe(404);
  });
});

describe('an entry shows', () => {
  test('who did what as whom, about whose account, when, and from where', async () => {
    const staff = await signedInAs(app, 'admin@demo.test');
    await staff.post('/user/12/switch', { reason: 'Asked for help' });
    staff.switchedInto = 12;
    await staff.call('POST', '/user/12', {
      payload: { firstname: 'Brandon', lastname: 'Okafor' },
      remoteAddress: '203.0.113.7',
    });
    const entry = await newest('contractor=102');
    expect(entry).toMatchObject({
      at: app.clock.now().toISOString(),
      by: { id: 1, name: 'Avery Quinn', email: 'admin@demo.test' },
      as: { id: 12, name: 'Brandon Okafor', email: 'brand@demo.test' },
      bySystem: false,
      action: 'user.profile-saved',
      text: 'Profile saved',
      about: 'Account 12: Brandon Okafor',
      contractor: { id: 102, name: 'Oak & Iron Remodeling' },
      address: '203.0.113.7',
    });
  });

  test('before and after values, whatever form the change was stored in', async () => {
    const changed = async (details: object) => {
      const id = await insert({
        at: app.clock.now(),
        action: 'plan.updated',
        entity: 'plan',
        details,
      });
      const { changes, facts } = (await admin.get(`/manage/audit/${id}`)).json();
      return { changes, facts };
    };
    expect(
      await changed({ changes: [{ field: 'Plan', from: 'Free', to: 'Pro' }], version: 3 }),
    ).toEqual({
      changes: [{ field: 'Plan', before: 'Free', after: 'Pro' }],
      facts: [{ name: 'Version', value: '3' }],
    });
    expect(await changed({ changes: { monthlyPrice: { from: 99, to: 129 } } })).toMatchObject({
      changes: [{ field: 'Monthly price', before: '99', after: '129' }],
    });
    expect(await changed({ pageName: { from: 'old', to: 'new' }, note: '' })).toEqual({
      changes: [{ field: 'Page name', before: 'old', after: 'new' }],
      facts: [],
    });
    expect(await changed({ from: 'Pending', to: 'Verified', skipDifferences: true })).toEqual({
      changes: [{ field: 'Value', before: 'Pending', after: 'Verified' }],
      facts: [{ name: 'Skip differences', value: 'Yes' }],
    });
    expect(await changed({ before: { a: 1, b: [1, 2] }, after: { a: 1, b: null } })).toMatchObject({
      changes: [{ field: 'B', before: '1, 2', after: null }],
    });
    const { facts } = await changed({ long: 'x'.repeat(5000), rows: [{ a: 1 }] });
    expect(facts).toEqual([
      { name: 'Long', value: `${'x'.repeat(2000)}…` },
      { name: 'Rows', value: '[{"a":1}]' },
    ]);
  });

  test('plain language: field labels as on screens, amounts in dollars', async () => {
    const id = await insert({
      at: app.clock.now(),
      action: 'page.updated',
      entity: 'page',
      details: {
        fdAgreement: { from: false, to: true },
        logoKey: { from: null, to: 'logo-1.png' },
        priceCents: { from: 9900, to: 129_050 },
        totalCents: 23_880,
        changed: ['bankName', 'accNumber'],
        somethingNew: 7,
      },
    });
    const { changes, facts } = (await admin.get(`/manage/audit/${id}`)).json();
    const byField = Object.fromEntries(
      changes.map((change: { field: string }) => [change.field, change]),
    );
    expect(byField).toMatchObject({
      'Funding Designation Agreement': { before: 'No', after: 'Yes' },
      'Logo file': { before: null, after: 'logo-1.png' },
      Price: { before: '$99.00', after: '$1,290.50' },
    });
    expect(facts).toEqual(
      expect.arrayContaining([
        { name: 'Total', value: '$238.80' },
        { name: 'Fields changed', value: 'Bank, Account number' },
        { name: 'Something new', value: '7' },
      ]),
    );
  });

  test('actions without a signed-in account and actions missing from the catalog', async () => {
    const base = { at: app.clock.now(), entity: 'thing', entity_id: '5' };
    await insert({ ...base, action: 'thing.was-done' });
    expect((await log()).data[0]).toMatchObject({
      by: null,
      bySystem: true,
      text: 'Thing was done',
      about: 'Thing 5',
      address: '',
    });
    await insert({ ...base, action: 'constructor', address: '2001:db8::1' });
    expect((await log()).data[0]).toMatchObject({
      bySystem: false,
      text: 'Constructor',
      address: '2001:db8::1',
    });
    expect((await log('kind=thing.was-done')).total).toBe(1);
    expect((await log('kind=no.such')).total).toBe(0);
  });

  test('not_found for an unknown id', async () => {
    expect((await admin.get('/manage/audit/2000000000')).statusCode).toBe(404);
    expect((await admin.get('/manage/audit/0')).statusCode).toBe(400);
  });
});

describe('actions that are now audited:', () => {
  test('an export of applications, with its filter names and row count', async () => {
    const pro = await signedInAs(app, 'pro@demo.test');
    const answer = await pro.get(
      '/reports-applications-export?format=csv&search=abbott&status=funded&started[gte]=01/01/2020',
    );
    expect(await newest('kind=applications.exported')).toMatchObject({
      by: { id: 11 },
      contractor: { id: 101 },
      address: '127.0.0.1',
      facts: [
        { name: 'Rows', value: answer.headers['x-total-rows'] },
        { name: 'Format', value: 'csv' },
        { name: 'Filters', value: 'days, search, status' },
      ],
    });
    const entries = await run(
      `select details::text from audit_log where action = 'applications.exported'`,
    );
    expect(JSON.stringify(entries.rows)).not.toContain('abbott');
  });

  test('an export of commissions', async () => {
    const pro = await signedInAs(app, 'pro@demo.test');
    const { total } = (await pro.get('/reports-commissions?filters[type]=referral')).json();
    await pro.get('/reports-commissions-export?format=csv&filters[type]=referral');
    expect(await newest('kind=commissions.exported')).toMatchObject({
      by: { id: 11 },
      facts: [
        { name: 'Rows', value: String(total) },
        { name: 'Format', value: 'csv' },
        { name: 'Filters', value: 'type' },
      ],
    });
  });

  test('an export requested by another site is rejected and not audited', async () => {
    const pro = await signedInAs(app, 'pro@demo.test');
    const before = (await log('kind=reports')).total;
    const headers = { 'sec-fetch-site': 'cross-site' };
    for (const path of ['/reports-applications-export', '/reports-commissions-export'])
      expect((await pro.get(path, { headers })).statusCode).toBe(403);
    expect((await admin.get('/manage/audit-export', { headers })).statusCode).toBe(403);
    expect((await log('kind=reports')).total).toBe(before);
  });

  test('signing in, attributed to the account', async () => {
    await signedInAs(app, 'mailer@demo.test');
    expect(await newest('kind=session.started')).toMatchObject({
      by: { email: 'mailer@demo.test' },
      as: null,
      address: '127.0.0.1',
    });
    // Old entries contain no account besides their subject.
    const old = { action: 'session.started', entity: 'user', entity_id: '2' };
    await insert({ at: app.clock.now(), ...old, address: '203.0.113.9' });
    expect((await newest('kind=session.started')).by).toMatchObject({ id: 2, name: 'Sam Porter' });
  });
});

describe('the filters', () => {
  test('match actor, contractor, action, days, and subject', async () => {
    const at = '2025-07-04T12:00:00Z';
    const one = await insert({
      at,
      actor_id: 2,
      user_id: 2,
      contractor_id: 205,
      action: 'w9.read',
      entity: 'w9',
      entity_id: '4711',
    });
    const other = await insert({
      at: '2025-07-05T12:00:00Z',
      actor_id: 1,
      user_id: 1,
      contractor_id: 206,
      action: 'w9.reviewed',
      entity: 'w9',
      entity_id: '4712',
    });
    const ids = async (query: string) => (await log(query)).data.map(({ id }) => id);
    const days = 'from=2025-07-01&to=2025-07-31';
    expect(await ids(days)).toEqual([other, one]);
    expect(await ids(`${days}&person=2`)).toEqual([one]);
    expect(await ids(`${days}&contractor=206`)).toEqual([other]);
    expect(await ids(`${days}&kind=w9.read`)).toEqual([one]);
    expect(await ids(`${days}&kind=payouts`)).toEqual([other, one]);
    expect(await ids(`${days}&kind=billing`)).toEqual([]);
    expect(await ids('search=4711')).toEqual([one]);
    expect(await ids('search=%234712')).toEqual([other]);
    expect(await ids('from=2025-07-05&to=2025-07-05')).toEqual([other]);
    expect(await ids('from=07/04/2025&to=07/04/2025')).toEqual([one]);
    expect(await ids(`${days}&person=2&contractor=206`)).toEqual([]);
    expect(await ids(`${days}&person=&contractor=&kind=&search=`)).toEqual([other, one]);
  });

  test('use days in the business time zone, including all of the last day', async () => {
    const late = await insert({
      at: '2024-03-11T03:59:59Z',
      action: 'page.created',
      entity: 'page',
    });
    const early = await insert({
      at: '2024-03-10T04:59:59Z',
      action: 'page.created',
      entity: 'page',
    });
    const ids = async (day: string) =>
      (await log(`from=${day}&to=${day}`)).data.map(({ id }) => id);
    expect(await ids('2024-03-10')).toEqual([late]);
    expect(await ids('2024-03-09')).toEqual([early]);
  });

  test('match an e-mail against its account and the address itself', async () => {
    await insert({
      at: app.clock.now(),
      action: 'email.unsubscribed',
      entity: 'email',
      entity_id: 'brand@demo.test',
    });
    const { data } = await log('search=BRAND@demo.test');
    expect(new Set(data.map(({ about }) => about))).toEqual(
      new Set(['brand@demo.test', 'Account 12: Brandon Okafor']),
    );
    // A page with the account's number is unrelated.
    const page = await insert({
      at: app.clock.now(),
      action: 'page.created',
      entity: 'page',
      entity_id: '12',
    });
    const found = (await log('search=brand@demo.test')).data.map(({ id }) => id);
    expect(found).not.toContain(page);
    expect((await log('search=nobody@nowhere.test')).total).toBe(0);
  });

  test('return the names of the selected ids', async () => {
    const { chosen } = await log('person=12&contractor=102');
    expect(chosen).toEqual({
      person: { id: 12, name: 'Brandon Okafor', email: 'brand@demo.test' },
      contractor: { id: 102, name: 'Oak & Iron Remodeling' },
    });
    expect((await log('person=999999')).chosen).toEqual({ person: null, contractor: null });
  });

  test('reject invalid values', async () => {
    for (const query of ['person=x', 'contractor=-1', 'from=yesterday', 'limit=7', 'page=0'])
      expect((await admin.get(`/manage/audit?${query}`)).statusCode, query).toBe(400);
    for (const text of [`'; drop table audit_log; --`, '%', '_', '\\', '\u0000'])
      expect(
        (await admin.get(`/manage/audit?search=${encodeURIComponent(text)}`)).statusCode,
      ).toBeLessThan(500);
    expect((await log()).total).toBeGreaterThan(0);
  });

  test('suggest people by name or e-mail, and contractors by name or id', async () => {
    const names = async (of: string, search: string) =>
      (await admin.get(`/manage/audit-names?of=${of}&search=${search}`)).json().data;
    expect(await names('people', 'quinn')).toEqual([
      { id: 1, name: 'Avery Quinn', note: 'admin@demo.test' },
    ]);
    expect(await names('people', 'brand@demo')).toMatchObject([{ id: 12 }]);
    expect(await names('contractors', 'oak %26 iron')).toMatchObject([{ id: 102 }]);
    expect(await names('contractors', '102')).toMatchObject([{ id: 102, note: '102' }]);
    expect(await names('people', '%25%25')).toEqual([]);
    expect((await admin.get('/manage/audit-names?of=people&search=a')).statusCode).toBe(400);
  });
});

test('page the list, newest first, up to ten thousand entries', async () => {
  await run(
    `insert into audit_log (at, actor_id, action, entity) select timestamptz '2020-01-01' + make_interval(secs => n / 2), 77, 'page.created', 'page' from generate_series(1, 10300) n`,
  );
  const [first, second] = [await log('person=77'), await log('person=77&page=2')];
  expect([first.total, first.more, first.data.length]).toEqual([10_000, true, 25]);
  const ids = [...first.data, ...second.data].map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((one, other) => other - one));
  expect(new Set(ids).size).toBe(50);
  expect((await log('person=77&limit=100&page=100')).data).toHaveLength(100);
  expect((await log('person=77&limit=100&page=101')).data).toEqual([]);
});

describe('the export', () => {
  const lines = async (query: string): Promise<string[]> => {
    const answer = await admin.get(`/manage/audit-export?${query}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.body
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n');
  };

  test("contains all matches, beyond the list's last page, with the list's columns", async () => {
    const rows = await lines('person=77');
    expect(rows).toHaveLength(10_301);
    expect(rows[0]).toBe(
      'Entry,When,Done by,E-mail,As,What,Action,About,Contractor,Contractor id,Address,Details',
    );
    // Each row names its zone, which changes with the season.
    expect(rows[1]).toMatch(
      /^\d+,2019-12-31 20:25:50 EST,,,,Co-branded page created,page\.created,/,
    );
  });

  test('neutralizes formulas and keeps cells intact', async () => {
    const at = '2019-01-01T12:00:00Z';
    const details = { note: '=HYPERLINK("http://evil.example")\r\n+1', name: 'a,b;"c"' };
    await insert({
      at,
      action: 'page.updated',
      entity: '=cmd',
      entity_id: `+1|'cmd`,
      contractor_id: 102,
      address: '203.0.113.7',
      details,
    });
    const { body } = await admin.get('/manage/audit-export?from=2019-01-01&to=2019-01-01');
    const [, row = ''] = body.split('\r\n');
    expect(row).toContain(",'=cmd");
    expect(row).toContain(
      '2019-01-01 07:00:00 EST,The system'.replace('The system', 'Not signed in'),
    );
    expect(row).toContain('Oak & Iron Remodeling,102,203.0.113.7,');
    expect(row).toContain('""=HYPERLINK');
  });

  test('is audited itself, and is available as a workbook', async () => {
    await lines('search=4711&kind=w9.read');
    expect(await newest()).toMatchObject({
      by: { id: 1 },
      action: 'audit.exported',
      contractor: null,
      facts: [
        { name: 'Format', value: 'csv' },
        { name: 'Filters', value: 'kind, search' },
      ],
    });
    const workbook = await admin.get('/manage/audit-export?format=xlsx&search=4711');
    expect(workbook.rawPayload.subarray(0, 2).toString()).toBe('PK');
    expect(workbook.headers['content-disposition']).toMatch(/^attachment; filename="audit-log-/);
  });
});

test('each filter uses an index in its order', async () => {
  await run(`insert into audit_log (at, actor_id, contractor_id, action, entity, entity_id)
    select timestamptz '2021-01-01' + make_interval(mins => n), 500 + n % 200, 5000 + n % 1000, (array['page.created', 'page.updated', 'plan.updated', 'w9.read'])[1 + n % 4], 'page', n::text
    from generate_series(1, 40000) n`);
  await run('analyze audit_log');
  const planOf = async (where: string): Promise<string> => {
    const { rows } = await run(
      `explain select * from audit_log ${where} order by at desc, id desc limit 25`,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  expect(await planOf('')).toContain('audit_log_time');
  expect(await planOf('where actor_id = 533')).toContain('audit_log_actor_time');
  expect(await planOf('where contractor_id = 5033')).toContain('audit_log_contractor_time');
  expect(await planOf(`where action = 'session.started'`)).toContain('audit_log_action_time');
  expect(await planOf(`where entity_id in ('4711')`)).toContain('audit_log_about');
});
