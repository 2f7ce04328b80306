import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import type { Privilege } from '@lintel/contract/core/access';
import { retentionRules } from '@lintel/contract/privacy/constants';
import { mapValues } from '@lintel/contract/core/map-values';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../app.ts';
import { rolePrivileges, roles, userRoles } from '../../src/domains/identity/tables.ts';

let app: TestApp;
let editor: TestClient;
let roleId: number;
beforeAll(async () => {
  app = await createTestApp();
  const values = { localRole: 'content', name: 'Content' };
  const [role] = await db().insert(roles).values(values).returning();
  roleId = role?.id ?? 0;
  await db().delete(userRoles).where(eq(userRoles.userId, 3));
  await db().insert(userRoles).values({ userId: 3, roleId });
  editor = await signedInAs(app, 'mailer@demo.test');
});
afterAll(() => app.close());

const db = () => app.deps.database.db;
const settings: Privilege[] = [
  { resource: 'manage-settings', code: 'access' },
  { resource: 'manage-settings', code: 'modify' },
];
const rules: Privilege = { resource: 'manage-rules', code: 'modify' };

async function give(...privileges: Privilege[]): Promise<void> {
  await db().delete(rolePrivileges).where(eq(rolePrivileges.roleId, roleId));
  await db()
    .insert(rolePrivileges)
    .values(privileges.map((one) => ({ roleId, ...one })));
}

const text = '# Title\n\nA paragraph.';
const months = mapValues(retentionRules, ({ standard }) => String(standard));
const publish = () =>
  editor.post('/manage/legal-texts/privacy', {
    en: text,
    es: text,
    effectiveFrom: app.clock.now().toISOString().slice(0, 10),
    basedOn: 1,
  });
const changes: Record<string, () => ReturnType<TestClient['post']>> = {
  'a legal text': publish,
  'licenses and lenders': async () => {
    const { provider } = (await editor.get('/manage/provider')).json();
    return editor.post('/manage/provider', { provider });
  },
  retention: () => editor.post('/manage/retention', { months }),
  'a retention rehearsal': () => editor.post('/manage/retention/dry-run', {}),
  'the sign-in rule': () => editor.post('/manage/two-step', { contractorsFrom: null }),
  'the service agreement date, by its name': () =>
    editor.post('/setting/0', { paramName: 'ServiceAgreementDate' }),
  'the service agreement date, by its id': async () => {
    const { paramId } = (await editor.get('/setting?name=ServiceAgreementDate')).json();
    return editor.post(`/setting/${paramId}`, {});
  },
};

describe('staff who edit the settings and training materials', () => {
  beforeEach(() => give(...settings));

  test('edit a FAQ and the demo data of flyers', async () => {
    expect(
      (await editor.post('/materials/category', { name: 'Payments', type: 'faqs' })).statusCode,
    ).toBe(200);
    const { paramId, paramName } = (await editor.get('/setting?name=FlyerTemplate')).json();
    const saved = await editor.post(`/setting/${paramId}`, { paramName, demoData: '{"a":1}' });
    expect(saved.statusCode).toBe(200);
  });

  test('read legal texts, retention, and sign-in rules', async () => {
    for (const path of ['legal-texts', 'provider', 'retention', 'retention/preview', 'two-step'])
      expect([path, (await editor.get(`/manage/${path}`)).statusCode]).toEqual([path, 200]);
  });

  test.each(Object.keys(changes))('can’t change %s', async (what) => {
    const answer = await changes[what]?.();
    expect([answer?.statusCode, answer?.json().error]).toEqual([403, 'access_denied']);
  });

  test('gain nothing from the extra privilege without the settings privilege', async () => {
    await give(rules, ...settings.slice(0, 1));
    for (const change of Object.values(changes)) expect((await change()).statusCode).toBe(403);
  });
});

test.each(Object.keys(changes))('staff with both privileges can change %s', async (what) => {
  await give(...settings, rules);
  const answer = await changes[what]?.();
  expect(answer?.statusCode, answer?.body).toBe(200);
});
