import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('messages come from the given mailbox, and one without a name bears the brand', () => {
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

test.each(['nobody', 'Help Desk', 'a@b.com, c@d.com', 'Help\r\nBcc: x <help@example.com>'])(
  'a MAIL_FROM of %j stops the start',
  (MAIL_FROM) => {
    expect(() => readConfig({ MAIL_FROM })).toThrow('Wrong setting: MAIL_FROM must be an e-mail address, or Name <address>');
  },
);

test('SMTP_URL is an smtp address, and production does not start without one', () => {
  expect(readConfig({ SMTP_URL: 'smtps://user:pass@mail.example.com:465' }).SMTP_URL).toBe(
    'smtps://user:pass@mail.example.com:465',
  );
  expect(() => readConfig({ SMTP_URL: 'mail.example.com' })).toThrow(
    'Wrong setting: SMTP_URL must start with smtp:// or smtps://',
  );
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(
    'Wrong setting: SMTP_URL is needed in production, so that e-mails are delivered',
  );
  expect(readConfig({ NODE_ENV: 'production', SMTP_URL: 'smtp://localhost' }).NODE_ENV).toBe('production');
});
