import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSmtp, type TestSmtp } from '../../../test/smtp.ts';
import { smtpTransport } from './smtp.ts';
import type { OutgoingMail } from './transport.ts';

let smtp: TestSmtp;
beforeEach(async () => {
  smtp = await startSmtp();
});
afterEach(() => smtp.close());

const mail: OutgoingMail = {
  messageId: '<one@localhost>',
  from: { name: 'Lintel', address: 'no-reply@lintel.example' },
  to: [{ name: '', address: 'ann@example.com' }],
  bcc: [],
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
  replyTo: null,
  automatic: true,
  unsubscribeUrl: null,
};

async function sendTo(url: string, tls?: 'required' | 'optional'): Promise<void> {
  const transport = smtpTransport(url, tls);
  try {
    await transport.send(mail);
  } finally {
    transport.close();
  }
}

test('a mail server that offers no TLS gets nothing when TLS is required, and may be tried again', async () => {
  await expect(sendTo(smtp.url, 'required')).rejects.toMatchObject({ name: 'Error' });
  // The same server by a name that may be another machine's.
  await expect(sendTo(smtp.url.replace('127.0.0.1', '0.0.0.0'))).rejects.toMatchObject({ name: 'Error' });
  expect(smtp.received).toEqual([]);
});

test('a mail server on this machine needs no TLS, nor does one that the operator lets do without', async () => {
  await sendTo(smtp.url);
  await sendTo(smtp.url.replace('127.0.0.1', '0.0.0.0'), 'optional');
  expect(smtp.received).toHaveLength(2);
});
