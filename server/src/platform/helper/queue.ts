import { busy } from '../render/render-error.ts';
import { byTheClock, type Later } from './bounds.ts';

export interface Queue {
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
