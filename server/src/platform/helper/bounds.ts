/** Where a task is stopped. */
export interface HelperBounds {
  /** Milliseconds of processor time, so that a busy machine does not shorten the limit. */
  time: number;
  /** Bytes that the process may hold. */
  memory: number;
  /** Milliseconds by the clock, after which a caller stops waiting for a busy machine. */
  patience: number;
}

/** Runs something after a delay; the returned function cancels it. Tests pass their own. */
export type Later = (milliseconds: number, run: () => void) => () => void;

export const byTheClock: Later = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
};
