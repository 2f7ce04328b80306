import { payoutDay } from '@lintel/contract/payouts-constants';
import { dayIn, firstDayOf, monthOf } from '../../platform/days.ts';
import type { Database } from '../../platform/db/connect.ts';
import { lockContractor } from '../contractors/index.ts';
import { assign, lockPayable, selectOwed } from './commission-repository.ts';
import { examinePayouts, type ExamineDeps } from './examine.ts';
import { contractorsWith, hasPayout, insertPayout } from './payout-repository.ts';

export interface PrepareDeps extends ExamineDeps {
  db: Database;
}

const batchSize = 200;

/** Does `one` for all of a list that grows by id, batch by batch. */
async function forEachOf(next: (after: number) => Promise<number[]>, one: (id: number) => Promise<void>): Promise<void> {
  let batch = await next(0);
  while (batch.length > 0) {
    for (const id of batch) await one(id);
    batch = await next(batch.at(-1) ?? 0);
  }
}

/**
 * Makes the payouts of a month (`yyyy-mm`) for what was earned before it: one for each contractor to whom more is owed than was taken
 * back; what is below zero stays for a later month. Each contractor's is made in a transaction of its own and only once, however often this runs.
 */
export async function preparePayouts(deps: PrepareDeps, month: string): Promise<void> {
  const firstDay = firstDayOf(month);
  await forEachOf(
    (after) => selectOwed(deps.db, firstDay, after, batchSize),
    (contractorId) => deps.db.transaction((tx) => prepareOne(tx, deps, contractorId, firstDay)),
  );
}

async function prepareOne(tx: Database, deps: PrepareDeps, contractorId: number, month: string): Promise<void> {
  await lockContractor(tx, contractorId);
  if (await hasPayout(tx, contractorId, month)) return;
  const parts = await lockPayable(tx, contractorId, month);
  const amountCents = parts.reduce((sum, part) => sum + part.amountCents, 0);
  if (amountCents <= 0) return;
  const id = await insertPayout(tx, { contractorId, month, amountCents, state: 'held', createdAt: deps.clock.now() });
  await assign(
    tx,
    parts.map((part) => part.id),
    id,
  );
  await examinePayouts(tx, deps, contractorId);
}

/** Decides of all payouts that were not sent whether they are due by now. */
export const examineAll = (deps: PrepareDeps): Promise<void> =>
  forEachOf(
    (after) => contractorsWith(deps.db, ['held', 'due'], after, batchSize),
    (contractorId) =>
      deps.db.transaction(async (tx) => {
        await lockContractor(tx, contractorId);
        await examinePayouts(tx, deps, contractorId);
      }),
  );

/** Whether payouts are made on this day of the month, and for which month. */
export function monthToPay({ clock, timeZone }: ExamineDeps): string | null {
  const today = dayIn(clock.now(), timeZone);
  return Number(today.slice(8)) >= payoutDay ? monthOf(today) : null;
}
