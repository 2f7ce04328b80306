import type { Context } from '../../platform/context.ts';
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import { job, onJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Schedule } from '../../platform/jobs/worker.ts';
import { bookBonuses, bookOpenMonths } from '../commissions/index.ts';
import { examineAll, monthToPay, payoutTimes, preparePayouts } from './prepare.ts';
import { prepareRun } from './runs/prepare-run.ts';
import { isAutomatic } from './threshold.ts';

/**
 * May run twice: each payout is made once, and a run takes only payouts that no other run holds.
 */
async function work(context: Context): Promise<void> {
  const month = monthToPay(context);
  // After downtime, earlier months may not be booked yet, and a month's payout is made only once.
  await bookOpenMonths(context);
  await bookBonuses(context);
  if (month !== null) await preparePayouts(context, month);
  await examineAll(context);
  if (month !== null && (await isAutomatic(context.db)))
    await prepareRun(context, null).catch(unlessNothingIsDue);
}

function unlessNothingIsDue(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
}

const handler = (context: Context): JobHandler => onJob(makePayouts, () => work(context));

/**
 * Four times a day and at each worker start, so that payouts that became due during downtime don't
 * wait for the clock.
 */
export const payoutSchedules = (context: Context): Schedule[] => [
  {
    pattern: `${payoutTimes.minute} ${payoutTimes.hours.join(',')} * * *`,
    handler: handler(context),
    atStart: true,
  },
];

/**
 * Prepares the month's payouts on or after their day, examines waiting ones, and prepares a run if
 * that is automatic.
 */
export const makePayouts = job({ id: 'payouts.make', payload: z.unknown(), maxAttempts: 3 });
