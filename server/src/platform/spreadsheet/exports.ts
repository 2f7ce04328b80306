import { setImmediate } from 'node:timers/promises';
import { AppError } from '../errors.ts';

/** Each takes a connection as long as somebody reads it. */
const atOnce = 4;
/** Rows that are made at a stretch. */
const turnSize = 100;
/** A reader who takes nothing for so long has gone, whatever the connection says. */
const patienceMs = 120_000;

/** Exports of this process that are under way. */
export class Exports {
  #count = 0;
  /**
   * Counts one more until the function that it returns is called. Throws `busy` while as many are
   * under way as may be.
   */
  begin(): () => void {
    if (this.#count >= atOnce)
      throw new AppError('busy', {
        message: 'Too many exports are under way. Please try again in a minute.',
      });
    this.#count += 1;
    return () => void (this.#count -= 1);
  }
}

/** The rows of batches one by one. `stalled` is called when nobody reads any more. */
export async function* inTurns<Row>(
  batches: AsyncIterable<readonly Row[]>,
  stalled: () => void,
): AsyncGenerator<Row> {
  let timer: NodeJS.Timeout | undefined;
  try {
    for await (const rows of batches) {
      timer = setTimeout(stalled, patienceMs);
      for (const [index, row] of rows.entries()) {
        // The next batch's answers, and everybody else's calls, are not to wait for this one.
        if (index % turnSize === 0) await setImmediate();
        yield row;
      }
      clearTimeout(timer);
    }
  } finally {
    clearTimeout(timer);
  }
}
