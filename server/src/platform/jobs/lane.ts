import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Logger,
  run,
  type ParsedCronItem,
  type Runner,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker';
import type { Pool } from 'pg';
import { toError } from '../errors.ts';

/** Writes a line to the worker's log. */
export type Log = (level: 'error' | 'warning' | 'info' | 'debug', message: string) => void;

export interface LaneOptions {
  /** Its name in the log. */
  name: string;
  tasks: TaskList;
  crons: ParsedCronItem[];
  slots: number;
  log: Log;
  /** Receives job events across restarts of the lane. */
  events: WorkerEvents;
  /** The worker ids under which this process locks jobs, in all lanes. */
  holders: Set<string>;
  /** How long running jobs may take to finish, in milliseconds. */
  patience: number;
}

/**
 * The delay before a restart, in milliseconds: doubles each time, and resets after a quiet period.
 */
const pauses = { shortest: 250, longest: 30_000, quiet: 60_000 } as const;

/** Adapts our log for the queue's package. */
export const toWorkerLogger = (log: Log): Logger =>
  new Logger(() => (level, message) => log(level, message));

/** Forwards all events to another emitter: the package needs a new emitter for each start. */
class Relay extends EventEmitter {
  readonly #to: EventEmitter;
  constructor(to: EventEmitter) {
    super();
    this.#to = to;
  }
  override emit(name: string | symbol, ...told: unknown[]): boolean {
    this.#to.emit(name, ...told);
    return super.emit(name, ...told);
  }
}

/**
 * A share of the slots, for its kind of jobs, working until stopped. When the inner worker exits
 * (it couldn't store a job's result, because the database is unavailable or its disk is full), a
 * new one starts once the database responds, after the old one's jobs are back in the queue.
 */
export class Lane {
  readonly #pool: Pool;
  readonly #options: LaneOptions;
  #runner: Runner | null = null;
  #holder = '';
  #pause: number = pauses.shortest;
  #startingAgain: Promise<void> = Promise.resolve();
  readonly #stopping = new AbortController();

  constructor(pool: Pool, options: LaneOptions) {
    this.#pool = pool;
    this.#options = options;
  }

  isWorking(): boolean {
    return this.#runner !== null;
  }

  /** Starts for the first time; throws when the database is unavailable. */
  async start(): Promise<void> {
    const { tasks, crons, slots, log, events, holders } = this.#options;
    const relay: WorkerEvents = new Relay(events);
    relay.on('pool:create', ({ workerPool }) => {
      this.#holder = workerPool.id;
      holders.add(workerPool.id);
      wakeOneAtATime(workerPool, relay);
    });
    const broken = new Promise<void>((done) => relay.on('pool:fatalError', () => done()));
    const runner = await run({
      pgPool: this.#pool,
      taskList: tasks,
      parsedCronItems: crons,
      concurrency: slots,
      pollInterval: 1000,
      noHandleSignals: true,
      logger: toWorkerLogger(log),
      events: relay,
      // In batches, but without delay: only then does the package survive a result that can't be
      // stored.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    this.#runner = runner;
    const startedAt = performance.now();
    void Promise.race([settled(runner.promise), broken]).then(() => {
      if (performance.now() - startedAt > pauses.quiet) this.#pause = pauses.shortest;
      this.#startingAgain = this.#startAgain(runner);
      return this.#startingAgain;
    });
  }

  /** Takes no more jobs and waits for running ones, within the lane's time limit. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    // A restarting worker would otherwise keep its connections.
    await this.#within(settled(this.#startingAgain));
    if (this.#runner) await this.#end(this.#runner);
  }

  async #startAgain(old: Runner): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    const { name, log, holders } = this.#options;
    const holder = this.#holder;
    this.#runner = null;
    log('error', `the worker for ${name} ended and restarts when the database responds`);
    await this.#end(old);
    while (!this.#stopping.signal.aborted) {
      await settled(sleep(this.#pause, undefined, { signal: this.#stopping.signal }));
      this.#pause = Math.min(this.#pause * 2, pauses.longest);
      try {
        await giveBackJobs(this.#pool, [holder]);
        holders.delete(holder);
        if (!this.#stopping.signal.aborted) await this.start();
        return;
      } catch (error) {
        log('warning', `the worker for ${name} could not start: ${toError(error).message}`);
      }
    }
  }

  /** Its promises may never settle while the database is unavailable, so limit the wait. */
  async #end(runner: Runner): Promise<void> {
    await this.#within(settled(runner.stop()).then(() => settled(runner.promise)));
  }

  async #within(work: Promise<void>): Promise<void> {
    await Promise.race([work, sleep(this.#options.patience, undefined, { ref: false })]);
  }
}

/** Jobs queued within this many milliseconds wake a lane once. */
const gatherMs = 5;

/**
 * Every lane is notified of every new job, even of other lanes' jobs. Waking one worker per burst,
 * and the next one only when that found a job, saves most of the empty queries: 30 instead of 200
 * for a submitted application.
 */
function wakeOneAtATime(pool: WorkerPool, events: WorkerEvents): void {
  const nudge = pool.nudge.bind(pool);
  let state: 'resting' | 'waking' | 'stopped' = 'resting';
  const wake = (): void => {
    if (state !== 'stopped') nudge(1);
  };
  pool.nudge = () => {
    if (state !== 'resting') return;
    state = 'waking';
    setTimeout(() => {
      if (state === 'waking') state = 'resting';
      wake();
    }, gatherMs);
  };
  events.on('job:start', wake);
  // Workers of a stopping pool must not be woken.
  for (const end of ['pool:gracefulShutdown', 'pool:forcefulShutdown', 'pool:fatalError'] as const)
    events.on(end, () => (state = 'stopped'));
}

const settled = (work: Promise<unknown>): Promise<void> =>
  work.then(
    () => undefined,
    () => undefined,
  );

/**
 * The heartbeat interval of workers, and the age at which a silent one counts as dead, in seconds.
 */
const liveness = { beat: 5, dead: 30 } as const;

/** Records heartbeats of these workers, and deletes those silent for a day. */
export async function beat(pool: Pool, workerIds: readonly string[]): Promise<void> {
  await pool.query(
    `insert into job_workers (id, seen_at) select unnest($1::text[]), now()
     on conflict (id) do update set seen_at = excluded.seen_at`,
    [workerIds],
  );
  await pool.query(`delete from job_workers where seen_at < now() - interval '1 day'`);
}

/**
 * Returns dead workers' jobs to the queue immediately; the queue itself waits four hours. A worker
 * is dead after `silence` seconds without a heartbeat: 0 takes all jobs, which is right only when
 * no other process is working.
 */
export async function releaseDeadWorkers(
  pool: Pool,
  silence: number = liveness.dead,
): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array(
       select distinct locked_by from graphile_worker.jobs
       where locked_by is not null and locked_at <= now() - make_interval(secs => $1)
         and not exists (select 1 from job_workers where id = locked_by and seen_at > now() - make_interval(secs => $1))))`,
    [silence],
  );
}

/** Returns these workers' jobs to the queue, because their process is exiting. */
export async function giveBackJobs(pool: Pool, workerIds: readonly string[]): Promise<void> {
  await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [workerIds]);
}

/** Sends heartbeats and releases dead workers' jobs until the returned function is called. */
export function keepAlive(
  pool: Pool,
  workerIds: () => readonly string[],
  onError: (error: Error) => void,
): () => void {
  const round = (): void => {
    beat(pool, workerIds())
      .then(() => releaseDeadWorkers(pool))
      .catch(onError);
  };
  round();
  const timer = setInterval(round, liveness.beat * 1000);
  return () => clearInterval(timer);
}
