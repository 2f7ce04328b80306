import { AsyncLocalStorage } from 'node:async_hooks';

/** What a statement is made for; `replica`: for a report, at the replica. */
export type Work = 'requests' | 'reports' | 'replica' | 'jobs';

/**
 * How many connections each kind of work has for itself in a process, and for how many seconds one
 * of its statements may run: whatever keeps one kind waiting, the others go on. Somebody waits for a
 * request; a report reads much; at night a job may take long.
 */
export const shares = {
  requests: { max: 15, seconds: 30 },
  reports: { max: 4, seconds: 60 },
  replica: { max: 4, seconds: 60 },
  jobs: { max: 16, seconds: 600 },
} as const satisfies Record<Work, { max: number; seconds: number }>;

const current = new AsyncLocalStorage<Work>();

/** How many runs of another kind than requests go on. */
let apart = 0;

function ended(): void {
  apart -= 1;
  if (apart === 0) current.disable();
}

/**
 * Runs something whose statements are made for a kind of work, also those that it makes later, until
 * it has ended; what it hands out may go on until `over`. Requests are what there is without, and
 * nobody is followed while there are only requests: before Node 24 following costs each promise of
 * the process a call, a tenth of a small read.
 */
export function forWork<Result>(
  work: Work,
  run: () => Promise<Result>,
  over?: Promise<unknown>,
): Promise<Result> {
  if (work === currentWork()) return run();
  apart += 1;
  const result = current.run(work, async () => run());
  void Promise.allSettled([result, over]).then(ended);
  return result;
}

export const currentWork = (): Work => current.getStore() ?? 'requests';
