import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { isRecord } from '@lintel/contract/core/narrow';
import type { Config } from './config.ts';
import { currentSpan } from './observe/tracing.ts';

/**
 * One JSON line per event in production, readable lines otherwise. Callers log no personal data or
 * secrets; what errors and libraries include is removed from each line.
 */
export function createLogger(
  config: Pick<Config, 'NODE_ENV' | 'LOG_LEVEL'>,
  destination?: DestinationStream,
): Logger {
  const pretty =
    destination === undefined && config.NODE_ENV !== 'production' && process.stdout.isTTY;
  const options = {
    level: config.LOG_LEVEL,
    base: null,
    mixin: currentTrace,
    serializers: {
      err: (error: unknown) => errorFacts(error),
      cause: (error: unknown) => errorFacts(error),
    },
    hooks: { streamWrite: scrubbed, logMethod },
    ...(pretty && { transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss' } } }),
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** Links log lines and traces in both directions. */
function currentTrace(): object {
  const span = currentSpan();
  return span === undefined ? {} : { trace: span.traceId };
}

/** Node's streams use a code; the compression library (`end-of-stream`) only a message. */
const isBrokenOff = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message === 'premature close' ||
    ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'));

/** Logs a client disconnect during a response as debug only: it is common and not an error. */
const logMethod: NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']> = function logMethod(
  args,
  method,
) {
  const [what]: unknown[] = args;
  const err = isRecord(what) ? what['err'] : undefined;
  const brokeOff = [what, err].some(isBrokenOff);
  if (brokeOff) this.debug({ event: 'the reader left' });
  else Reflect.apply(method, this, args);
};

/**
 * The statement's parameters, which the database library appends to its errors, up to the stack or
 * the end of the text.
 */
const parameters = /\\nparams: (?:(?!\\n {4}at )(?:\\.|[^"\\]))*/g;
const mail = /[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/g;
/**
 * Ten digits in North American formats, with or without the country code 1; not part of a longer
 * number.
 */
const phone = /(?<![\w.-])(?:\+?1[ .-]?)?\(?[2-9]\d{2}\)?[ .-]?\d{3}[ .-]?\d{4}(?![\w-])/g;
/** JWTs, and long strings that mix uppercase, lowercase, and digits as secrets do. */
const statement = /\beyJ[\w-]+\.[\w-]+(?:\.[\w-]+)*/g;
const secret = /(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{32,}(?![\w-])/g;
/** Social security, card, and account numbers: whole or in groups. */
const number =
  /(?<![\w.-])(?:\d{3}-\d{2}-\d{4}|\d{4}(?:[ -]\d{4}){2}[ -]\d{3,4}|\d{15,19})(?![\w-])/g;

/** A JSON log line without personal data and secrets, wherever they appear. */
const scrubbed = (line: string): string =>
  line
    .replace(parameters, String.raw`\nparams: [left out]`)
    .replace(mail, '[e-mail]')
    .replace(statement, '[secret]')
    .replace(secret, '[secret]')
    .replace(number, '[number]')
    .replace(phone, '[phone]');

/**
 * The maximum characters of a message or stack: a browser that fails to start reports its whole
 * command line, several times.
 */
const longest = 6000;

interface Facts {
  type: string;
  message: string;
  stack?: string | undefined;
  code?: string;
  constraint?: string;
  cause?: Facts;
}

/** An error for the log. Keeps only location properties: the others contain user input. */
function errorFacts(error: unknown, depth = 0): Facts {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const code = 'code' in error ? error.code : undefined;
  const constraint = 'constraint' in error ? error.constraint : undefined;
  // PostgreSQL's data errors (class 22) quote the data.
  const aboutData = typeof code === 'string' && /^22\w{3}$/.test(code);
  const message = aboutData ? error.message.replace(/: "[^]*/, ': [left out]') : error.message;
  return {
    type: error.constructor.name,
    message: message.slice(0, longest),
    stack: error.stack?.replace(error.message, () => message).slice(0, longest),
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(error.cause !== undefined && depth < 3 && { cause: errorFacts(error.cause, depth + 1) }),
  };
}
