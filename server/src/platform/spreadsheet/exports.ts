import { setImmediate } from 'node:timers/promises';
import { AppError } from '../errors.ts';

/** Each holds a connection while it is read. */
export const downloadsAtOnce = 4;
/** Rows created without yielding. */
const turnSize = 100;
/** A reader that takes nothing for this long is gone, whatever the connection's state. */
const patienceMs = 120_000;

/** This process's running exports. */
export class Exports {
  #count = 0;
  /** Counts an export until the returned function is called. Throws `busy` at the limit. */
  begin(): () => void {
    if (this.#count >= downloadsAtOnce)
      throw new AppError('busy', {
        message: 'Too many exports are in progress. Please try again in a minute.',
      });
    this.#count += 1;
    return () => void (this.#count -= 1);
  }
}

/**
 * The same rows in small batches, yielding to other calls in between. Calls `stalled` when the
 * reader is gone.
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
        // The next batch's responses, and other calls, don't have to wait for this one.
        await setImmediate();
        yield rows.slice(at, at + turnSize);
      }
      clearTimeout(timer);
    }
  } finally {
    clearTimeout(timer);
  }
}
