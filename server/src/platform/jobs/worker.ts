import { EventEmitter } from 'node:events';
import {
  parseCronItems,
  runOnce,
  type Job,
  type JobHelpers,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type { Pool } from 'pg';
import { keysOf } from '@lintel/contract/core/map-values';
import { hourMs } from '@lintel/contract/core/durations';
import { asSpan, isTracing } from '../observe/tracing.ts';
import { untilCommitted } from '../db/cluster/index.ts';
import { MissingRow, slots, traceOf, type JobHandler } from './job.ts';
import { Lane, loggerOf, type Log, giveBackJobs, keepAlive, releaseDeadWorkers } from './lane.ts';

/** Jobs that the clock starts, by crontab patterns in UTC. */
export interface Schedule {
  pattern: string;
  handler: JobHandler;
  /**
   * How long before a start missed times are made up for, in milliseconds: one time's distance from
   * the next runs it once.
   */
  catchUp?: number;
  /** Runs once more whenever a worker starts; workers that start together queue it once. */
  atStart?: boolean;
}

const tasksOf = (handlers: readonly JobHandler[], log: Log): TaskList =>
  Object.fromEntries(
    handlers.map((handler) => [
      handler.job.id,
      (payload: unknown, helpers) =>
        asPartOfItsTrace(helpers.job, () => onceThere(helpers, log, () => handler.run(payload))),
    ]),
  );

/**
 * Runs a job when everything that its transaction wrote can be seen. A row that is still missing at
 * the last attempt was removed, so there is nothing to do.
 */
async function onceThere(
  { job, query }: JobHelpers,
  log: Log,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await untilCommitted(job.flags, query);
    await run();
  } catch (error) {
    if (!(error instanceof MissingRow) || job.attempts < job.max_attempts) throw error;
    log('warning', `${job.task_identifier} was dropped, there is nothing to do: ${error.message}`);
  }
}

/** For so many milliseconds a job is a part of the trace that queued it; later they are linked. */
const oneTrace = hourMs;

/** A job that nobody's trace queued has a trace of its own. */
function asPartOfItsTrace(job: Job, run: () => Promise<void>): Promise<void> {
  if (!isTracing()) return run();
  const queuedIn = traceOf(job.flags);
  const isLate = Date.now() - job.created_at.getTime() > oneTrace;
  return asSpan(
    job.task_identifier,
    {
      kind: 'consumer',
      ...(isLate ? { link: queuedIn } : { parent: queuedIn }),
      facts: { 'lintel.job': job.task_identifier, 'lintel.attempt': job.attempts },
    },
    run,
  );
}

const cronItem = ({ pattern, handler, catchUp }: Schedule) => ({
  match: pattern,
  task: handler.job.id,
  ...(catchUp !== undefined && { options: { backfillPeriod: catchUp } }),
});

export interface WorkerOptions {
  handlers: readonly JobHandler[];
  schedules: readonly Schedule[];
  log: Log;
  /**
   * No other process can be working on this database, so whatever is still locked was left by a
   * process that died.
   */
  alone: boolean;
  /** Sees what happens to jobs. */
  watch?: (events: WorkerEvents) => void;
  /**
   * How long `stop()` waits for jobs that run, in milliseconds; then they go back to the queue, for
   * another process.
   */
  patience?: number;
}

export interface RunningWorker {
  /** Throws while a part of it does not work. */
  check(): void;
  /** Takes no more jobs and waits for those that run. */
  stop(): Promise<void>;
}

/**
 * The connections that the queue itself needs: one to listen for each lane, and a few to take jobs
 * and to write what became of them.
 */
export const queueConnections = Object.keys(slots).length + 5;

/**
 * Starts working on jobs until `stop()`, whatever becomes of the database meanwhile. Jobs that call
 * somebody outside have slots by whom they call. What the clock starts runs once, however many
 * processes do this. Throws when the database is away at the start.
 */
export async function startWorker(pool: Pool, options: WorkerOptions): Promise<RunningWorker> {
  const { handlers, schedules, log, alone, watch, patience = 20_000 } = options;
  if (alone) await releaseDeadWorkers(pool, 0);
  // Jobs are locked in the name of a lane's pool of workers, not of the single workers.
  const holders = new Set<string>();
  const events: WorkerEvents = new EventEmitter();
  watch?.(events);
  const all = [...handlers, ...schedules.map((schedule) => schedule.handler)];
  const lanes = keysOf(slots).flatMap((name) => {
    const own = all.filter(({ job }) => (job.calls ?? 'none') === name);
    const crons = name === 'none' ? parseCronItems(schedules.map(cronItem)) : [];
    if (own.length === 0 && crons.length === 0) return [];
    return [
      new Lane(pool, {
        name,
        tasks: tasksOf(own, log),
        crons,
        slots: slots[name],
        log,
        events,
        holders,
        patience,
      }),
    ];
  });
  for (const lane of lanes) await lane.start();
  for (const { handler, atStart } of schedules) if (atStart) await addAtStart(pool, handler);
  const quiet = keepAlive(
    pool,
    () => [...holders],
    (error) => log('warning', `signs of life: ${error.message}`),
  );
  let stopped = false;
  return {
    check: () => {
      if (stopped || !lanes.every((lane) => lane.isWorking()))
        throw new Error('The worker is not running');
    },
    stop: async () => {
      stopped = true;
      quiet();
      await Promise.all(lanes.map((lane) => lane.stop()));
      await giveBackJobs(pool, [...holders]);
    },
  };
}

/** Once, however many processes start at the same time. */
const addAtStart = (pool: Pool, { job }: JobHandler): Promise<unknown> =>
  pool.query(
    `select graphile_worker.add_job($1::text, '{}'::json, max_attempts => $2::int, job_key => $3::text)`,
    [job.id, job.maxAttempts, `start ${job.id}`],
  );

/** Does all jobs that are due and returns: for the demonstration data and for tests. */
export async function workOffJobs(
  pool: Pool,
  handlers: readonly JobHandler[],
  log: Log = () => {},
): Promise<void> {
  await runOnce({
    pgPool: pool,
    taskList: tasksOf(handlers, log),
    noHandleSignals: true,
    logger: loggerOf(log),
  });
}
