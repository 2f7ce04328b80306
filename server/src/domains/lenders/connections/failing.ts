import type { Context } from '../../../platform/context.ts';
import { lockLender, setLender, type LenderRow } from '../repository.ts';
import { latestProblems } from './calls.ts';

/** A lender is failing after this many calls in a row without a success. */
export const failuresInARow = 5;

/**
 * Marks a lender as failing once its latest calls all failed. Its calls are still retried, at most
 * one at a time, so that it resumes by itself. Emits `lender.failing` once.
 */
export async function noteFailure(
  context: Context,
  lender: Pick<LenderRow, 'id' | 'failingSince'>,
  problem: string,
): Promise<void> {
  if (lender.failingSince !== null) return;
  const problems = await latestProblems(context.db, lender.id, failuresInARow);
  if (problems.length < failuresInARow || problems.includes('')) return;
  await context.db.transaction(async (tx) => {
    const stored = await lockLender(tx, lender.id);
    if (stored === undefined || stored.failingSince !== null) return;
    const failingSince = context.clock.now();
    await setLender(tx, lender.id, { failingSince, failure: problem });
    await context.emit(tx, 'lender.failing', {
      lenderId: stored.id,
      name: stored.name,
      problem,
      since: failingSince,
    });
  });
}

/** A success ends a failure. Emits `lender.recovered` once. */
export async function noteSuccess(
  context: Context,
  lender: Pick<LenderRow, 'id' | 'failingSince'>,
): Promise<void> {
  if (lender.failingSince === null) return;
  await context.db.transaction(async (tx) => {
    const stored = await lockLender(tx, lender.id);
    if (stored === undefined || stored.failingSince === null) return;
    const since = stored.failingSince;
    await setLender(tx, lender.id, { failingSince: null, failure: '' });
    await context.emit(tx, 'lender.recovered', { lenderId: stored.id, name: stored.name, since });
  });
}
