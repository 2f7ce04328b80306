/** The purpose of a statement; `replica`: for a report, on the replica. */
export type Work = 'requests' | 'reports' | 'replica' | 'jobs';

/**
 * Connections per process for each kind of work, and the statement timeout in seconds. A busy kind
 * doesn't delay the others.
 */
export const shares = {
  requests: { max: 15, seconds: 30 },
  reports: { max: 4, seconds: 60 },
  replica: { max: 4, seconds: 60 },
  jobs: { max: 16, seconds: 600 },
} as const satisfies Record<Work, { max: number; seconds: number }>;
