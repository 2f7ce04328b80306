/** Where a task is stopped. */
export interface HelperBounds {
  /** Milliseconds of processor time: what a busy machine takes longer for is not more work. */
  time: number;
  /** Bytes that the process may hold. */
  memory: number;
  /** Milliseconds by the clock, after which nobody waits for a busy machine any longer. */
  patience: number;
}

/**
 * Runs something later, by the clock; the answer takes it back. Tests hand in one that they move
 * themselves.
 */
export type Later = (milliseconds: number, run: () => void) => () => void;

export const byTheClock: Later = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
};
