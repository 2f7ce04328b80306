import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from './config.ts';
import { errorFacts, scrubbed } from './scrub.ts';

/**
 * One line of JSON per event in production, readable lines otherwise. What is personal or secret is not handed to the log; what comes along in
 * errors and in the words of libraries is taken out of each line.
 */
export function createLogger(config: Pick<Config, 'NODE_ENV' | 'LOG_LEVEL'>, destination?: DestinationStream): Logger {
  const pretty = destination === undefined && config.NODE_ENV !== 'production' && process.stdout.isTTY;
  const options = {
    level: config.LOG_LEVEL,
    base: null,
    serializers: { err: (error: unknown) => errorFacts(error), cause: (error: unknown) => errorFacts(error) },
    hooks: { streamWrite: scrubbed },
    ...(pretty && { transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss' } } }),
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
