import { sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { Database } from '../db/connect.ts';
import { currentSpan, readTraceparent } from '../observe/tracing.ts';

/**
 * Whom a job calls outside of this process. Each has its own slots, so that one that is slow or
 * silent delays nobody else's jobs; `none` is for jobs that call nobody, `files` for those that write
 * so much into the file store that it takes minutes.
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

/**
 * Work that is done after the transaction that caused it. It may run twice, so it must not matter
 * when it does.
 */
export interface Job<Payload extends z.ZodType = z.ZodType> {
  /** `<domain>.<action>` */
  id: string;
  payload: Payload;
  /** After so many failures it stays in the queue as failed, for staff to see. */
  maxAttempts: number;
  /** Whom it calls; nobody by default. Every such call has a time limit. */
  calls?: Exclude<Callee, 'none'>;
}

/** A job with what it does, as the worker keeps it. */
export interface JobHandler {
  job: Job;
  run(payload: unknown): Promise<void>;
}

export const job = <const Payload extends z.ZodType>(definition: Job<Payload>): Job<Payload> =>
  definition;

/**
 * The row that a job works on isn't there: it was removed, or it can't be seen yet. The queue retries
 * the job; when its attempts are used up, the worker logs that and drops the job.
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
 * The trace that queues a job goes along as one of the flags that the queue keeps with it: beside
 * what the job is asked to do, which stays as its schema says.
 */
function traceFlags(): string | null {
  const span = currentSpan();
  return span === undefined ? null : `{${traceMark}${span.traceparent}}`;
}

/** The trace in which a job was queued, by the flags that the queue kept with it. */
export const traceOf = (flags: Readonly<Record<string, true>> | null): string | undefined =>
  Object.keys(flags ?? {}).flatMap(
    (flag) => (flag.startsWith(traceMark) && readTraceparent(flag.slice(traceMark.length))) || [],
  )[0];

/**
 * Whether a job of this key waits for its turn or is being done. One that has failed for good is
 * neither.
 */
export const hasJob = (key: SQL): SQL => sql`exists (
  select 1 from graphile_worker.jobs as job
  where job.key = ${key} and (job.locked_at is not null or job.attempts < job.max_attempts))`;

/** Whether a job of this key waits or is being done, as `hasJob`. */
export async function isQueued(db: Database, key: string): Promise<boolean> {
  const { rows } = await db.execute<{ queued: boolean }>(
    sql`select ${hasJob(sql`${key}`)} as queued`,
  );
  return rows[0]?.queued ?? false;
}

/** Takes a queued job back, in the caller's transaction. */
export async function dequeue(db: Database, key: string): Promise<void> {
  await db.execute(sql`select graphile_worker.remove_job(${key}::text)`);
}

/** Takes back what is queued, or was given up, under keys that begin so. */
export async function dequeueAbout(db: Database, starts: readonly string[]): Promise<void> {
  await db.execute(sql`
    select graphile_worker.remove_job(key) from graphile_worker.jobs
    where exists (select from json_array_elements_text(${JSON.stringify(starts)}::json) as start(text) where starts_with(key, start.text))`);
}
