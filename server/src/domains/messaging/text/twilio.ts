import { createHmac } from 'node:crypto';
import { isRecord } from '@lintel/contract/core/narrow';
import { minuteMs } from '@lintel/contract/core/durations';
import { sameText } from '../../../platform/crypto/secrets.ts';
import { fetchFrom } from '../../../platform/observe/tracing.ts';
import {
  TextDelayed,
  TextRejected,
  type Delivery,
  type OutgoingText,
  type ProviderReceipt,
  type TextProvider,
} from './provider.ts';

export interface TwilioSettings {
  accountSid: string;
  authToken: string;
  /** A number, a short code, or the id of a messaging service. */
  from: string;
  /** Overrides the API's address, for tests. */
  apiUrl?: string | undefined;
}

/** The timeout of one call, in milliseconds. */
const patience = 10_000;
/** Seconds until a text that wasn't accepted is retried, unless Twilio gives a time. */
const rest = 60;
/** Tolerance for clock differences; Twilio's times are in whole seconds. */
const clockSkewMs = minuteMs;
/** Twilio's maximum validity period, in seconds. */
const longestValidity = 14_400;

/**
 * Twilio's Programmable Messaging (https://www.twilio.com/docs/messaging/api/message-resource). It
 * has no idempotency keys, so after an unclear response the text is looked up in its message list.
 */
export function twilioTexts(settings: TwilioSettings): TextProvider {
  const { accountSid, authToken, from } = settings;
  const api = (settings.apiUrl ?? 'https://api.twilio.com').replace(/\/+$/, '');
  const messages = `${api}/2010-04-01/Accounts/${accountSid}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const ask = (url: string, form?: URLSearchParams): Promise<Response> =>
    fetchFrom('twilio', url, {
      headers: { authorization, accept: 'application/json' },
      ...(form && { method: 'POST', body: form }),
      signal: AbortSignal.timeout(patience),
      redirect: 'error',
    });
  return {
    name: 'twilio',
    keepsTexts: false,
    send: async ({ to, body, statusUrl, validSeconds }) => {
      const form = new URLSearchParams({
        To: to,
        [from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: from,
        Body: body,
        StatusCallback: statusUrl,
        ValidityPeriod: String(Math.min(longestValidity, Math.max(1, Math.floor(validSeconds)))),
      });
      const answer = await ask(messages, form);
      const result = await json(answer);
      if (!answer.ok) throw refusal(answer, result);
      return accepted(result);
    },
    find: async (text, since) => {
      const query = new URLSearchParams({ To: text.to, PageSize: '50' });
      const answer = await ask(`${messages}?${query.toString()}`);
      const result = await json(answer);
      if (!answer.ok) throw new Error(`Twilio answered ${answer.status}`);
      const list = isRecord(result) && Array.isArray(result['messages']) ? result['messages'] : [];
      const found = list.find((one) => isSame(one, text, since));
      return found === undefined ? null : accepted(found);
    },
    isSignatureValid: (url, form, signature) =>
      sameText(signTwilio(authToken, url, form), signature),
    readStatus: (form) => {
      const delivery = deliveries[form['MessageStatus'] ?? ''];
      const id = form['MessageSid'] ?? '';
      if (delivery === undefined || id === '') return null;
      return {
        id,
        delivery,
        reason: delivery === 'undelivered' ? errorReason(form['ErrorCode']) : '',
      };
    },
    readReply: (form) => {
      const { MessageSid: id = '', From: sender = '', Body: text = '' } = form;
      if (id === '' || sender === '') return null;
      return { id, from: sender, text, answered: (form['OptOutType'] ?? '') !== '' };
    },
  };
}

/**
 * Twilio's request signature: base64 of HMAC-SHA1 over the URL and each form field, sorted by name
 * (https://www.twilio.com/docs/usage/security#validating-requests).
 */
export function signTwilio(
  authToken: string,
  url: string,
  form: Readonly<Record<string, string>>,
): string {
  const fields = Object.entries(form).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHmac('sha1', authToken)
    .update(url + fields.map(([name, value]) => name + value).join(''))
    .digest('base64');
}

/** Twilio's states as ours; others are ignored. */
const deliveries: Readonly<Record<string, Delivery | undefined>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'undelivered',
  canceled: 'undelivered',
};

async function json(answer: Response): Promise<unknown> {
  const text = await answer.text();
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function accepted(message: unknown): ProviderReceipt {
  const id = isRecord(message) ? message['sid'] : undefined;
  if (typeof id !== 'string') throw new Error('Twilio answered without a message id');
  return { id, delivery: 'sent' };
}

/** The number has opted out with STOP at Twilio. */
const stoppedCode = 21610;

/**
 * Classifies an error response: an invalid text is rejected permanently, a text without permission
 * or over the rate limit wasn't accepted, and after Twilio's own failures the outcome is unclear.
 */
function refusal(answer: Response, result: unknown): Error {
  const { status } = answer;
  const code = isRecord(result) && typeof result['code'] === 'number' ? result['code'] : null;
  const words = isRecord(result) && typeof result['message'] === 'string' ? result['message'] : '';
  const reason = [`Twilio answered ${code ?? status}`, words.slice(0, 200)]
    .filter(Boolean)
    .join(': ');
  if (code === stoppedCode)
    return new TextRejected('The recipient opted out of texts at Twilio', { stopped: true });
  if (status === 429) return new TextDelayed(reason, retryAfter(answer) ?? rest);
  if (status === 401 || status === 403 || status === 404) return new TextDelayed(reason, rest);
  if (status >= 500 || status === 408) return new Error(reason);
  return new TextRejected(reason);
}

function retryAfter({ headers }: Response): number | null {
  const header = headers.get('retry-after');
  if (header === null) return null;
  const seconds = /^\d{1,6}$/.test(header)
    ? Number(header)
    : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(1, seconds) : null;
}

/** Whether an entry of Twilio's list is this text, accepted after its first attempt. */
function isSame(message: unknown, { to, body }: OutgoingText, since: Date): boolean {
  if (!isRecord(message)) return false;
  const { direction, date_created: created } = message;
  const at = typeof created === 'string' ? Date.parse(created) : Number.NaN;
  return (
    typeof direction === 'string' &&
    direction.startsWith('outbound') &&
    message['to'] === to &&
    message['body'] === body &&
    at >= since.getTime() - clockSkewMs
  );
}

/** The most common carrier errors (https://www.twilio.com/docs/api/errors). */
const reasons: Readonly<Record<string, string | undefined>> = {
  '21610': 'The recipient opted out of texts',
  '30003': 'The phone is off or unreachable',
  '30004': 'The carrier blocked the text',
  '30005': "The phone number doesn't exist",
  '30006': "This is a landline, or its carrier doesn't accept texts",
  '30007': 'The carrier flagged the text as spam',
  '30034': 'The sender is not registered with the carriers (A2P 10DLC)',
  '30036': 'It expired before it could be sent',
};

const errorReason = (code: string | undefined): string => {
  const number = code ?? '';
  const words = reasons[number] ?? 'It could not be delivered';
  return number === '' ? words : `${words} (Twilio ${number})`;
};
