import type { Context } from '../../platform/context.ts';
import type { Earnings, ManagedPayout, PayoutRun } from '@lintel/contract/payouts/runs';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { toDollars } from '../../platform/money.ts';
import { fullNames } from '../identity/index.ts';
import { unsentCents } from './commission-repository.ts';
import { readStanding } from './examine.ts';
import { findManaged } from './payout-repository.ts';
import { nextPayoutDay } from './prepare.ts';
import { runActors, presentManaged, presentRun } from './present.ts';
import { countWaiting, findRun, type RunRow } from './runs/repository.ts';
import { isOnePerson, findThreshold } from './threshold.ts';

/** A summary of a contractor's earnings. */
export async function readEarnings(context: Context, contractorId: number): Promise<Earnings> {
  const { today, totals, thresholds, w9Status, w9Needed, reasons } = await readStanding(
    context.db,
    context,
    contractorId,
  );
  const year = Number(today.slice(0, 4));
  return {
    year,
    earned: toDollars(totals.find((total) => total.year === year)?.cents ?? 0),
    threshold: toDollars(findThreshold(thresholds, year, today)),
    w9Status,
    w9Needed,
    unpaid: toDollars(await unsentCents(context.db, contractorId)),
    reasons,
    nextPayoutOn: await nextPayoutDay(context, contractorId),
  };
}

/** Runs in their wire format for an account, with the names of the people who acted on them. */
export async function withNames(
  { db }: Context,
  userId: number,
  runs: readonly RunRow[],
): Promise<PayoutRun[]> {
  const names = await fullNames(db, runActors(runs));
  const reader = { userId, onePerson: await isOnePerson(db) };
  return runs.map((run) => presentRun(run, names, reader));
}

/** A run as seen by an account. Throws `not_found`. */
export async function readRun(context: Context, userId: number, runId: number): Promise<PayoutRun> {
  const run = await findRun(context.db, runId);
  const [found] = run === undefined ? [] : await withNames(context, userId, [run]);
  if (found === undefined) throw new AppError('not_found');
  return found;
}

/** The account whose runs this account can't release: itself, or null for none. */
export const notReleasableBy = async (db: Database, userId: number): Promise<number | null> =>
  (await isOnePerson(db)) ? null : userId;

/** How many runs an account could release now. */
export const countReleasable = async (db: Database, userId: number): Promise<number> =>
  countWaiting(db, await notReleasableBy(db, userId));

/** A payout as staff see it. Throws `not_found`. */
export async function readManaged({ db }: Context, payoutId: number): Promise<ManagedPayout> {
  const row = await findManaged(db, payoutId);
  if (row === undefined) throw new AppError('not_found');
  return presentManaged(row);
}
