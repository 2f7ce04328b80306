import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import type { Config } from './config.ts';
import { errorFacts, scrubbed } from './scrub.ts';

/**
 * One line of JSON per event in production, readable lines otherwise. What is personal or secret is
 * not handed to the log; what comes along in errors and in the words of libraries is taken out of
 * each line.
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
    serializers: {
      err: (error: unknown) => errorFacts(error),
      cause: (error: unknown) => errorFacts(error),
    },
    hooks: { streamWrite: scrubbed, logMethod: quietly },
    ...(pretty && { transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss' } } }),
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/**
 * Whoever goes away while an answer is being sent breaks off its stream: that happens all day long
 * and is nobody's mistake.
 */
const quietly: NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']> = function quietly(
  args,
  method,
) {
  const [what] = args as unknown[];
  const { err } = (what ?? {}) as { err?: unknown };
  const brokeOff = [what, err].some(
    (one) => one instanceof Error && 'code' in one && one.code === 'ERR_STREAM_PREMATURE_CLOSE',
  );
  if (brokeOff) this.debug({ event: 'the reader left' });
  else Reflect.apply(method, this, args);
};
