import { createTransport } from 'nodemailer';
import { errorOf } from '../errors.ts';
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

/**
 * How long nobody is asked after `failures` failures in a row, in milliseconds; doubled each time.
 */
interface Rest {
  failures: number;
  shortest: number;
  longest: number;
}

const usual: Rest = { failures: 3, shortest: 15_000, longest: 300_000 };

/** The call was not made, because earlier ones just failed again and again. */
export class NotAsked extends Error {
  override readonly name = 'NotAsked';
}

/**
 * Keeps callers from waiting for a server that does not answer. After some failures in a row nobody
 * calls it for a while; then a single caller tries, and the others follow only when it succeeds.
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
   * Calls, unless the breaker is open. Throws what `work` throws, which counts as a failure, or
   * `NotAsked`.
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
      this.#reason = errorOf(error).message;
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

/** Commands whose refusal is about the message, not about the connection or the login. */
const aboutTheMessage = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);

/**
 * Milliseconds for the name, the connection, the server's first words and each silence after them;
 * and for a message in all.
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
  /** Of an answer to RCPT TO: the address as it was offered. */
  recipient?: string | undefined;
  /** The answers to each RCPT TO that was refused, where the message reached that point. */
  rejectedErrors?: readonly SmtpError[] | undefined;
}

/**
 * Hands messages to the server at `url`: `smtps://` is TLS from the start, `smtp://` begins with
 * STARTTLS; user and password stand in the address. A server that offers no TLS is sent nothing,
 * because whoever sits between could read links that open accounts, unless `tls` is `optional` or
 * the server is this machine. At most four connections, kept open. A server that is silent is given
 * up after seconds; after three such failures in a row nobody asks it for a while, and then one
 * message at a time.
 */
export function smtpTransport(
  url: string,
  tls?: 'required' | 'optional',
  { timeLimits, rest }: { timeLimits: typeof usualLimits; rest?: Rest } = {
    timeLimits: usualLimits,
  },
): MailTransport {
  const isHere = isLoopbackName(new URL(url.replace(/^smtp/, 'http')).hostname);
  const transport = createTransport(
    {
      url,
      requireTLS: (tls ?? (isHere ? 'optional' : 'required')) === 'required',
      pool: true,
      maxConnections: slots.mail,
      maxMessages: 100,
      // Retries once for a kept connection that has ended; further tries are made by our own queue.
      maxRequeues: 1,
      ...timeLimits,
    },
    { disableFileAccess: true, disableUrlAccess: true },
  );
  const breaker = new Breaker(rest);
  return {
    keepsMessages: false,
    send: async (mail) => {
      // A refusal is an answer, so the server is well.
      const outcome = await breaker.ask(async () => {
        try {
          const sent: Sent = await calling('mail', 'send mail', () =>
            transport.sendMail(toNodemailer(mail)),
          );
          return refusedRecipients(sent);
        } catch (error) {
          const reason = decided(errorOf(error));
          if (reason instanceof MailRefused || isAnswer(errorOf(error))) return reason;
          throw reason;
        }
      });
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    close: () => transport.close(),
  };
}

interface Sent {
  rejectedErrors?: readonly SmtpError[] | undefined;
}

/** A server that refuses is still answering; the breaker is only for silence. */
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
 * A refusal for good is an answer 5xx to the message itself, or a message that was not even offered
 * to the server.
 */
function decided(error: SmtpError): Error {
  const { responseCode = 0, command = '', response = error.message, code } = error;
  // 530 asks for a login, which is a wrong setting and no fault of the message.
  const refused = responseCode >= 500 && responseCode !== 530 && aboutTheMessage.has(command);
  const notOffered = (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode === 0;
  return refused || notOffered ? new MailRefused(response, refusedRecipients(error)) : error;
}

/**
 * What a server says of an address or a mailbox itself (RFC 3463): the address is wrong or unknown,
 * the mailbox is disabled, or its domain takes no mail. Not a wrong sender (5.1.7, 5.1.8), a full
 * mailbox, or a rule of the server (5.7): one wrong setting would make every address undeliverable.
 */
const noSuchMailbox = /^5\.(1\.(?![78]\b)\d+|2\.[01]|4\.[14])\b/;
/** Codes of servers that give no such detail (RFC 5321 and 7504). */
const plainCodes = new Set([550, 551, 553, 556]);
const noDetail = /^5\.[05]\.0\b/;

function isNoSuchMailbox({ responseCode = 0, response = '', command }: SmtpError): boolean {
  if (command !== 'RCPT TO' || responseCode < 500) return false;
  const said = response.replace(/^\d{3}[ -]/, '');
  if (/^\d\.\d+\.\d+/.test(said) && !noDetail.test(said)) return noSuchMailbox.test(said);
  return plainCodes.has(responseCode) && !/\brelay/i.test(said);
}

const refusedRecipients = ({ rejectedErrors = [] }: Sent): RefusedRecipient[] =>
  rejectedErrors
    .filter(isNoSuchMailbox)
    .map(({ recipient = '', response = '' }) => ({ address: recipient, reason: response }));
