import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSilent, startSmtp, type TestSmtp } from '../../../test/smtp.ts';
import { smtpTransport } from './smtp.ts';
import type { OutgoingMail, RefusedRecipient } from './transport.ts';

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

async function sendTo(
  url: string,
  tls?: 'required' | 'optional',
  message = mail,
): Promise<readonly RefusedRecipient[]> {
  const transport = smtpTransport(url, tls);
  try {
    return await transport.send(message);
  } finally {
    transport.close();
  }
}

test('sends nothing to a mail server without TLS when TLS is required, and reports it as retryable', async () => {
  await expect(sendTo(smtp.url, 'required')).rejects.toMatchObject({ name: 'Error' });
  // The same server under a name that could be another machine's.
  await expect(sendTo(smtp.url.replace('127.0.0.1', '0.0.0.0'))).rejects.toMatchObject({
    name: 'Error',
  });
  expect(smtp.received).toEqual([]);
});

test('needs no TLS for a local mail server, or when the operator makes it optional', async () => {
  await sendTo(smtp.url);
  await sendTo(smtp.url.replace('127.0.0.1', '0.0.0.0'), 'optional');
  expect(smtp.received).toHaveLength(2);
});

test('times out on a silent mail server, and pauses after three times', async () => {
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

test("rejected messages don't count as server failures", async () => {
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

test.each([
  [550, 'No such user here'],
  [550, '5.1.1 User unknown'],
  [550, '5.2.1 The mailbox is disabled'],
  [550, '5.4.1 Recipient address rejected: Access denied'],
  [550, '5.5.0 Mailbox unavailable'],
  [551, 'User not local'],
  [556, '5.1.10 The domain takes no mail'],
])('reports a recipient rejected with %i %s, including the response', async (code, text) => {
  smtp.answer = () => ({ code, text });
  await expect(sendTo(smtp.url)).rejects.toMatchObject({
    name: 'MailRefused',
    recipients: [{ address: 'ann@example.com', reason: `${code} ${text}` }],
  });
});

test.each([
  [550, '5.7.1 Our rules forbid this message'],
  [554, '5.7.1 Relay access denied'],
  [550, 'relay not permitted'],
  [550, '5.1.8 Bad sender domain'],
  [552, '5.2.2 Mailbox full'],
  [552, 'Too much mail data'],
])('a response %i %s rejects the message, but not the recipient', async (code, text) => {
  smtp.answer = () => ({ code, text });
  await expect(sendTo(smtp.url)).rejects.toMatchObject({ name: 'MailRefused', recipients: [] });
});

test("a message rejected after its text doesn't count against the recipient", async () => {
  smtp.refusal = { code: 554, text: '5.1.1 This looks like spam' };
  await expect(sendTo(smtp.url)).rejects.toMatchObject({ name: 'MailRefused', recipients: [] });
  smtp.refusal = { code: 451, text: 'Try again later' };
  await expect(sendTo(smtp.url)).rejects.toMatchObject({ name: 'Error' });
});

test('reports only the permanently rejected ones of several recipients', async () => {
  smtp.answer = (recipient) =>
    recipient.startsWith('gone')
      ? { code: 550, text: 'No such user here' }
      : recipient.startsWith('busy')
        ? { code: 450, text: 'Try again later' }
        : null;
  const to = ['ann@example.com', 'gone@example.com'].map((address) => ({ name: '', address }));
  const bcc = ['gone.too@example.com', 'busy@example.com'];
  const refused = await sendTo(smtp.url, undefined, { ...mail, to, bcc });
  expect(refused.map(({ address }) => address)).toEqual([
    'gone@example.com',
    'gone.too@example.com',
  ]);
  expect(smtp.received[0]?.recipients).toEqual(['ann@example.com']);
});
