import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShownGroup } from '@lintel/contract/setup/provider-settings';
import type { SettingGroup } from '@lintel/contract/setup/settings';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../test/app.ts';
import { LiveConfig } from '../../platform/provider-settings/index.ts';

let app: TestApp;
let admin: TestClient;
beforeAll(async () => {
  app = await createTestApp({ env: { BRAND_PHONE: '(303) 555-0110' } });
  admin = await signedInAs(app, 'admin@demo.test');
});
afterAll(() => app.close());

async function groupOf(name: SettingGroup): Promise<ShownGroup> {
  const { groups }: { groups: ShownGroup[] } = (await admin.get('/manage/setup/settings')).json();
  const found = groups.find(({ group }) => group === name);
  if (found === undefined) throw new Error(`No group ${name}`);
  return found;
}
const settingOf = async (group: SettingGroup, name: string) =>
  (await groupOf(group)).settings.find((one) => one.name === name);

const save = async (group: SettingGroup, values: Record<string, string>, version?: number) =>
  admin.post(`/manage/setup/settings/${group}`, {
    values,
    version: version ?? (await groupOf(group)).version,
  });

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_abcd1234',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_abcd1234',
  STRIPE_WEBHOOK_SECRET: 'whsec_wxyz9876',
};

test('a saved value is in effect at once, and an empty one restores the default', async () => {
  const saved = await save('brand', { BRAND_NAME: 'HomeFund' });
  expect(saved.statusCode, saved.body).toBe(200);
  expect(app.deps.config.BRAND_NAME).toBe('HomeFund');
  expect(await settingOf('brand', 'BRAND_NAME')).toMatchObject({
    value: 'HomeFund',
    source: 'portal',
  });
  expect((await save('brand', { BRAND_NAME: '' })).statusCode).toBe(200);
  expect(app.deps.config.BRAND_NAME).toBe('Lintel');
  expect(await settingOf('brand', 'BRAND_NAME')).toMatchObject({
    value: 'Lintel',
    source: 'default',
  });
});

test('an environment variable wins, and its field is refused by name', async () => {
  expect(await settingOf('brand', 'BRAND_PHONE')).toMatchObject({
    value: '(303) 555-0110',
    source: 'environment',
  });
  const refused = await save('brand', { BRAND_PHONE: '(303) 555-0199', BRAND_NAME: 'Other' });
  expect(refused.statusCode).toBe(422);
  expect(refused.json().fields).toEqual({
    BRAND_PHONE: 'The environment variable BRAND_PHONE sets this. Change it there.',
  });
  expect(app.deps.config.BRAND_NAME).not.toBe('Stolen');
});

test('values that are wrong alone or together are refused with their fields', async () => {
  const alone = await save('payments', { STRIPE_SECRET_KEY: 'pk_test_1' });
  expect([alone.statusCode, alone.json().fields]).toEqual([
    422,
    { STRIPE_SECRET_KEY: 'Must be a key that starts with sk_ or rk_.' },
  ]);
  const together = await save('payments', { STRIPE_SECRET_KEY: 'sk_test_1' });
  expect(together.statusCode).toBe(422);
  expect(together.json().fields).toMatchObject({
    STRIPE_PUBLISHABLE_KEY:
      'Stripe secret key, Stripe publishable key, and Stripe webhook secret must be set together.',
  });
  const other = await save('payments', { BRAND_NAME: 'Other' });
  expect(other.json().fields).toEqual({
    BRAND_NAME: 'This setting belongs to another group.',
  });
});

test('a new Stripe key replaces the gateway, and its secret is never shown, logged, or audited', async () => {
  expect(app.deps.gateway.name).toBe('sandbox');
  const saved = await save('payments', stripe);
  expect(saved.statusCode, saved.body).toBe(200);
  expect(app.deps.gateway.name).toBe('stripe');
  expect(await settingOf('payments', 'STRIPE_SECRET_KEY')).toEqual({
    name: 'STRIPE_SECRET_KEY',
    value: null,
    isSet: true,
    lastFour: '1234',
    source: 'portal',
  });
  expect(await settingOf('payments', 'STRIPE_WEBHOOK_SECRET')).toMatchObject({
    value: null,
    lastFour: null,
  });
  const { pool } = app.deps.database;
  const rows = await pool.query('select * from provider_settings');
  const audit = await pool.query(
    "select details from audit_log where action = 'provider-settings.saved'",
  );
  const seen = JSON.stringify([
    rows.rows,
    audit.rows,
    (await admin.get('/manage/setup/settings')).json(),
    saved.json(),
    app.warnings,
  ]);
  for (const secret of [stripe.STRIPE_SECRET_KEY, stripe.STRIPE_WEBHOOK_SECRET])
    expect(seen).not.toContain(secret);
  expect(audit.rows.at(-1)?.details).toMatchObject({
    before: { STRIPE_SECRET_KEY: 'not set' },
    after: { STRIPE_SECRET_KEY: 'set' },
  });
  const cleared = await save('payments', {
    STRIPE_SECRET_KEY: '',
    STRIPE_PUBLISHABLE_KEY: '',
    STRIPE_WEBHOOK_SECRET: '',
  });
  expect(cleared.statusCode, cleared.body).toBe(200);
  expect(app.deps.gateway.name).toBe('sandbox');
});

test('a form that started from an older version is a conflict', async () => {
  const { version } = await groupOf('bank');
  expect((await save('bank', { NACHA_DESCRIPTION: 'PAYOUT' }, version)).statusCode).toBe(200);
  const late = await save('bank', { NACHA_DESCRIPTION: 'OTHER' }, version);
  expect([late.statusCode, late.json().message]).toEqual([
    409,
    expect.stringMatching(/ changed this while you were editing\. Nothing was saved\.$/),
  ]);
  const at = (await groupOf('bank')).version;
  const both = await Promise.all([
    save('bank', { NACHA_DESCRIPTION: 'FIRST' }, at),
    save('bank', { NACHA_DESCRIPTION: 'SECOND' }, at),
  ]);
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('another process follows a change without a restart', async () => {
  const { database, keys, log, notices } = app.deps;
  const other = new LiveConfig({ env: { NODE_ENV: 'test' }, db: database.db, keys, log });
  await other.refresh();
  const brand = await other.adapter(['BRAND_NAME'], ({ BRAND_NAME }) => ({ name: BRAND_NAME }));
  other.listen(notices);
  await expect.poll(() => notices.isListening(), { timeout: 20_000 }).toBe(true);
  expect((await save('brand', { BRAND_NAME: 'HomeFund' })).statusCode).toBe(200);
  await expect.poll(() => other.config.BRAND_NAME, { timeout: 20_000 }).toBe('HomeFund');
  expect(brand.name).toBe('HomeFund');
  await other.close();
  notices.close();
});

test('stored values that conflict with the environment are left out, and the rest stays in effect', async () => {
  const { database, keys, log } = app.deps;
  const live = {
    STRIPE_SECRET_KEY: 'sk_live_abcd1234',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_abcd1234',
    STRIPE_WEBHOOK_SECRET: 'whsec_wxyz9876',
  };
  expect((await save('payments', live)).statusCode).toBe(200);
  expect((await save('brand', { BRAND_NAME: 'HomeFund' })).statusCode).toBe(200);
  const env = { NODE_ENV: 'test', PAYMENTS: 'sandbox' };
  const other = new LiveConfig({ env, db: database.db, keys, log });
  await other.refresh();
  expect(other.problems.payments).toMatch(/can't be combined/);
  expect([other.config.BRAND_NAME, other.config.STRIPE_SECRET_KEY]).toEqual([
    'HomeFund',
    undefined,
  ]);
});

test('staff need the privilege and a step-up', async () => {
  const values = { values: { BRAND_NAME: 'Stolen' }, version: 0 };
  const support = await signedInAs(app, 'support@demo.test');
  expect((await support.get('/manage/setup/settings')).statusCode).toBe(403);
  expect((await support.post('/manage/setup/settings/brand', values)).statusCode).toBe(403);
  const contractor = await signedInAs(app, 'brand@demo.test');
  expect((await contractor.post('/manage/setup/settings/brand', values)).statusCode).toBe(403);
  app.clock.pass(3600);
  const idle = await signedInAs(app, 'admin@demo.test');
  idle.provesItself = false;
  app.clock.pass(660);
  const asked = await idle.post('/manage/setup/settings/brand', values);
  expect([asked.statusCode, asked.json().error]).toEqual([403, 'step_up_required']);
  expect(app.deps.config.BRAND_NAME).not.toBe('Stolen');
});
