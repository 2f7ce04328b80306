import { pino, type Logger } from 'pino';
import type { Config } from './config.ts';

/** One line of JSON per event in production, readable lines otherwise. */
export function createLogger(config: Config): Logger {
  const pretty = config.NODE_ENV !== 'production' && process.stdout.isTTY;
  return pino({
    level: config.LOG_LEVEL,
    base: null,
    ...(pretty && { transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss' } } }),
  });
}
