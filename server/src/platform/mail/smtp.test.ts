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

test.each([
  [550, 'No such user here'],
  [550, '5.1.1 User unknown'],
  [550, '5.2.1 The mailbox is disabled'],
  [550, '5.4.1 Recipient address rejected: Access denied'],
  [550, '5.5.0 Mailbox unavailable'],
  [551, 'User not local'],
  [556, '5.1.10 The domain takes no mail'],
])('a recipient who is refused with %i %s is reported with the answer', async (code, text) => {
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
])('an answer %i %s refuses the message, but says nothing of the recipient', async (code, text) => {
  smtp.answer = () => ({ code, text });
  await expect(sendTo(smtp.url)).rejects.toMatchObject({ name: 'MailRefused', recipients: [] });
});

test('a message that is refused after its text says nothing of the recipient', async () => {
  smtp.refusal = { code: 554, text: '5.1.1 This looks like spam' };
  await expect(sendTo(smtp.url)).rejects.toMatchObject({ name: 'MailRefused', recipients: [] });
  smtp.refusal = { code: 451, text: 'Try again later' };
  await expect(sendTo(smtp.url)).rejects.toMatchObject({ name: 'Error' });
});

test('of several recipients only those are reported who were refused for good', async () => {
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
