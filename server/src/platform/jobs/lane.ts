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
import { errorOf } from '../errors.ts';

/** A line of the worker's log. */
export type Log = (level: 'error' | 'warning' | 'info' | 'debug', message: string) => void;

export interface LaneOptions {
  /** By which it is known in the log. */
  name: string;
  tasks: TaskList;
  crons: ParsedCronItem[];
  slots: number;
  log: Log;
  /** Sees what happens to jobs, however often the lane starts again. */
  events: WorkerEvents;
  /** The names in which this process holds jobs, of all lanes. */
  holders: Set<string>;
  /** How long jobs that run may take to end, in milliseconds. */
  patience: number;
}

/**
 * How long the worker rests before it starts again, in milliseconds: each time twice as long, and
 * short again after a quiet time.
 */
const pauses = { shortest: 250, longest: 30_000, quiet: 60_000 } as const;

/** The queue's package tells its log of jobs and their errors. */
export const loggerOf = (log: Log): Logger =>
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
 * A share of the slots, for the jobs that may use it, working until it is stopped. When the worker
 * inside ends (it could not store a job's result, because the database is away or its disk is
 * full), a new one starts once the database answers, after the jobs of the old one are back in the
 * queue.
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

  /** Starts for the first time; throws when the database is away. */
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
      logger: loggerOf(log),
      events: relay,
      // In batches, but without delay: only then does the package survive that a result cannot be
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

  /** Takes no more jobs and waits for those that run, within the time that the lane gives them. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    // A worker that is about to start again would otherwise keep its connections.
    await this.#within(settled(this.#startingAgain));
    if (this.#runner) await this.#end(this.#runner);
  }

  async #startAgain(old: Runner): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    const { name, log, holders } = this.#options;
    const holder = this.#holder;
    this.#runner = null;
    log('error', `the worker for ${name} ended and starts again when the database answers`);
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
        log('warning', `the worker for ${name} could not start: ${errorOf(error).message}`);
      }
    }
  }

  /**
   * Its promises may never settle while the database is away, so nobody waits longer than jobs may
   * take.
   */
  async #end(runner: Runner): Promise<void> {
    await this.#within(settled(runner.stop()).then(() => settled(runner.promise)));
  }

  async #within(work: Promise<void>): Promise<void> {
    await Promise.race([work, sleep(this.#options.patience, undefined, { ref: false })]);
  }
}

/** Jobs that are queued within this time wake a lane once, in milliseconds. */
const gatherMs = 5;

/**
 * Every lane hears of every new job, also of those that aren't its own. Waking one worker for all
 * that came together, and the next one only when that found a job, saves most of the queries that
 * would find nothing: 30 instead of 200 for an application that is sent.
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
  // Workers of a pool that ends must not be woken.
  for (const end of ['pool:gracefulShutdown', 'pool:forcefulShutdown', 'pool:fatalError'] as const)
    events.on(end, () => (state = 'stopped'));
}

const settled = (work: Promise<unknown>): Promise<void> =>
  work.then(
    () => undefined,
    () => undefined,
  );

/**
 * How often a worker shows that it is alive, and after how long a silent one counts as dead, in
 * seconds.
 */
const liveness = { beat: 5, dead: 30 } as const;

/** Shows that these workers are alive, and forgets those that have been silent for a day. */
export async function beat(pool: Pool, workerIds: readonly string[]): Promise<void> {
  await pool.query(
    `insert into job_workers (id, seen_at) select unnest($1::text[]), now()
     on conflict (id) do update set seen_at = excluded.seen_at`,
    [workerIds],
  );
  await pool.query(`delete from job_workers where seen_at < now() - interval '1 day'`);
}

/**
 * Gives the jobs of dead workers back to the queue at once; by itself the queue waits four hours. A
 * worker is dead when it has shown nothing for `silence` seconds: 0 takes the jobs of all, which is
 * right where no other process can be working.
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

/** Gives the jobs of these workers back to the queue, because their process ends. */
export async function giveBackJobs(pool: Pool, workerIds: readonly string[]): Promise<void> {
  await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [workerIds]);
}

/**
 * Keeps showing that workers are alive, and looks after those that are not, until the returned
 * function is called.
 */
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
