import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import { job, onJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Schedule } from '../../platform/jobs/worker.ts';
import { bookBonuses, bookOpenMonths } from '../commissions/index.ts';
import { examineAll, monthToPay, payoutTimes, preparePayouts } from './prepare.ts';
import type { RunDeps } from './runs/file.ts';
import { prepareRun } from './runs/prepare-run.ts';
import { isAutomatic } from './threshold.ts';

/** May run twice: each payout is made once, and a run takes only what no other one holds. */
async function work(deps: RunDeps): Promise<void> {
  const month = monthToPay(deps);
  // After a standstill the months before may not be booked yet, and a month's payout is made only
  // once.
  await bookOpenMonths(deps);
  await bookBonuses(deps);
  if (month !== null) await preparePayouts(deps, month);
  await examineAll(deps);
  if (month !== null && (await isAutomatic(deps.db)))
    await prepareRun(deps, null).catch(unlessNothingIsDue);
}

function unlessNothingIsDue(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
}

const handler = (deps: RunDeps): JobHandler => onJob(makePayouts, () => work(deps));

/**
 * Four times a day, and whenever a worker starts: what became due while nothing ran, or before a
 * first start, waits for no clock.
 */
export const payoutSchedules = (deps: RunDeps): Schedule[] => [
  {
    pattern: `${payoutTimes.minute} ${payoutTimes.hours.join(',')} * * *`,
    handler: handler(deps),
    atStart: true,
  },
];

/**
 * Prepares the month's payouts when their day is there, examines those that wait, and prepares a
 * run where that is automatic.
 */
export const makePayouts = job({ id: 'payouts.make', payload: z.unknown(), maxAttempts: 3 });
