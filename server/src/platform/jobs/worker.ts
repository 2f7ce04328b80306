import { Logger, parseCronItems, run, runOnce, type Runner, type TaskList } from 'graphile-worker';
import type { Pool } from 'pg';
import type { JobHandler } from './job.ts';

/** A line of the worker's log. */
type Log = (level: 'error' | 'warning' | 'info' | 'debug', message: string) => void;

/** Jobs that the clock starts, by crontab patterns in UTC. */
export interface Schedule {
  pattern: string;
  handler: JobHandler;
}

const tasksOf = (handlers: readonly JobHandler[]): TaskList =>
  Object.fromEntries(handlers.map((handler) => [handler.job.id, (payload: unknown) => handler.run(payload)]));

const loggerOf = (log: Log): Logger => new Logger(() => (level, message) => log(level, message));

/** Starts working on jobs until `stop()` of the returned runner, which waits for the running ones. */
export function startWorker(
  pool: Pool,
  handlers: readonly JobHandler[],
  schedules: readonly Schedule[],
  log: Log,
): Promise<Runner> {
  return run({
    pgPool: pool,
    taskList: tasksOf([...handlers, ...schedules.map((schedule) => schedule.handler)]),
    parsedCronItems: parseCronItems(schedules.map(({ pattern, handler }) => ({ match: pattern, task: handler.job.id }))),
    concurrency: 4,
    pollInterval: 1000,
    noHandleSignals: true,
    logger: loggerOf(log),
  });
}

/** Works on all that is due and returns: for the demonstration data and for tests. */
export async function workOffJobs(pool: Pool, handlers: readonly JobHandler[], log: Log = () => {}): Promise<void> {
  await runOnce({ pgPool: pool, taskList: tasksOf(handlers), noHandleSignals: true, logger: loggerOf(log) });
}
