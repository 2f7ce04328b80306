import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { isRecord } from '@lintel/contract/core/narrow';
import type { Config } from './config.ts';
import { currentSpan } from './observe/tracing.ts';

/**
 * One line of JSON per event in production, readable lines otherwise. Callers log nothing personal
 * or secret; what errors and libraries bring along is removed from each line.
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
    mixin: traceOfLine,
    serializers: {
      err: (error: unknown) => errorFacts(error),
      cause: (error: unknown) => errorFacts(error),
    },
    hooks: { streamWrite: scrubbed, logMethod },
    ...(pretty && { transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss' } } }),
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** By which a line is found from its trace, and the trace from the line. */
function traceOfLine(): object {
  const span = currentSpan();
  return span === undefined ? {} : { trace: span.traceId };
}

/** Node's own streams say it by a code, what packs answers (`end-of-stream`) by the message alone. */
const isBrokenOff = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message === 'premature close' ||
    ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'));

/**
 * Logs a reader who goes away during an answer as debug only: that happens all day and is not an
 * error.
 */
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
 * Ten digits as North America writes them, with or without the country's 1; not a part of a longer
 * number.
 */
const phone = /(?<![\w.-])(?:\+?1[ .-]?)?\(?[2-9]\d{2}\)?[ .-]?\d{3}[ .-]?\d{4}(?![\w-])/g;
/**
 * Signed statements, and what is long and has capitals, small letters and digits as a secret does.
 */
const statement = /\beyJ[\w-]+\.[\w-]+(?:\.[\w-]+)*/g;
const secret = /(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{32,}(?![\w-])/g;
/** Social security, card and account numbers: whole or in groups. */
const number =
  /(?<![\w.-])(?:\d{3}-\d{2}-\d{4}|\d{4}(?:[ -]\d{4}){2}[ -]\d{3,4}|\d{15,19})(?![\w-])/g;

/**
 * A line of the log in JSON without what identifies people or opens something, wherever in it that
 * stands.
 */
const scrubbed = (line: string): string =>
  line
    .replace(parameters, String.raw`\nparams: [left out]`)
    .replace(mail, '[e-mail]')
    .replace(statement, '[secret]')
    .replace(secret, '[secret]')
    .replace(number, '[number]')
    .replace(phone, '[phone]');

/**
 * Signs of a message or a stack: a browser that does not start tells its whole command line,
 * several times.
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

/**
 * An error for the log. Of its own properties only those that say where: the others hold what
 * people typed.
 */
function errorFacts(error: unknown, depth = 0): Facts {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const code = 'code' in error ? error.code : undefined;
  const constraint = 'constraint' in error ? error.constraint : undefined;
  // PostgreSQL's errors about data (class 22) quote the data.
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
