/** Runs something later, by the clock; the answer takes it back. Tests hand in one that they move themselves. */
export type Later = (milliseconds: number, run: () => void) => () => void;

export const byTheClock: Later = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
};
