import type { Route } from './platform/http/route.ts';
import type { JobHandler } from './platform/jobs/job.ts';
import type { Schedule } from './platform/jobs/worker.ts';

/** What a part of the product adds to the whole. */
export interface Part {
  routes?: readonly Route[];
  jobs?: readonly JobHandler[];
  schedules?: readonly Schedule[];
}

/** Several parts as one. */
export const joined = (
  parts: readonly Part[],
): { routes: Route[]; jobs: JobHandler[]; schedules: Schedule[] } => ({
  routes: parts.flatMap(({ routes = [] }) => routes),
  jobs: parts.flatMap(({ jobs = [] }) => jobs),
  schedules: parts.flatMap(({ schedules = [] }) => schedules),
});
