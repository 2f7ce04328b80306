import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test("messages come from the configured mailbox, with the brand's name by default", () => {
  expect(readConfig({}).mailFrom).toEqual({ name: 'Lintel', address: 'no-reply@lintel.example' });
  expect(readConfig({ MAIL_FROM: 'Help Desk <help@example.com>' }).mailFrom).toEqual({
    name: 'Help Desk',
    address: 'help@example.com',
  });
  expect(readConfig({ MAIL_FROM: 'help@example.com', BRAND_NAME: 'Acme' }).mailFrom).toEqual({
    name: 'Acme',
    address: 'help@example.com',
  });
});

/** The minimum for production, with sandboxes for payments and lenders. */
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://portal.homefund.example',
  BRAND_NAME: 'HomeFund',
  BRAND_SUPPORT_EMAIL: 'help@homefund.example',
  BRAND_PHONE: '(303) 555-0110',
  MAIL_FROM: 'HomeFund <mail@homefund.example>',
  SMTP_URL: 'smtp://localhost',
  PAYMENTS: 'sandbox',
  LENDER_NETWORK: 'sandbox',
  NACHA_BANK: 'sandbox',
};

test.each(['nobody', 'Help Desk', 'a@b.com, c@d.com', 'Help\r\nBcc: x <help@example.com>'])(
  'a MAIL_FROM of %j prevents startup',
  (MAIL_FROM) => {
    expect(() => readConfig({ MAIL_FROM })).toThrow(
      'Invalid setting: MAIL_FROM must be an e-mail address, or Name <address>',
    );
  },
);

test('SMTP_URL must be an SMTP URL', () => {
  expect(readConfig({ SMTP_URL: 'smtps://user:pass@mail.example.com:465' }).SMTP_URL).toBe(
    'smtps://user:pass@mail.example.com:465',
  );
  expect(() => readConfig({ SMTP_URL: 'mail.example.com' })).toThrow(
    'Invalid setting: SMTP_URL must start with smtp:// or smtps://',
  );
});

test('production starts with infrastructure alone, closed, and lists what the public needs', () => {
  expect(() =>
    readConfig({ NODE_ENV: 'production', DATABASE_URL: 'postgres://db/lintel' }),
  ).toThrow(/^Invalid setting: PUBLIC_URL is required [^;]*; ENCRYPTION_KEY is required [^;]*$/);
  expect(() => readConfig({ ...production, PUBLIC_URL: 'http://portal.homefund.example' })).toThrow(
    'Invalid setting: PUBLIC_URL is required in production and must start with https://',
  );
  const bare = readConfig({ NODE_ENV: 'production', PUBLIC_URL: production.PUBLIC_URL });
  expect(bare).toMatchObject({ isOpen: false, LENDER_NETWORK: 'none', SMS_PROVIDER: 'none' });
  expect(bare.missing.map(({ names }) => names[0])).toEqual([
    'BRAND_NAME',
    'BRAND_SUPPORT_EMAIL',
    'BRAND_PHONE',
    'MAIL_FROM',
    'SMTP_URL',
    'STRIPE_SECRET_KEY',
    'NACHA_DESTINATION',
  ]);
  expect(readConfig(production)).toMatchObject({ isOpen: true, missing: [] });
  expect(readConfig({ NODE_ENV: 'development' })).toMatchObject({
    BRAND_NAME: 'Lintel',
    isOpen: true,
  });
});

test.each([
  ['BRAND_NAME', ''],
  ['BRAND_SUPPORT_EMAIL', ''],
  ['BRAND_SUPPORT_EMAIL', 'support@lintel.example'],
  ['BRAND_PHONE', ''],
  ['MAIL_FROM', ''],
  ['MAIL_FROM', 'HomeFund <no-reply@lintel.example>'],
  ['SMTP_URL', ''],
])('production stays closed with the placeholder %s=%j', (name, value) => {
  const { isOpen, missing } = readConfig({ ...production, [name]: value });
  expect([isOpen, missing.map(({ names }) => names)]).toEqual([false, [[name]]]);
});

test('the portal sets what the environment leaves out, and the environment wins', () => {
  const portal = { BRAND_NAME: 'Portal', BRAND_PHONE: '(303) 555-0111' };
  expect(readConfig({ BRAND_NAME: 'Environment' }, portal)).toMatchObject({
    BRAND_NAME: 'Environment',
    BRAND_PHONE: '(303) 555-0111',
  });
});

test("the portal's test modes don't open production, only the environment's do", () => {
  const { PAYMENTS: _payments, NACHA_BANK: _bank, ...rest } = production;
  const tried = readConfig(rest, { PAYMENTS: 'sandbox', NACHA_BANK: 'sandbox' });
  expect(tried.missing.map(({ group }) => group)).toEqual(['payments', 'bank']);
});

test('production never has demo accounts, even when configured', () => {
  expect(readConfig({}).DEMO).toBe('1');
  expect(readConfig({ DEMO: '0' }).DEMO).toBe('0');
  expect(readConfig(production).DEMO).toBe('0');
  expect(() => readConfig({ ...production, DEMO: '1' })).toThrow(
    /^Invalid setting: DEMO=1 is not allowed in production: the password of the demo accounts is public$/,
  );
});

const bank = {
  NACHA_DESTINATION: '021000021',
  NACHA_DESTINATION_NAME: 'First Bank',
  NACHA_ORIGIN: '1123456789',
  NACHA_COMPANY_ID: '1123456789',
};
const live = {
  STRIPE_SECRET_KEY: 'sk_live_abc123',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_abc123',
  STRIPE_WEBHOOK_SECRET: 'whsec_abc123',
};

test('production opens on sandbox payments or banks only with explicit permission', () => {
  expect(readConfig({})).toMatchObject({
    LENDER_NETWORK: 'sandbox',
    NACHA_DESTINATION: '999999992',
  });
  expect(readConfig(production)).toMatchObject({
    LENDER_NETWORK: 'sandbox',
    NACHA_DESTINATION: '999999992',
  });
  const start = (settings: Record<string, string>) => readConfig({ ...production, ...settings });
  for (const settings of [
    { PAYMENTS: '' },
    { PAYMENTS: '', ...stripe },
    { PAYMENTS: 'stripe', ...stripe },
  ])
    expect(start(settings)).toMatchObject({ isOpen: false, missing: [{ group: 'payments' }] });
  for (const name of Object.keys(bank))
    expect(start({ ...bank, [name]: '', NACHA_BANK: '' }).missing).toEqual([
      expect.objectContaining({ group: 'bank', names: [name] }),
    ]);
  expect(start({ PAYMENTS: '', ...live, NACHA_BANK: '', ...bank })).toMatchObject({
    NACHA_DESTINATION: '021000021',
    isOpen: true,
  });
  expect(start({ PAYMENTS: 'stripe', ...live }).STRIPE_SECRET_KEY).toBe('sk_live_abc123');
});

test.each([
  [{ PAYMENTS: 'stripe' }, 'PAYMENTS=stripe requires all three Stripe keys'],
  [
    { PAYMENTS: 'sandbox', ...live },
    "PAYMENTS=sandbox can't be combined with live Stripe keys: remove one or the other",
  ],
  [{ PAYMENTS: 'test' }, 'PAYMENTS must be sandbox or stripe'],
  [{ NACHA_BANK: 'real' }, 'NACHA_BANK must be sandbox or unset'],
  [
    { NACHA_BANK: 'sandbox', ...bank },
    "NACHA_BANK=sandbox can't be combined with settings for a real bank: remove ",
  ],
  [
    { SMTP_URL: 'smtp://mail.example.com?requireTLS=false' },
    'SMTP_URL must not contain "?"; write it as %3F in the password',
  ],
  [{ SMTP_TLS: 'yes' }, 'SMTP_TLS must be required or optional'],
])('%j prevents startup', (settings, told) => {
  expect(() => readConfig(settings)).toThrow(`Invalid setting: ${told}`);
});

test.each([
  'true',
  'all',
  '-1',
  '1.5',
  '0x1',
  '21',
  '10.0.0.0/0',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.0/33',
  'loopback,nobody',
  '10.0.0.1,,',
])('a TRUST_PROXY of %j prevents startup', (TRUST_PROXY) => {
  expect(() => readConfig({ TRUST_PROXY })).toThrow(
    'Invalid setting: TRUST_PROXY must be the number of proxies, or a list',
  );
});

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_abc123',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_abc123',
  STRIPE_WEBHOOK_SECRET: 'whsec_abc123',
};

test('Stripe keys must be set together, and a restricted key is accepted', () => {
  expect(readConfig({ ...stripe, STRIPE_SECRET_KEY: 'rk_test_abc123' })).toMatchObject({
    STRIPE_SECRET_KEY: 'rk_test_abc123',
  });
  expect(readConfig({}).STRIPE_SECRET_KEY).toBeUndefined();
  for (const name of Object.keys(stripe)) {
    expect(() => readConfig({ ...stripe, [name]: '' })).toThrow(
      'Invalid setting: STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, and STRIPE_WEBHOOK_SECRET must be set together',
    );
  }
});

test('invalid Stripe keys, or keys of two modes, prevent startup without being printed', () => {
  const start = (settings: Record<string, string>) => () => readConfig({ ...stripe, ...settings });
  expect(start({ STRIPE_SECRET_KEY: 'pk_test_abc123' })).toThrow(
    /^Invalid setting: STRIPE_SECRET_KEY must be a key that starts with sk_ or rk_$/,
  );
  expect(start({ STRIPE_PUBLISHABLE_KEY: 'sk_test_abc123' })).toThrow(
    /^Invalid setting: STRIPE_PUBLISHABLE_KEY must be a key that starts with pk_$/,
  );
  expect(start({ STRIPE_WEBHOOK_SECRET: 'abc123' })).toThrow(
    /^Invalid setting: STRIPE_WEBHOOK_SECRET must be a signing secret that starts with whsec_$/,
  );
  expect(start({ STRIPE_SECRET_KEY: 'sk_live_abc123' })).toThrow(
    /^Invalid setting: STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys or both be test keys$/,
  );
  expect(start({ STRIPE_API_URL: 'ftp://localhost' })).toThrow(
    'Invalid setting: STRIPE_API_URL must be an http or https address',
  );
});

test.each([
  [{ S3_ENDPOINT: 'http://storage:9000' }, 'S3_BUCKET is required with the other S3 settings'],
  [
    { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id' },
    'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together',
  ],
  [
    { DATABASE_DIRECT_URL: 'postgres://lintel@db.example/lintel' },
    'DATABASE_DIRECT_URL requires DATABASE_URL, the address of the pooler',
  ],
  [
    { DATABASE_REPLICA_URL: 'postgres://lintel@replica.example/lintel' },
    'DATABASE_REPLICA_URL requires DATABASE_URL, the address of its primary server',
  ],
  [
    {
      DATABASE_URL: 'postgres://lintel@db.example/lintel',
      DATABASE_REPLICA_URL: 'postgres://lintel@db.example/lintel',
    },
    'DATABASE_REPLICA_URL must differ from DATABASE_URL and DATABASE_DIRECT_URL',
  ],
  [
    { DATABASE_REPLICA_URL: 'http://replica.example' },
    'DATABASE_REPLICA_URL must start with postgres://',
  ],
  [
    { ROLE: 'web' },
    'DATABASE_URL is required with ROLE=web and ROLE=worker, so that both use the same data',
  ],
  [{ PORT: '3000', METRICS_PORT: '3000' }, 'METRICS_PORT must differ from PORT'],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 16 characters'],
])("several processes don't start on %j", (settings, told) => {
  expect(() => readConfig(settings)).toThrow(`Invalid setting: ${told}`);
});
