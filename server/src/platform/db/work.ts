/** What a statement is made for; `replica`: for a report, at the replica. */
export type Work = 'requests' | 'reports' | 'replica' | 'jobs';

/**
 * How many connections each kind of work has in a process, and for how many seconds one of its
 * statements may run. A kind that is busy doesn't delay the others.
 */
export const shares = {
  requests: { max: 15, seconds: 30 },
  reports: { max: 4, seconds: 60 },
  replica: { max: 4, seconds: 60 },
  jobs: { max: 16, seconds: 600 },
} as const satisfies Record<Work, { max: number; seconds: number }>;
