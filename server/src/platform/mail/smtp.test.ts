import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSilent, startSmtp, type TestSmtp } from '../../../test/smtp.ts';
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
  await expect(sendTo(smtp.url.replace('127.0.0.1', '0.0.0.0'))).rejects.toMatchObject({
    name: 'Error',
  });
  expect(smtp.received).toEqual([]);
});

test('a mail server on this machine needs no TLS, nor does one that the operator lets do without', async () => {
  await sendTo(smtp.url);
  await sendTo(smtp.url.replace('127.0.0.1', '0.0.0.0'), 'optional');
  expect(smtp.received).toHaveLength(2);
});

test('a mail server that takes the connection and says nothing is given up, and after three times not asked', async () => {
  const silent = await startSilent();
  const timeLimits = {
    dnsTimeout: 50,
    connectionTimeout: 50,
    greetingTimeout: 50,
    socketTimeout: 50,
  };
  const rest = { failures: 3, shortest: 1e9, longest: 1e9 };
  const transport = smtpTransport(silent.url, undefined, { timeLimits, rest });
  for (let at = 0; at < 3; at += 1)
    await expect(transport.send(mail)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  const { accepted } = silent;
  await expect(transport.send(mail)).rejects.toMatchObject({ name: 'NotAsked' });
  expect([accepted, silent.accepted]).toEqual([3, 3]);
  transport.close();
  await silent.close();
});

test('refused messages say nothing against the server', async () => {
  const rest = { failures: 1, shortest: 1e9, longest: 1e9 };
  const timeLimits = {
    dnsTimeout: 5000,
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 5000,
  };
  const transport = smtpTransport(smtp.url, undefined, { timeLimits, rest });
  for (const code of [450, 550]) {
    smtp.answer = () => ({ code, text: 'no' });
    await expect(transport.send(mail)).rejects.toMatchObject({
      message: expect.stringContaining('no'),
    });
  }
  smtp.answer = () => null;
  await transport.send(mail);
  expect(smtp.received).toHaveLength(1);
  transport.close();
});
