import { AsyncLocalStorage } from 'node:async_hooks';

/** What a statement is made for. */
export type Work = 'requests' | 'reports' | 'jobs';

/**
 * How many connections each kind of work has for itself in a process, and for how many seconds one
 * of its statements may run: whatever keeps one kind waiting, the others go on. Somebody waits for a
 * request; a report reads much; at night a job may take long.
 */
export const shares = {
  requests: { max: 15, seconds: 30 },
  reports: { max: 4, seconds: 60 },
  jobs: { max: 16, seconds: 600 },
} as const satisfies Record<Work, { max: number; seconds: number }>;

const current = new AsyncLocalStorage<Work>();

/** Runs something whose statements are made for a kind of work, also those that it makes later. */
export const forWork = <Result>(work: Work, run: () => Result): Result => current.run(work, run);

export const currentWork = (): Work => current.getStore() ?? 'requests';
