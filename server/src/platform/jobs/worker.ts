import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, parseCronItems, run, runOnce, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import type { JobHandler } from './job.ts';
import { giveBackJobs, keepAlive, releaseDeadWorkers } from './liveness.ts';

/** A line of the worker's log. */
type Log = (level: 'error' | 'warning' | 'info' | 'debug', message: string) => void;

/** Jobs that the clock starts, by crontab patterns in UTC. */
export interface Schedule {
  pattern: string;
  handler: JobHandler;
  /** How long before a start missed times are made up for, in milliseconds: one time's distance from the next runs it once. */
  catchUp?: number;
  /** Runs once more whenever a worker starts; workers that start together queue it once. */
  atStart?: boolean;
}

const tasksOf = (handlers: readonly JobHandler[]): TaskList =>
  Object.fromEntries(handlers.map((handler) => [handler.job.id, (payload: unknown) => handler.run(payload)]));

const cronItem = ({ pattern, handler, catchUp }: Schedule) => ({
  match: pattern,
  task: handler.job.id,
  ...(catchUp !== undefined && { options: { backfillPeriod: catchUp } }),
});

const loggerOf = (log: Log): Logger => new Logger(() => (level, message) => log(level, message));

export interface WorkerOptions {
  handlers: readonly JobHandler[];
  schedules: readonly Schedule[];
  log: Log;
  /** No other process can be working on this database, so whatever is still locked was left by a process that died. */
  alone: boolean;
  /** Sees what happens to jobs. */
  watch?: (events: WorkerEvents) => void;
  /** How long `stop()` waits for jobs that run, in milliseconds; then they go back to the queue, for another process. */
  patience?: number;
}

export interface RunningWorker {
  /** Throws when it has stopped working by itself. */
  check(): void;
  /** Takes no more jobs and waits for those that run. */
  stop(): Promise<void>;
}

/** Starts working on jobs until `stop()`. What the clock starts runs once, however many processes do this. */
export async function startWorker(pool: Pool, options: WorkerOptions): Promise<RunningWorker> {
  const { handlers, schedules, log, alone, watch, patience = 20_000 } = options;
  if (alone) await releaseDeadWorkers(pool, 0);
  // Jobs are locked in the name of the pool, not of its single workers.
  const pools = new Set<string>();
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => pools.add(workerPool.id));
  watch?.(events);
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
  for (const { handler, atStart } of schedules)
    if (atStart)
      await runner.addJob(handler.job.id, null, { jobKey: `start ${handler.job.id}`, maxAttempts: handler.job.maxAttempts });
  const state = { ended: false };
  const ended = (): void => void (state.ended = true);
  runner.promise.then(ended, ended);
  const quiet = keepAlive(
    pool,
    () => [...pools],
    (error) => log('warning', `signs of life: ${error.message}`),
  );
  return {
    check: () => {
      if (state.ended) throw new Error('The worker has ended');
    },
    stop: async () => {
      quiet();
      await Promise.race([runner.stop(), sleep(patience, undefined, { ref: false })]);
      await giveBackJobs(pool, [...pools]);
    },
  };
}

/** Works on all that is due and returns: for the demonstration data and for tests. */
export async function workOffJobs(pool: Pool, handlers: readonly JobHandler[], log: Log = () => {}): Promise<void> {
  await runOnce({ pgPool: pool, taskList: tasksOf(handlers), noHandleSignals: true, logger: loggerOf(log) });
}
