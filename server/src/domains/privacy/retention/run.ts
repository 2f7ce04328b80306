import type { RetentionPart } from '@lintel/contract/privacy/retention';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
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

/** Rows per batch (one transaction each), and batches per source in one job. */
export const bounds = { rows: 200, batches: 50 };

const dueBefore = ({ kind }: RetentionSource, months: Months, now: Date) => ({
  before: monthsBefore(now, months[kind]),
  now,
});

/** What a run would remove now, by source. Changes nothing. */
export async function countAllDue({
  db,
  clock,
  retentionSources,
}: Pick<Context, 'db' | 'clock' | 'retentionSources'>): Promise<RetentionPart[]> {
  const months = await readMonths(db);
  const now = clock.now();
  const parts: RetentionPart[] = [];
  // Sequential: the counts are read-heavy, and no one waits for them at night.
  for (const source of retentionSources) {
    const { kind, name } = source;
    parts.push({ kind, name, count: await source.countDue(db, dueBefore(source, months, now)) });
  }
  return parts;
}

/** A dry run, recorded among the runs with its author. */
export async function rehearse(context: Context, caller: Caller): Promise<RunRow> {
  const { db, clock } = context;
  const startedAt = clock.now();
  const parts = await countAllDue(context);
  return db.transaction(async (tx) => {
    const run = await insertRehearsal(tx, {
      startedAt,
      endedAt: clock.now(),
      askedBy: caller.authenticated.id,
      parts,
    });
    await recordAudit(tx, clock, caller, {
      action: 'retention.rehearsed',
      entity: 'retention-run',
      entityId: run.id,
      contractorId: null,
      details: countsByName(parts),
    });
    return run;
  });
}

const countsByName = (parts: readonly RetentionPart[]): Record<string, number> =>
  Object.fromEntries(parts.map(({ name, count }) => [name, count]));

/**
 * Processes what is due and continues in another job if there is more. Safe to repeat and to run
 * concurrently: each batch takes rows that no other process has, and finished rows are no longer
 * due. A failing source doesn't block the others; the error is thrown at the end, so that the queue
 * retries.
 */
export async function runDue(context: Context): Promise<void> {
  const { db, clock, log, retentionSources } = context;
  const id = await openRun(db, clock.now());
  const months = await readMonths(db);
  let more = false;
  const left = await oneByOne(retentionSources, {
    log,
    work: async (source) => {
      if (await workOff(context, { id, source, months })) more = true;
    },
    failed: ({ name }) => `${name} were not all anonymised`,
  });
  if (left.length > 0) {
    // The full error goes to the log only: it may contain a statement's parameters.
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
      details: countsByName(ended.parts),
    });
  });
}

/** Processes a source in batches. Returns whether more may be left than one job should do. */
async function workOff(
  { db, clock, emit }: Context,
  { id, source, months }: { id: number; source: RetentionSource; months: Months },
): Promise<boolean> {
  for (let batch = 0; batch < bounds.batches; batch += 1) {
    const due = dueBefore(source, months, clock.now());
    const done = await db.transaction(async (tx) => {
      const count = await source.anonymise(tx, { ...due, limit: bounds.rows }, emit);
      if (count > 0) await countDone(tx, id, source, count);
      return count;
    });
    if (done < bounds.rows) return false;
  }
  return true;
}
