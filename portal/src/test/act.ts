import React from 'react';
import { flushSync } from 'react-dom';

/**
 * The tests run React's production build, which needs much less processor time than its development
 * build but has no `act`. Testing Library looks for one when it loads, so this module has to be
 * imported first.
 */

// The real one, whatever clock a test installs.
const { setImmediate } = globalThis;

/** Waits until React has done the work that it scheduled, and the work that followed from it. */
async function drained(): Promise<void> {
  for (let round = 0; round < 3; round += 1)
    // oxlint-disable-next-line no-await-in-loop -- each round waits for what the one before scheduled
    await new Promise<void>((resolve) => void setImmediate(resolve));
}

/** Runs `callback` and draws what it changed before it returns. */
function act<Result>(callback: () => Result): PromiseLike<Awaited<Result>> {
  const result = flushSync(callback);
  // What effects changed.
  flushSync(() => undefined);
  const settle = async (): Promise<Awaited<Result>> => {
    const value = await result;
    await drained();
    return value;
  };
  const settled = result instanceof Promise ? settle() : undefined;
  return {
    // oxlint-disable-next-line unicorn/no-thenable -- callers may await the result, as with act in React
    then: (onDone, onError) => (settled ?? settle()).then(onDone, onError),
  };
}

if (React.act === undefined) Object.assign(React, { act });
