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
import { MissingRow, slots, findTrace, type JobHandler } from './job.ts';
import {
  Lane,
  toWorkerLogger,
  type Log,
  giveBackJobs,
  keepAlive,
  releaseDeadWorkers,
} from './lane.ts';

/** Scheduled jobs, by crontab patterns in UTC. */
export interface Schedule {
  pattern: string;
  handler: JobHandler;
  /**
   * How far back missed runs are caught up at startup, in milliseconds: one interval gives one run.
   */
  catchUp?: number;
  /** Also runs when a worker starts; workers that start together queue it once. */
  atStart?: boolean;
}

const buildTaskList = (handlers: readonly JobHandler[], log: Log): TaskList =>
  Object.fromEntries(
    handlers.map((handler) => [
      handler.job.id,
      (payload: unknown, helpers) =>
        runInTrace(helpers.job, () => onceThere(helpers, log, () => handler.run(payload))),
    ]),
  );

/**
 * Runs a job once everything that its transaction wrote is visible. A row still missing at the last
 * attempt was removed, so there is nothing to do.
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

/**
 * Within this many milliseconds a job belongs to the trace that queued it; later ones are linked.
 */
const oneTrace = hourMs;

/** A job queued without a trace gets its own. */
function runInTrace(job: Job, run: () => Promise<void>): Promise<void> {
  if (!isTracing()) return run();
  const queuedIn = findTrace(job.flags);
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
  /** No other process is working on this database, so a dead process left any locks. */
  alone: boolean;
  /** Receives job events. */
  watch?: (events: WorkerEvents) => void;
  /**
   * How long `stop()` waits for running jobs, in milliseconds; then they return to the queue, for
   * another process.
   */
  patience?: number;
}

export interface RunningWorker {
  /** Throws when a part of it doesn't work. */
  check(): void;
  /** Takes no more jobs and waits for running ones. */
  stop(): Promise<void>;
}

/**
 * The queue's own connections: one listener per lane, and a few to take jobs and store outcomes.
 */
export const queueConnections = Object.keys(slots).length + 5;

/**
 * Processes jobs until `stop()`, even through database outages. Jobs that call external services
 * have slots per service. Scheduled jobs run once across all processes. Throws when the database is
 * unavailable at startup.
 */
export async function startWorker(pool: Pool, options: WorkerOptions): Promise<RunningWorker> {
  const { handlers, schedules, log, alone, watch, patience = 20_000 } = options;
  if (alone) await releaseDeadWorkers(pool, 0);
  // Jobs are locked by a lane's worker pool, not by single workers.
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
        tasks: buildTaskList(own, log),
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

/** Runs all due jobs and returns: for the demo data and tests. */
export async function workOffJobs(
  pool: Pool,
  handlers: readonly JobHandler[],
  log: Log = () => {},
): Promise<void> {
  await runOnce({
    pgPool: pool,
    taskList: buildTaskList(handlers, log),
    noHandleSignals: true,
    logger: toWorkerLogger(log),
  });
}
