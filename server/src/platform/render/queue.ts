import { limits } from './limits.ts';
import { RenderError } from './render-error.ts';

export interface Queue {
  /** Runs `task` when its turn comes. Rejects with `busy` when too many wait already, or its turn does not come in time. */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
  /** How many run and wait now. */
  size(): { running: number; waiting: number };
}

/** First come, first served; never more than `atOnce` run, never more than `waiting` wait. */
export function createQueue({ atOnce, waiting, patience }: { atOnce: number; waiting: number; patience: number }): Queue {
  const turns: (() => void)[] = [];
  let running = 0;

  const turn = async (): Promise<void> => {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (turns.length >= waiting) throw busy();
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        turns.splice(turns.indexOf(start), 1);
        reject(busy());
      }, patience);
      const start = (): void => {
        clearTimeout(timer);
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

export const createRenderQueue = (): Queue => createQueue(limits);

const busy = (): RenderError =>
  new RenderError('busy', 'Too many pictures and documents are being made at the moment; please try again shortly');
