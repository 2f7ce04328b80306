import type { Logger } from 'pino';
import { Helper } from './helper.ts';
import { byTheClock, type HelperBounds, type Later } from './bounds.ts';
import type { HelperTasks, TaskName } from './tasks.ts';
import { busy } from '../render/render-error.ts';

interface PoolOptions {
  /** How many processes work at once. */
  size: number;
  bounds: HelperBounds;
  /** How many tasks may wait for a process. */
  waiting: number;
  log: Logger;
  later?: Later;
  /** Milliseconds without a task after which the processes end; they stay when it is not given. */
  idle?: number;
}

/** What runs and waits now, and how often processes were started; `pid` is null when none runs. */
export interface PoolStats {
  pid: number | null;
  starts: number;
  running: number;
  waiting: number;
}

/** A few helper processes that take tasks in turn. */
export class HelperPool {
  readonly #helpers: Helper[];
  /** Those without a task, the one used last at the end: it has loaded most. */
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
   * Has a task done when its turn comes. Throws a `RenderError` as `Helper.run` does, and `busy`
   * when too many tasks wait.
   */
  run<Name extends TaskName>(
    task: Name,
    input: HelperTasks[Name]['input'],
  ): Promise<HelperTasks[Name]['output']> {
    return this.runWith(task, async () => input);
  }

  /** The same with an input that is loaded when the task's turn comes, so that waiting costs no memory. */
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

/**
 * The processes that read what people upload and write. What is drawn has its own, in the renderer.
 */
export interface Helpers {
  /** Uploaded files: whoever sends many of them delays only other uploaders. */
  uploads: HelperPool;
  /** Templates and texts that staff write, and the messages that are made of them. */
  templates: HelperPool;
  close(): void;
}

const megabyte = 1024 * 1024;
const common = { size: 2, waiting: 40, idle: 60_000 };

/** No process is started before it is needed. */
export function openHelpers(log: Logger, later?: Later): Helpers {
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
   * Runs `task` when its turn comes. Rejects with `busy` when too many wait already, or its turn
   * does not come in time.
   */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
  /** How many run and wait now. */
  size(): { running: number; waiting: number };
}

interface Limits {
  atOnce: number;
  waiting: number;
  /** Milliseconds. */
  patience: number;
  later?: Later;
}

/** First come, first served; never more than `atOnce` run, never more than `waiting` wait. */
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
        // The place goes to the next one directly, so that nobody overtakes.
        const next = turns.shift();
        if (next) next();
        else running -= 1;
      }
    },
    size: () => ({ running, waiting: turns.length }),
  };
}
