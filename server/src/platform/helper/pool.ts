import type { Logger } from 'pino';
import { Helper } from './helper.ts';
import { byTheClock, type HelperBounds, type StartTimer } from './bounds.ts';
import type { HelperTasks, TaskName } from './tasks.ts';
import { busy } from '../render/render-error.ts';

interface PoolOptions {
  /** The number of processes. */
  size: number;
  bounds: HelperBounds;
  /** The maximum number of queued tasks. */
  waiting: number;
  log: Logger;
  later?: StartTimer;
  /** Idle milliseconds after which the processes stop; by default they keep running. */
  idle?: number;
}

/** Running and queued tasks, and the number of starts; `pid` is null when no process runs. */
export interface PoolStats {
  pid: number | null;
  starts: number;
  running: number;
  waiting: number;
}

/** A few helper processes that share a queue of tasks. */
export class HelperPool {
  readonly #helpers: Helper[];
  /** Idle processes, the last used at the end: it has loaded the most. */
  readonly #free: Helper[];
  readonly #queue;
  readonly #idle: number | undefined;
  #resting: NodeJS.Timeout | undefined;

  constructor({ size, bounds, waiting, log, later = byTheClock, idle }: PoolOptions) {
    this.#helpers = Array.from({ length: size }, () => new Helper(bounds, log, later));
    this.#free = this.#helpers.toReversed();
    this.#queue = createQueue({ atOnce: size, waiting, patience: bounds.patience, later });
    this.#idle = idle;
  }

  /**
   * Runs a queued task. Throws a `RenderError` as `Helper.run` does, and `busy` when the queue is
   * full.
   */
  run<Name extends TaskName>(
    task: Name,
    input: HelperTasks[Name]['input'],
  ): Promise<HelperTasks[Name]['output']> {
    return this.runWith(task, async () => input);
  }

  /** Like `run`, but loads the input when the task starts, so that queued tasks take no memory. */
  runWith<Name extends TaskName>(
    task: Name,
    load: () => Promise<HelperTasks[Name]['input']>,
  ): Promise<HelperTasks[Name]['output']> {
    return this.#queue.run(async () => {
      clearTimeout(this.#resting);
      const helper = this.#free.pop();
      if (helper === undefined) throw new Error('A task came before its turn');
      try {
        return await helper.run(task, await load());
      } finally {
        this.#free.push(helper);
        this.#restLater();
      }
    });
  }

  stats(): PoolStats {
    const all = this.#helpers.map((helper) => helper.stats());
    return {
      pid: all.find(({ pid }) => pid !== null)?.pid ?? null,
      starts: all.reduce((sum, { starts }) => sum + starts, 0),
      ...this.#queue.size(),
    };
  }

  close(): void {
    clearTimeout(this.#resting);
    for (const helper of this.#helpers) helper.close();
  }

  #restLater(): void {
    if (this.#idle === undefined || this.#free.length < this.#helpers.length) return;
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => {
      for (const helper of this.#free) helper.rest();
    }, this.#idle).unref();
  }
}

/** The processes that read user input. The renderer has its own. */
export interface Helpers {
  /** Uploaded files: many uploads delay only other uploads. */
  uploads: HelperPool;
  /** Templates and texts that staff write, and the messages rendered from them. */
  templates: HelperPool;
  close(): void;
}

const megabyte = 1024 * 1024;
const common = { size: 2, waiting: 40, idle: 60_000 };

/** Processes start on demand. */
export function openHelpers(log: Logger, later?: StartTimer): Helpers {
  const options = { ...common, log, ...(later && { later }) };
  const uploads = new HelperPool({
    ...options,
    bounds: { time: 3000, memory: 700 * megabyte, patience: 20_000 },
  });
  const templates = new HelperPool({
    ...options,
    bounds: { time: 2500, memory: 400 * megabyte, patience: 20_000 },
  });
  return {
    uploads,
    templates,
    close() {
      uploads.close();
      templates.close();
    },
  };
}

interface Queue {
  /**
   * Queues `task`. Rejects with `busy` when the queue is full, or its turn doesn't come in time.
   */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
  /** The number of running and queued tasks. */
  size(): { running: number; waiting: number };
}

interface Limits {
  atOnce: number;
  waiting: number;
  /** Milliseconds. */
  patience: number;
  later?: StartTimer;
}

/** First come, first served; at most `atOnce` run, and at most `waiting` wait. */
export function createQueue({ atOnce, waiting, patience, later = byTheClock }: Limits): Queue {
  const turns: (() => void)[] = [];
  let running = 0;

  const turn = async (): Promise<void> => {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (turns.length >= waiting) throw busy();
    await new Promise<void>((resolve, reject) => {
      const stopClock = later(patience, () => {
        turns.splice(turns.indexOf(start), 1);
        reject(busy());
      });
      const start = (): void => {
        stopClock();
        resolve();
      };
      turns.push(start);
    });
  };

  return {
    async run(task) {
      await turn();
      try {
        return await task();
      } finally {
        // Passes the place directly to the next task, so that no task jumps the queue.
        const next = turns.shift();
        if (next) next();
        else running -= 1;
      }
    },
    size: () => ({ running, waiting: turns.length }),
  };
}
