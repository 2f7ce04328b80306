import type { Context } from '../../platform/context.ts';
import { payoutDay, type PayoutState } from '@lintel/contract/payouts/constants';
import { addMonths, dayIn, firstDayOfMonth, toMonth } from '../../platform/days.ts';
import type { Database } from '../../platform/db/connect.ts';
import { batchByBatch, oneByOne } from '../../platform/jobs/one-by-one.ts';
import { findSetting } from '../../platform/settings/store.ts';
import { assignToPayout } from '../commissions/index.ts';
import { isOwed, lockPayable, selectOwed } from './commission-repository.ts';
import { examinePayouts, examineTaken } from './examine.ts';
import {
  contractorsWith,
  hasPayout,
  insertPayout,
  selectStale,
  lockPayouts,
} from './payout-repository.ts';
import { readThresholds, thresholdSetting } from './threshold.ts';

/** Runs `one` for each contractor in a separate transaction. */
const perContractor = (
  { db, log }: Context,
  one: (tx: Database, contractorId: number) => Promise<void>,
) => ({
  log,
  work: (contractorId: number) => db.transaction((tx) => one(tx, contractorId)),
  failed: (contractorId: number) =>
    `The payouts of contractor ${contractorId} were left as they are`,
});

/**
 * Makes the payouts of a month (`yyyy-mm`) for earlier earnings: one for each contractor with a
 * positive balance after reversals; a negative balance carries over. Each contractor's payout is
 * made once, however often this runs.
 */
export async function preparePayouts(context: Context, month: string): Promise<void> {
  const firstDay = firstDayOfMonth(month);
  await batchByBatch(
    (afterId, limit) => selectOwed(context.db, firstDay, afterId, limit),
    perContractor(context, (tx, contractorId) => prepareOne(tx, context, contractorId, firstDay)),
  );
}

async function prepareOne(
  tx: Database,
  context: Context,
  contractorId: number,
  month: string,
): Promise<void> {
  await lockPayouts(tx, contractorId);
  if (await hasPayout(tx, contractorId, month)) return;
  const parts = await lockPayable(tx, contractorId, month);
  const amountCents = parts.reduce((sum, part) => sum + part.amountCents, 0);
  if (amountCents <= 0) return;
  const createdAt = context.clock.now();
  const id = await insertPayout(tx, {
    contractorId,
    month,
    amountCents,
    state: 'held',
    createdAt,
    changedAt: createdAt,
  });
  await assignToPayout(
    tx,
    contractorId,
    parts.map((part) => part.id),
    id,
  );
  await examineTaken(tx, context, contractorId);
}

/** Examines all unsent payouts, or those in `states`. */
export const examineAll = (
  context: Context,
  states: PayoutState[] = ['held', 'due'],
): Promise<void> =>
  batchByBatch(
    (afterId, limit) => contractorsWith(context.db, states, afterId, limit),
    perContractor(context, (tx, contractorId) => examinePayouts(tx, context, contractorId)),
  );

/** The same for some contractors. */
export const examineContractors = async (
  context: Context,
  contractorIds: readonly number[],
): Promise<void> => {
  await oneByOne(
    new Set(contractorIds),
    perContractor(context, (tx, contractorId) => examinePayouts(tx, context, contractorId)),
  );
};

/**
 * Examines payouts again where a hold has ended or the rules have changed, so that the next reader
 * sees the current state rather than that of the last run: for one contractor, or for all.
 */
export async function examineStale(context: Context, contractorId?: number): Promise<void> {
  const { db, clock, config } = context;
  const timeZone = config.BUSINESS_TIME_ZONE;
  const now = clock.now();
  const today = dayIn(now, timeZone);
  const [thresholds, setting] = [await readThresholds(db), await findSetting(db, thresholdSetting)];
  const latest = thresholds.findLast(({ from }) => from <= today)?.from ?? '';
  const newYear = `${today.slice(0, 4)}-01-01`;
  const rules = {
    rulesFrom: latest > newYear ? latest : newYear,
    rulesChangedAt: setting?.lastEdit ?? new Date(0),
  };
  const stale = await selectStale(db, { now, timeZone, contractorId, ...rules });
  await oneByOne(
    stale,
    perContractor(context, (tx, id) => examinePayouts(tx, context, id)),
  );
}

/** The month to pay if payouts are made on this day of the month, else null. */
export function monthToPay({ clock, config }: Context): string | null {
  const today = dayIn(clock.now(), config.BUSINESS_TIME_ZONE);
  return Number(today.slice(8)) >= payoutDay ? toMonth(today) : null;
}

/** The scheduled payout checks: these hours, UTC, at this minute. */
export const payoutTimes = { hours: [5, 11, 17, 23], minute: 40 } as const;

/** The next scheduled time after `now`. */
function nextTime(now: Date): Date {
  const times = [0, 1].flatMap((days) =>
    payoutTimes.hours.map((hour) =>
      Date.UTC(
        now.getUTCFullYear(),
        now.getUTCMonth(),
        now.getUTCDate() + days,
        hour,
        payoutTimes.minute,
      ),
    ),
  );
  return new Date(times.find((time) => time > now.getTime()) ?? now);
}

/**
 * The next day on which a contractor's payouts are prepared: the monthly payout day, or, while this
 * month's payout isn't made though something is owed, the day of the next scheduled check.
 */
export async function nextPayoutDay(
  { db, clock, config }: Context,
  contractorId: number,
): Promise<string> {
  const now = clock.now();
  const timeZone = config.BUSINESS_TIME_ZONE;
  const today = dayIn(now, timeZone);
  const month = firstDayOfMonth(toMonth(today));
  const thisMonths = `${toMonth(today)}-${payoutDay}`;
  if (today < thisMonths) return thisMonths;
  const isOpen =
    !(await hasPayout(db, contractorId, month)) && (await isOwed(db, contractorId, month));
  const next = dayIn(nextTime(now), timeZone);
  return isOpen && toMonth(next) === toMonth(today)
    ? next
    : `${toMonth(addMonths(month, 1))}-${payoutDay}`;
}
