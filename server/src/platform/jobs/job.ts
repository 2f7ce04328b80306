import { sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { Database } from '../db/connect.ts';
import { currentSpan, readTraceparent } from '../observe/tracing.ts';

/**
 * The external services that jobs call. Each has its own slots, so that a slow or hung service
 * delays no other jobs; `none` is for jobs without calls, `files` for those that write to the file
 * store for minutes.
 */
export const slots = {
  none: 4,
  mail: 4,
  payments: 3,
  lenders: 3,
  crm: 1,
  texts: 2,
  push: 2,
  files: 1,
} as const;
export type Callee = keyof typeof slots;

/** Work done after the transaction that caused it. It may run twice, so it must be idempotent. */
export interface Job<Payload extends z.ZodType = z.ZodType> {
  /** `<domain>.<action>` */
  id: string;
  payload: Payload;
  /** After this many failures it stays in the queue as failed, for staff to see. */
  maxAttempts: number;
  /** The external service it calls; none by default. Every such call has a time limit. */
  calls?: Exclude<Callee, 'none'>;
}

/** A job with its handler. */
export interface JobHandler {
  job: Job;
  run(payload: unknown): Promise<void>;
}

export const job = <const Payload extends z.ZodType>(definition: Job<Payload>): Job<Payload> =>
  definition;

/**
 * The row that a job works on doesn't exist: it was removed, or isn't visible yet. The queue
 * retries the job; after the last attempt, the worker logs that and drops the job.
 */
export class MissingRow extends Error {
  constructor(what: string) {
    super(`${what} is missing`);
  }
}

/** Binds a handler to a job; the payload is validated before each run. */
export function onJob<Payload extends z.ZodType>(
  definition: Job<Payload>,
  run: (payload: z.output<Payload>) => Promise<void>,
): JobHandler {
  return {
    job: definition,
    run: async (payload) => run(await definition.payload.parseAsync(payload)),
  };
}

/**
 * Enqueues in the caller's transaction: the job exists exactly when the transaction commits. The
 * same `key` is queued once.
 */
export async function enqueue<Payload extends z.ZodType>(
  db: Database,
  definition: Job<Payload>,
  payload: z.input<Payload>,
  options: { key?: string; runAt?: Date } = {},
): Promise<void> {
  await db.execute(sql`select graphile_worker.add_job(
    ${definition.id}::text, ${JSON.stringify(payload)}::json, run_at => ${options.runAt?.toISOString() ?? null}::timestamptz,
    max_attempts => ${definition.maxAttempts}::int, job_key => ${options.key ?? null}::text,
    flags => ${traceFlags()}::text[])`);
}

const traceMark = 'trace:';

/**
 * The queuing trace is stored in the job's flags, separate from its payload, which follows its
 * schema.
 */
function traceFlags(): string | null {
  const span = currentSpan();
  return span === undefined ? null : `{${traceMark}${span.traceparent}}`;
}

/** The trace that queued a job, from its flags. */
export const findTrace = (flags: Readonly<Record<string, true>> | null): string | undefined =>
  Object.keys(flags ?? {}).flatMap(
    (flag) => (flag.startsWith(traceMark) && readTraceparent(flag.slice(traceMark.length))) || [],
  )[0];

/** Whether a job with this key is queued or running. A permanently failed one is neither. */
export const hasJob = (key: SQL): SQL => sql`exists (
  select 1 from graphile_worker.jobs as job
  where job.key = ${key} and (job.locked_at is not null or job.attempts < job.max_attempts))`;

/** Whether a job with this key is queued or running, like `hasJob`. */
export async function isQueued(db: Database, key: string): Promise<boolean> {
  const { rows } = await db.execute<{ queued: boolean }>(
    sql`select ${hasJob(sql`${key}`)} as queued`,
  );
  return rows[0]?.queued ?? false;
}

/** Removes a queued job, in the caller's transaction. */
export async function dequeue(db: Database, key: string): Promise<void> {
  await db.execute(sql`select graphile_worker.remove_job(${key}::text)`);
}

/** Removes queued and permanently failed jobs with these key prefixes. */
export async function dequeueAbout(db: Database, starts: readonly string[]): Promise<void> {
  await db.execute(sql`
    select graphile_worker.remove_job(key) from graphile_worker.jobs
    where exists (select from json_array_elements_text(${JSON.stringify(starts)}::json) as start(text) where starts_with(key, start.text))`);
}
