import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditActions, ownAuditActions } from '@lintel/contract/audit/actions';
import type { Activity } from '@lintel/contract/audit/activity';
import { keysOf } from '@lintel/contract/core/map-values';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../test/app.ts';

let app: TestApp;
let pro: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  pro = await signedInAs(app, 'pro@demo.test');
});
afterAll(() => app.close());

const run = (text: string, values: unknown[] = []) => app.deps.database.pool.query(text, values);
const activity = async (query = '', client = pro, id = 101) => {
  const answer = await client.get(`/contractor/${id}/activity?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  const { data, total } = answer.json<{ data: Activity[]; total: number }>();
  return { data, total };
};

test("the owner reads the account's activity, with their own people by name and staff as staff", async () => {
  await pro.call('POST', '/user/11', {
    payload: { firstname: 'Priya', lastname: 'Natarajan' },
    remoteAddress: '203.0.113.7',
  });
  const admin = await signedInAs(app, 'admin@demo.test');
  const edited = await admin.post('/manage/contractor/101', { maxTeamUsers: 7 });
  expect(edited.statusCode, edited.body).toBe(200);
  await admin.post('/user/11/switch', { reason: 'Helping' });
  admin.switchedInto = 11;
  await admin.send('/contractor/101', { companyName: 'Summit Roofs' });
  await admin.post('/user/switch-back');
  const { data } = await activity();
  expect(data.slice(0, 3).map(({ text, by, name, address }) => [text, by, name, address])).toEqual([
    ['Company profile saved', 'staff', '', ''],
    ['Account edited', 'staff', '', ''],
    ['Profile saved', 'person', 'Priya Natarajan', '203.0.113.7'],
  ]);
  // No field contains staff data.
  const raw = (await pro.get('/contractor/101/activity?limit=50')).body;
  expect(raw).not.toMatch(/Avery|Quinn|admin@demo|Helping/);
});

test('staff-only actions and visits, which have their own card, are left out', async () => {
  const names = keysOf(auditActions);
  await run(
    `insert into audit_log (at, contractor_id, actor_id, action, entity) select now() + interval '1 hour', 101, 11, unnest($1::text[]), 'x'`,
    [names],
  );
  const { data } = await activity('limit=50');
  const own = names.filter((name) => auditActions[name].own);
  expect(own).toEqual(ownAuditActions);
  const hidden = names.filter((name) => !auditActions[name].own);
  expect(hidden).toEqual(
    expect.arrayContaining(['switch.started', 'w9.read', 'payout-run.downloaded', 'lead.created']),
  );
  const texts = new Set(data.map(({ text }) => text));
  for (const name of hidden) expect(texts).not.toContain(auditActions[name].text);
  await run(
    `insert into audit_log (at, contractor_id, action, entity) values (now() + interval '2 hours', 101, 'no.such', 'x')`,
  );
  expect((await activity()).data.map(({ text }) => text)).not.toContain('No such');
});

test("another contractor's entries never appear", async () => {
  const brand = await signedInAs(app, 'brand@demo.test');
  await run(
    `insert into audit_log (at, contractor_id, actor_id, action, entity, entity_id) select now() + interval '1 day', 102, 11, 'page.created', 'user', '11' from generate_series(1, 30)`,
  );
  expect(
    (await activity('limit=50')).data.filter(
      ({ at }) => at > new Date(Date.now() + 43_200_000).toISOString(),
    ),
  ).toEqual([]);
  const { data } = await activity('limit=50', brand, 102);
  // Names of other contractors' people are not included.
  expect(data.filter(({ name }) => name.includes('Natarajan'))).toEqual([]);
  expect((await brand.get('/contractor/101/activity')).statusCode).toBe(404);
  expect((await pro.get('/contractor/102/activity')).statusCode).toBe(404);
  expect((await pro.get('/contractor/101/activity?contractor=102')).json().total).toBe(
    (await activity()).total,
  );
});

test("a team user can't read it, whatever their access; nor can a visitor", async () => {
  const team = await signedInAs(app, 'team@demo.test');
  expect((await team.get('/contractor/101/activity')).statusCode).toBe(403);
  await run(`update users set team_access = 'Full' where kind = 'team' and contractor_id = 101`);
  const full = await signedInAs(app, 'team@demo.test');
  expect((await full.get('/contractor/101/visits')).statusCode).not.toBe(401);
  expect((await full.get('/contractor/101/activity')).statusCode).toBe(403);
  expect((await visitor(app).get('/contractor/101/activity')).statusCode).toBe(401);
});

test("staff see the owner's view only while switched into the owner", async () => {
  const admin = await signedInAs(app, 'admin@demo.test');
  expect((await admin.get('/contractor/101/activity')).statusCode).toBe(404);
  await admin.switchInto(11);
  const { data } = await activity('', admin);
  expect(data).toEqual((await activity()).data);
  expect((await admin.get('/contractor/102/activity')).statusCode).toBe(404);
});

test('entries are paged, newest first', async () => {
  const [first, second] = [await activity('limit=10'), await activity('limit=10&page=2')];
  const ids = [...first.data, ...second.data].map(({ id }) => id);
  expect(new Set(ids).size).toBe(20);
  expect(first.total).toBeGreaterThan(20);
  const times = [...first.data, ...second.data].map(({ at }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
  expect((await pro.get('/contractor/101/activity?limit=1000')).statusCode).toBe(400);
});

test('scheduled actions and actions by link are labeled as such', async () => {
  const later = "now() + interval '3 days'";
  await run(
    `insert into audit_log (at, contractor_id, action, entity, address) values (${later}, 101, 'subscription.canceled', 'subscription', null), (${later}, 101, 'contractor.sign-up-confirmed', 'contractor', '198.51.100.4')`,
  );
  const { data } = await activity();
  expect(data.slice(0, 2).map(({ by, name, address }) => [by, name, address])).toEqual([
    ['visitor', '', '198.51.100.4'],
    ['system', '', ''],
  ]);
});
