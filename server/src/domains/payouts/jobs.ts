import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import { job, onJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Schedule } from '../../platform/jobs/worker.ts';
import { bookBonuses, bookOpenMonths } from '../commissions/index.ts';
import { examineAll, monthToPay, payoutTimes, preparePayouts } from './prepare.ts';
import type { RunDeps } from './runs/file.ts';
import { prepareRun } from './runs/prepare-run.ts';
import { isAutomatic } from './threshold.ts';

/**
 * May run twice: each payout is made once, and a run takes only payouts that no other run holds.
 */
async function work(deps: RunDeps): Promise<void> {
  const month = monthToPay(deps);
  // After downtime, earlier months may not be booked yet, and a month's payout is made only once.
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
 * Four times a day and at each worker start, so that payouts that became due during downtime don't
 * wait for the clock.
 */
export const payoutSchedules = (deps: RunDeps): Schedule[] => [
  {
    pattern: `${payoutTimes.minute} ${payoutTimes.hours.join(',')} * * *`,
    handler: handler(deps),
    atStart: true,
  },
];

/**
 * Prepares the month's payouts on or after their day, examines waiting ones, and prepares a run if
 * that is automatic.
 */
export const makePayouts = job({ id: 'payouts.make', payload: z.unknown(), maxAttempts: 3 });
