import React from 'react';
import { flushSync } from 'react-dom';

/**
 * The tests run React's production build, which needs much less CPU time than the development build
 * but has no `act`. Testing Library looks for one when it loads, so import this module first.
 */

// The real one, even with fake timers.
const { setImmediate } = globalThis;

/** Waits until React has done its scheduled work, including follow-up work. */
async function drained(): Promise<void> {
  for (let round = 0; round < 3; round += 1)
    // oxlint-disable-next-line no-await-in-loop -- each round waits for work scheduled by the last one
    await new Promise<void>((resolve) => void setImmediate(resolve));
}

/** Runs `callback` and renders its changes before it returns. */
function act<Result>(callback: () => Result): PromiseLike<Awaited<Result>> {
  const result = flushSync(callback);
  // Changes from effects.
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
