import type { Logger } from 'pino';
import type { RetentionPart } from '@lintel/contract/privacy/retention';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import { oneByOne } from '../../../platform/jobs/one-by-one.ts';
import type { RetentionSource } from '../../../platform/retention.ts';
import { mostFailures, runKey, runRetention } from './queue-jobs.ts';
import {
  countDone,
  endRun,
  insertRehearsal,
  noteFailure,
  openRun,
  type RunRow,
} from './run-repository.ts';
import { monthsBefore, readMonths, type Months } from './settings.ts';

export interface RunDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  sources: readonly RetentionSource[];
}

/** Rows of a batch, each in a transaction of its own, and batches of a source in one job. */
export const bounds = { rows: 200, batches: 50 };

const dueOf = ({ kind }: RetentionSource, months: Months, now: Date) => ({
  before: monthsBefore(now, months[kind]),
  now,
});

/** What a run would remove now, by source. Nothing is changed. */
export async function countAllDue({
  db,
  clock,
  sources,
}: Omit<RunDeps, 'log'>): Promise<RetentionPart[]> {
  const months = await readMonths(db);
  const now = clock.now();
  const parts: RetentionPart[] = [];
  // One after the other: the counts read much, and nobody waits for them at night.
  for (const source of sources) {
    const { kind, name } = source;
    parts.push({ kind, name, count: await source.countDue(db, dueOf(source, months, now)) });
  }
  return parts;
}

/** The same, noted among the runs for the one who asked. */
export async function rehearse(deps: RunDeps, caller: Caller): Promise<RunRow> {
  const startedAt = deps.clock.now();
  const parts = await countAllDue(deps);
  return deps.db.transaction(async (tx) => {
    const run = await insertRehearsal(tx, {
      startedAt,
      endedAt: deps.clock.now(),
      askedBy: caller.authenticated.id,
      parts,
    });
    await recordAudit(tx, deps.clock, caller, {
      action: 'retention.rehearsed',
      entity: 'retention-run',
      entityId: run.id,
      contractorId: null,
      details: countsOf(parts),
    });
    return run;
  });
}

const countsOf = (parts: readonly RetentionPart[]): Record<string, number> =>
  Object.fromEntries(parts.map(({ name, count }) => [name, count]));

/**
 * Works on what is due, and goes on in another job when that is much. May run twice, and in several
 * processes at a time: each batch takes rows that nobody else has, and what was done is not due any
 * more. A source that fails keeps none of the others waiting; throws then, for the queue to try
 * again.
 */
export async function runDue(deps: RunDeps): Promise<void> {
  const { db, clock, log, sources } = deps;
  const id = await openRun(db, clock.now());
  const months = await readMonths(db);
  let more = false;
  const left = await oneByOne(sources, {
    log,
    work: async (source) => {
      if (await workOff(deps, { id, source, months })) more = true;
    },
    failed: ({ name }) => `${name} were not all anonymised`,
  });
  if (left.length > 0) {
    // The error is in the log only: it may hold a statement's parameters.
    const reason = `${left.map(({ name }) => name).join(', ')}: the server's log says why`;
    await noteFailure(db, id, { reason, most: mostFailures, now: clock.now() });
    throw new Error(reason);
  }
  if (more) return enqueue(db, runRetention, {}, { key: runKey });
  await db.transaction(async (tx) => {
    const ended = await endRun(tx, id, clock.now());
    if (ended === null) return;
    await recordAudit(tx, clock, null, {
      action: 'retention.run',
      entity: 'retention-run',
      entityId: id,
      details: countsOf(ended.parts),
    });
  });
}

/** Batch after batch of a source. Returns whether there may be more than one job should do. */
async function workOff(
  { db, clock }: RunDeps,
  { id, source, months }: { id: number; source: RetentionSource; months: Months },
): Promise<boolean> {
  for (let batch = 0; batch < bounds.batches; batch += 1) {
    const due = dueOf(source, months, clock.now());
    const done = await db.transaction(async (tx) => {
      const count = await source.anonymise(tx, { ...due, limit: bounds.rows });
      if (count > 0) await countDone(tx, id, source, count);
      return count;
    });
    if (done < bounds.rows) return false;
  }
  return true;
}
