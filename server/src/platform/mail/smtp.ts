import { createTransport } from 'nodemailer';
import { toError } from '../errors.ts';
import { isLoopbackName } from '../http/caller-address.ts';
import { slots } from '../jobs/job.ts';
import { calling } from '../observe/tracing.ts';
import {
  extraHeaders,
  MailRefused,
  type MailTransport,
  type OutgoingMail,
  type RefusedRecipient,
} from './transport.ts';

/** The pause after `failures` consecutive failures, in milliseconds; doubles each time. */
interface Rest {
  failures: number;
  shortest: number;
  longest: number;
}

const usual: Rest = { failures: 3, shortest: 15_000, longest: 300_000 };

/** The call was skipped because earlier ones kept failing. */
export class NotAsked extends Error {
  override readonly name = 'NotAsked';
}

/**
 * A circuit breaker for an unresponsive server. After several consecutive failures it rejects calls
 * for a while; then a single call tries, and the others follow only when it succeeds.
 */
export class Breaker {
  #reason = '';
  readonly #rest: Rest;
  #failures = 0;
  #restsUntil = 0;
  #isTrying = false;

  constructor(rest: Rest = usual) {
    this.#rest = rest;
  }

  /**
   * Calls `work`, unless the breaker is open. Rethrows its errors, which count as failures, or
   * throws `NotAsked`.
   */
  async ask<Result>(work: () => Promise<Result>): Promise<Result> {
    const isOpen = this.#failures >= this.#rest.failures;
    if (isOpen && (this.#isTrying || performance.now() < this.#restsUntil))
      throw new NotAsked(
        `${this.#reason} (${this.#failures} times in a row, so this message was not tried)`,
      );
    this.#isTrying = isOpen;
    try {
      const result = await work();
      this.#failures = 0;
      return result;
    } catch (error) {
      this.#failures += 1;
      this.#reason = toError(error).message;
      const { failures, shortest, longest } = this.#rest;
      if (this.#failures >= failures)
        this.#restsUntil =
          performance.now() + Math.min(shortest * 2 ** (this.#failures - failures), longest);
      throw error;
    } finally {
      if (isOpen) this.#isTrying = false;
    }
  }
}

/** Commands whose rejection concerns the message, not the connection or the login. */
const aboutTheMessage = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);

/**
 * Milliseconds for DNS, the connection, the greeting, and each silence after that; and for a whole
 * message.
 */
const usualLimits = {
  dnsTimeout: 5000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};
const aMessage = 90_000;

interface SmtpError extends Error {
  responseCode?: number | undefined;
  response?: string | undefined;
  command?: string | undefined;
  code?: string | undefined;
  /** For responses to RCPT TO: the address as sent. */
  recipient?: string | undefined;
  /** The rejected RCPT TO responses, if the message got that far. */
  rejectedErrors?: readonly SmtpError[] | undefined;
}

/**
 * Sends messages to the server at `url`: `smtps://` is TLS from the start, `smtp://` uses STARTTLS;
 * the URL contains user and password. Sends nothing to a server without TLS, because an attacker in
 * between could read links that open accounts, unless `tls` is `optional` or the server is local.
 * Keeps up to four connections open. A silent server times out within seconds; after three such
 * failures in a row calls pause for a while, and then resume one message at a time.
 */
export function smtpTransport(
  url: string,
  tls?: 'required' | 'optional',
  { timeLimits, rest }: { timeLimits: typeof usualLimits; rest?: Rest } = {
    timeLimits: usualLimits,
  },
): MailTransport {
  const transport = createTransport(
    {
      url,
      requireTLS: requiresTls(url, tls),
      pool: true,
      maxConnections: slots.mail,
      maxMessages: 100,
      // Retries once when a kept connection has closed; our queue makes further attempts.
      maxRequeues: 1,
      ...timeLimits,
    },
    { disableFileAccess: true, disableUrlAccess: true },
  );
  const breaker = new Breaker(rest);
  return {
    keepsMessages: false,
    send: async (mail) => {
      // A rejection is a response, so the server works.
      const outcome = await breaker.ask(async () => {
        try {
          const sent: SmtpResult = await calling('mail', 'send mail', () =>
            transport.sendMail(toNodemailer(mail)),
          );
          return refusedRecipients(sent);
        } catch (error) {
          const reason = decided(toError(error));
          if (reason instanceof MailRefused || isAnswer(toError(error))) return reason;
          throw reason;
        }
      });
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    close: () => transport.close(),
  };
}

/** Mail to this machine needs no TLS. */
function requiresTls(url: string, tls: 'required' | 'optional' | undefined): boolean {
  const isHere = isLoopbackName(new URL(url.replace(/^smtp/, 'http')).hostname);
  return (tls ?? (isHere ? 'optional' : 'required')) === 'required';
}

/** Milliseconds for checking a server. */
const aCheck = { dnsTimeout: 5000, connectionTimeout: 8000, greetingTimeout: 8000 };

/**
 * Connects to the server at `url`, with TLS and login as for a message, and sends none. Throws when
 * a message couldn't be sent either.
 */
export async function verifySmtp(url: string, tls?: 'required' | 'optional'): Promise<void> {
  const transport = createTransport(
    { url, requireTLS: requiresTls(url, tls), ...aCheck, socketTimeout: 8000 },
    { disableFileAccess: true, disableUrlAccess: true },
  );
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

interface SmtpResult {
  rejectedErrors?: readonly SmtpError[] | undefined;
}

/** A rejecting server still responds; the breaker is only for silence. */
const isAnswer = ({ responseCode = 0 }: SmtpError): boolean => responseCode > 0;

const toNodemailer = ({ unsubscribeUrl, to, bcc, replyTo, automatic, ...mail }: OutgoingMail) => ({
  ...mail,
  signal: AbortSignal.timeout(aMessage),
  to: [...to],
  bcc: [...bcc],
  ...(replyTo !== null && { replyTo }),
  headers: extraHeaders({ automatic, unsubscribeUrl }),
});

/**
 * A permanent rejection is a 5xx response to the message itself, or a message that was never sent
 * to the server.
 */
function decided(error: SmtpError): Error {
  const { responseCode = 0, command = '', response = error.message, code } = error;
  // 530 requires a login, which is a wrong setting and not the message's fault.
  const refused = responseCode >= 500 && responseCode !== 530 && aboutTheMessage.has(command);
  const notOffered = (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode === 0;
  return refused || notOffered ? new MailRefused(response, refusedRecipients(error)) : error;
}

/**
 * Status codes about an address or a mailbox (RFC 3463): the address is wrong or unknown, the
 * mailbox is disabled, or its domain accepts no mail. Excludes a wrong sender (5.1.7, 5.1.8), a
 * full mailbox, and server policies (5.7): one wrong setting would make every address
 * undeliverable.
 */
const noSuchMailbox = /^5\.(1\.(?![78]\b)\d+|2\.[01]|4\.[14])\b/;
/** Codes of servers without such detail (RFC 5321 and 7504). */
const plainCodes = new Set([550, 551, 553, 556]);
const noDetail = /^5\.[05]\.0\b/;

function isNoSuchMailbox({ responseCode = 0, response = '', command }: SmtpError): boolean {
  if (command !== 'RCPT TO' || responseCode < 500) return false;
  const responseText = response.replace(/^\d{3}[ -]/, '');
  if (/^\d\.\d+\.\d+/.test(responseText) && !noDetail.test(responseText))
    return noSuchMailbox.test(responseText);
  return plainCodes.has(responseCode) && !/\brelay/i.test(responseText);
}

const refusedRecipients = ({ rejectedErrors = [] }: SmtpResult): RefusedRecipient[] =>
  rejectedErrors
    .filter(isNoSuchMailbox)
    .map(({ recipient = '', response = '' }) => ({ address: recipient, reason: response }));
