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
      'Wrong setting: MAIL_FROM must be an e-mail address, or Name <address>',
    );
  },
);

test('SMTP_URL must be an SMTP URL, and production requires it', () => {
  expect(readConfig({ SMTP_URL: 'smtps://user:pass@mail.example.com:465' }).SMTP_URL).toBe(
    'smtps://user:pass@mail.example.com:465',
  );
  expect(() => readConfig({ SMTP_URL: 'mail.example.com' })).toThrow(
    'Wrong setting: SMTP_URL must start with smtp:// or smtps://',
  );
  expect(() => readConfig({ ...production, SMTP_URL: '' })).toThrow(
    'Wrong setting: SMTP_URL is needed in production, so that e-mails are delivered',
  );
  expect(readConfig(production).NODE_ENV).toBe('production');
});

test('production lists every missing setting in one line', () => {
  expect(() =>
    readConfig({ NODE_ENV: 'production', DATABASE_URL: 'postgres://db/lintel' }),
  ).toThrow(
    /^Wrong setting: PUBLIC_URL is needed .*; BRAND_NAME is needed .*; BRAND_SUPPORT_EMAIL is needed .*; BRAND_PHONE is needed .*; MAIL_FROM is needed .*; ENCRYPTION_KEY is needed .*; SMTP_URL is needed .*; production takes real payments .*; LENDER_NETWORK is needed .*; NACHA_DESTINATION, .* are needed .*$/,
  );
  expect(readConfig({ NODE_ENV: 'development' }).BRAND_NAME).toBe('Lintel');
});

test.each([
  ['PUBLIC_URL', ''],
  ['PUBLIC_URL', 'http://portal.homefund.example'],
  ['BRAND_NAME', ''],
  ['BRAND_SUPPORT_EMAIL', ''],
  ['BRAND_SUPPORT_EMAIL', 'support@lintel.example'],
  ['BRAND_PHONE', ''],
  ['MAIL_FROM', ''],
  ['MAIL_FROM', 'HomeFund <no-reply@lintel.example>'],
])("production doesn't start with the placeholder identity of %s=%j", (name, value) => {
  expect(() => readConfig({ ...production, [name]: value })).toThrow(
    new RegExp(`^Wrong setting: ${name} is needed in production[^;]*$`),
  );
});

test('production never has demo accounts, even when configured', () => {
  expect(readConfig({}).DEMO).toBe('1');
  expect(readConfig({ DEMO: '0' }).DEMO).toBe('0');
  expect(readConfig(production).DEMO).toBe('0');
  expect(() => readConfig({ ...production, DEMO: '1' })).toThrow(
    /^Wrong setting: DEMO=1 is not possible in production: everybody knows the password of the demonstration accounts$/,
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

test('production starts on sandbox payments, lenders, or banks only with explicit permission', () => {
  expect(readConfig({})).toMatchObject({
    LENDER_NETWORK: 'sandbox',
    NACHA_DESTINATION: '999999992',
  });
  expect(readConfig(production)).toMatchObject({
    LENDER_NETWORK: 'sandbox',
    NACHA_DESTINATION: '999999992',
  });
  const start = (settings: Record<string, string>) => () =>
    readConfig({ ...production, ...settings });
  for (const settings of [
    { PAYMENTS: '' },
    { PAYMENTS: '', ...stripe },
    { PAYMENTS: 'stripe', ...stripe },
  ])
    expect(start(settings)).toThrow(
      /^Wrong setting: production takes real payments with live keys of Stripe; set PAYMENTS=sandbox if anybody may pay with a test number$/,
    );
  expect(start({ LENDER_NETWORK: '' })).toThrow(
    /^Wrong setting: LENDER_NETWORK is needed in production/,
  );
  for (const name of Object.keys(bank))
    expect(start({ ...bank, [name]: '', NACHA_BANK: '' })).toThrow(
      /^Wrong setting: NACHA_DESTINATION, .* are needed in production; set NACHA_BANK=sandbox if no bank takes the payout files$/,
    );
  expect(start({ PAYMENTS: '', ...live, NACHA_BANK: '', ...bank })()).toMatchObject({
    NACHA_DESTINATION: '021000021',
  });
  expect(start({ PAYMENTS: 'stripe', ...live })().STRIPE_SECRET_KEY).toBe('sk_live_abc123');
});

test.each([
  [{ PAYMENTS: 'stripe' }, 'PAYMENTS=stripe needs the three keys of Stripe'],
  [
    { PAYMENTS: 'sandbox', ...live },
    'PAYMENTS=sandbox and live keys of Stripe contradict each other: please take one of them out',
  ],
  [{ PAYMENTS: 'test' }, 'PAYMENTS must be sandbox or stripe'],
  [{ NACHA_BANK: 'real' }, 'NACHA_BANK must be sandbox, or left out'],
  [
    { NACHA_BANK: 'sandbox', ...bank },
    'NACHA_BANK=sandbox stands for no bank of your own: please take out ',
  ],
  [
    { SMTP_URL: 'smtp://mail.example.com?requireTLS=false' },
    'SMTP_URL must hold no "?"; write one in the password as %3F',
  ],
  [{ SMTP_TLS: 'yes' }, 'SMTP_TLS must be required or optional'],
])('%j prevents startup', (settings, told) => {
  expect(() => readConfig(settings)).toThrow(`Wrong setting: ${told}`);
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
    'Wrong setting: TRUST_PROXY must be the number of proxies, or a list',
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
      'Wrong setting: STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET are needed together',
    );
  }
});

test('invalid Stripe keys, or keys of two modes, prevent startup without being printed', () => {
  const start = (settings: Record<string, string>) => () => readConfig({ ...stripe, ...settings });
  expect(start({ STRIPE_SECRET_KEY: 'pk_test_abc123' })).toThrow(
    /^Wrong setting: STRIPE_SECRET_KEY must be a key that starts with sk_ or rk_$/,
  );
  expect(start({ STRIPE_PUBLISHABLE_KEY: 'sk_test_abc123' })).toThrow(
    /^Wrong setting: STRIPE_PUBLISHABLE_KEY must be a key that starts with pk_$/,
  );
  expect(start({ STRIPE_WEBHOOK_SECRET: 'abc123' })).toThrow(
    /^Wrong setting: STRIPE_WEBHOOK_SECRET must be a signing secret that starts with whsec_$/,
  );
  expect(start({ STRIPE_SECRET_KEY: 'sk_live_abc123' })).toThrow(
    /^Wrong setting: STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be of the live mode, or both of the test mode$/,
  );
  expect(start({ STRIPE_API_URL: 'ftp://localhost' })).toThrow(
    'Wrong setting: STRIPE_API_URL must be an http or https address',
  );
});

test.each([
  [{ S3_ENDPOINT: 'http://storage:9000' }, 'S3_BUCKET is needed with the other settings of S3'],
  [
    { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id' },
    'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are needed together',
  ],
  [
    { DATABASE_DIRECT_URL: 'postgres://lintel@db.example/lintel' },
    'DATABASE_DIRECT_URL needs DATABASE_URL, the address of the pooler before it',
  ],
  [
    { DATABASE_REPLICA_URL: 'postgres://lintel@replica.example/lintel' },
    'DATABASE_REPLICA_URL needs DATABASE_URL, the address of the server that it is a replica of',
  ],
  [
    {
      DATABASE_URL: 'postgres://lintel@db.example/lintel',
      DATABASE_REPLICA_URL: 'postgres://lintel@db.example/lintel',
    },
    'DATABASE_REPLICA_URL must be another address than DATABASE_URL and DATABASE_DIRECT_URL',
  ],
  [
    { DATABASE_REPLICA_URL: 'http://replica.example' },
    'DATABASE_REPLICA_URL must start with postgres://',
  ],
  [
    { ROLE: 'web' },
    'DATABASE_URL is needed with ROLE=web and ROLE=worker, so that both work on the same data',
  ],
  [{ PORT: '3000', METRICS_PORT: '3000' }, 'METRICS_PORT must be another port than PORT'],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 16 characters'],
])("several processes don't start on %j", (settings, told) => {
  expect(() => readConfig(settings)).toThrow(`Wrong setting: ${told}`);
});
