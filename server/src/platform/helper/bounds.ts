/** A task's limits. */
export interface HelperBounds {
  /** CPU milliseconds, so that a busy machine doesn't shorten the limit. */
  time: number;
  /** The process's maximum bytes of memory. */
  memory: number;
  /** Wall-clock milliseconds, after which a caller stops waiting for a busy machine. */
  patience: number;
}

/** Runs a callback after a delay; the returned function cancels it. Tests pass their own. */
export type StartTimer = (milliseconds: number, run: () => void) => () => void;

export const byTheClock: StartTimer = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
};
