import { EventEmitter } from 'node:events';
import { Logger, parseCronItems, run, runOnce, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import type { JobHandler } from './job.ts';
import { keepAlive, releaseDeadWorkers } from './liveness.ts';

/** A line of the worker's log. */
type Log = (level: 'error' | 'warning' | 'info' | 'debug', message: string) => void;

/** Jobs that the clock starts, by crontab patterns in UTC. */
export interface Schedule {
  pattern: string;
  handler: JobHandler;
  /** How long before a start missed times are made up for, in milliseconds: one time's distance from the next runs it once. */
  catchUp?: number;
}

const tasksOf = (handlers: readonly JobHandler[]): TaskList =>
  Object.fromEntries(handlers.map((handler) => [handler.job.id, (payload: unknown) => handler.run(payload)]));

const cronItem = ({ pattern, handler, catchUp }: Schedule) => ({
  match: pattern,
  task: handler.job.id,
  ...(catchUp !== undefined && { options: { backfillPeriod: catchUp } }),
});

const loggerOf = (log: Log): Logger => new Logger(() => (level, message) => log(level, message));

/**
 * Starts working on jobs until `stop()`, which waits for the running ones. `alone`: no other process can be working on this
 * database, so whatever is still locked was left by a process that died.
 */
export async function startWorker(
  pool: Pool,
  {
    handlers,
    schedules,
    log,
    alone,
  }: { handlers: readonly JobHandler[]; schedules: readonly Schedule[]; log: Log; alone: boolean },
): Promise<{ stop(): Promise<void> }> {
  if (alone) await releaseDeadWorkers(pool, 0);
  const workers = new Set<string>();
  const events: WorkerEvents = new EventEmitter();
  events.on('worker:create', ({ worker }) => workers.add(worker.workerId));
  events.on('worker:stop', ({ worker }) => workers.delete(worker.workerId));
  const runner = await run({
    pgPool: pool,
    taskList: tasksOf([...handlers, ...schedules.map((schedule) => schedule.handler)]),
    parsedCronItems: parseCronItems(schedules.map(cronItem)),
    concurrency: 4,
    pollInterval: 1000,
    noHandleSignals: true,
    logger: loggerOf(log),
    events,
  });
  const quiet = keepAlive(
    pool,
    () => [...workers],
    (error) => log('warning', `signs of life: ${error.message}`),
  );
  return {
    stop: async () => {
      quiet();
      await runner.stop();
    },
  };
}

/** Works on all that is due and returns: for the demonstration data and for tests. */
export async function workOffJobs(pool: Pool, handlers: readonly JobHandler[], log: Log = () => {}): Promise<void> {
  await runOnce({ pgPool: pool, taskList: tasksOf(handlers), noHandleSignals: true, logger: loggerOf(log) });
}
