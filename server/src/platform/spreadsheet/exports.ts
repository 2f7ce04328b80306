import { setImmediate } from 'node:timers/promises';
import { AppError } from '../errors.ts';

/** Each takes a connection as long as somebody reads it. */
export const downloadsAtOnce = 4;
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
    if (this.#count >= downloadsAtOnce)
      throw new AppError('busy', {
        message: 'Too many exports are under way. Please try again in a minute.',
      });
    this.#count += 1;
    return () => void (this.#count -= 1);
  }
}

/**
 * The same rows in small batches, with room for other calls in between. `stalled` is called when
 * the reader has gone.
 */
export async function* inTurns<Row>(
  batches: AsyncIterable<readonly Row[]>,
  stalled?: () => void,
): AsyncGenerator<readonly Row[]> {
  let timer: NodeJS.Timeout | undefined;
  try {
    for await (const rows of batches) {
      if (stalled !== undefined) timer = setTimeout(stalled, patienceMs);
      for (let at = 0; at < rows.length; at += turnSize) {
        // The next batch's answers, and other calls, don't have to wait for this one.
        await setImmediate();
        yield rows.slice(at, at + turnSize);
      }
      clearTimeout(timer);
    }
  } finally {
    clearTimeout(timer);
  }
}
