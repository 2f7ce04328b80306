import type { Context } from '../../platform/context.ts';
import type { HoldReason, W9Status } from '@lintel/contract/payouts/constants';
import type { Database } from '../../platform/db/connect.ts';
import { dayIn } from '../../platform/days.ts';
import type { Listeners } from '../../platform/events.ts';
import { assignToPayout, releaseFromPayout } from '../commissions/index.ts';
import {
  lockReversals,
  selectOnHold,
  sumPayout,
  yearTotals,
  type Part,
  type Reversal,
  type YearTotal,
} from './commission-repository.ts';
import { findPayee } from './method-repository.ts';
import {
  lockUnsent,
  setExamined,
  setHolds,
  lockPayouts,
  updatePayout,
  type PayoutRow,
} from './payout-repository.ts';
import { notifyReversal } from './reversed-funding.ts';
import { readThresholds, findThreshold, type Threshold } from './threshold.ts';
import { findW9 } from './w9/repository.ts';

/**
 * Decides again whether a contractor's unsent payouts are due or on hold, after deducting
 * reversals. Code that changes one of these facts calls it in the same transaction, after the
 * change: examinations of one contractor are serialized, so the last one sees all changes.
 */
export async function examinePayouts(
  tx: Database,
  context: Context,
  contractorId: number,
): Promise<void> {
  await lockPayouts(tx, contractorId);
  await examineTaken(tx, context, contractorId);
}

/** The same for a caller that already holds the contractor's payout lock. */
export async function examineTaken(
  tx: Database,
  context: Context,
  contractorId: number,
): Promise<void> {
  const unsent = await setOff(tx, context, contractorId, await lockUnsent(tx, contractorId));
  if (unsent.length === 0) return;
  const now = context.clock.now();
  const { reasons } = await readStanding(tx, context, contractorId);
  for (const payout of unsent) {
    if (payout.state !== stateFor(reasons) || payout.reason !== reasons.join(','))
      await setHolds(tx, payout, reasons, now);
  }
  await setExamined(tx, contractorId, now);
}

/**
 * Reversed commissions update the contractors' payouts at once, ordered by id, so that two refunds
 * can't deadlock.
 */
export const payoutListeners = (context: Context): Listeners => ({
  'commissions.reversed': async (tx, { contractorIds }) => {
    for (const contractorId of contractorIds.toSorted((a, b) => a - b))
      await examinePayouts(tx, context, contractorId);
  },
  'funding.reversed': (tx, reversal) => notifyReversal(tx, context, reversal),
});

/** Whether it reverses a commission of the payout. */
const isOwn =
  (payout: PayoutRow) =>
  (one: Reversal): boolean =>
    one.originPayoutId === payout.id;

const stateFor = (reasons: readonly HoldReason[]): PayoutRow['state'] =>
  reasons.length > 0 ? 'held' : 'due';

/**
 * Deducts reversals from unsent payouts, and returns the remaining payouts. A reversal first
 * reduces the payout with its own commission. A reversal of a sent earning reduces the latest
 * payout, and any rest the one before. A payout with nothing left is canceled. A reversal of an
 * earning in no payout stays with that earning.
 */
async function setOff(
  tx: Database,
  context: Context,
  contractorId: number,
  unsent: PayoutRow[],
): Promise<PayoutRow[]> {
  if (unsent.length === 0) return unsent;
  const left: PayoutRow[] = [];
  for (const payout of unsent) {
    const rest = await leaveOnHold(tx, context, payout);
    if (rest !== null) left.push(rest);
  }
  return deductReversals(tx, context, contractorId, left);
}

/** Removes held commissions from a payout; returns what remains of it. */
async function leaveOnHold(
  tx: Database,
  context: Context,
  payout: PayoutRow,
): Promise<PayoutRow | null> {
  const held = await selectOnHold(tx, payout);
  if (held.length === 0) return payout;
  const ids = held.map(({ id }) => id);
  await assignToPayout(tx, payout.contractorId, ids, null);
  return (await recalculate(tx, context, payout, [])).rest;
}

async function deductReversals(
  tx: Database,
  context: Context,
  contractorId: number,
  unsent: PayoutRow[],
): Promise<PayoutRow[]> {
  const reversals = await lockReversals(tx, contractorId);
  let owed: Part[] = reversals.filter(
    (one) => !one.waits && !unsent.some((payout) => isOwn(payout)(one)),
  );
  const left: PayoutRow[] = [];
  for (const payout of unsent) {
    const own = reversals.filter(isOwn(payout));
    const { rest, released } =
      own.length === 0
        ? { rest: payout, released: [] }
        : await recalculate(tx, context, payout, own);
    if (rest !== null) left.push(rest);
    owed.push(...released);
  }
  while (owed.reduce((sum, { amountCents }) => sum + amountCents, 0) < 0) {
    const last = left.pop();
    if (last === undefined) break;
    const { rest, released } = await recalculate(tx, context, last, owed);
    if (rest !== null) return [...left, rest];
    owed = released;
  }
  return left;
}

/**
 * Recalculates a payout after deductions. When nothing is left, it is canceled and its commissions
 * are in no payout again.
 */
async function recalculate(
  tx: Database,
  { clock }: Context,
  payout: PayoutRow,
  parts: readonly Part[],
): Promise<{ rest: PayoutRow | null; released: Part[] }> {
  const { contractorId, id } = payout;
  await assignToPayout(
    tx,
    contractorId,
    parts.map((part) => part.id),
    id,
  );
  const [amountCents, at] = [await sumPayout(tx, payout), clock.now()];
  if (amountCents > 0)
    return { rest: await updatePayout(tx, payout, { amountCents, changedAt: at }), released: [] };
  const released = await releaseFromPayout(tx, contractorId, id);
  await updatePayout(tx, payout, { state: 'canceled', reason: '', canceledAt: at, changedAt: at });
  return { rest: null, released };
}

/** A contractor's hold reasons, and the years' totals compared with their thresholds. */
export async function readStanding(db: Database, { clock, config }: Context, contractorId: number) {
  const now = clock.now();
  const timeZone = config.BUSINESS_TIME_ZONE;
  const today = dayIn(now, timeZone);
  const [found, form, totals, thresholds] = [
    await findPayee(db, contractorId),
    await findW9(db, contractorId),
    await yearTotals(db, contractorId, timeZone),
    await readThresholds(db),
  ];
  const w9Needed = needsW9(totals, thresholds, today);
  const w9Status = form?.state ?? ('Not found' as const);
  const reasons = findHoldReasons({ method: found?.method ?? null, w9Status, w9Needed }, now);
  return { today, totals, thresholds, w9Status, w9Needed, reasons };
}

/**
 * A W-9 is required once the total of this year, or of a year with unsent earnings, reaches its
 * threshold.
 */
function needsW9(
  totals: readonly YearTotal[],
  thresholds: readonly Threshold[],
  today: string,
): boolean {
  const thisYear = Number(today.slice(0, 4));
  return totals.some(
    ({ year, cents, isOpen }) =>
      (isOpen || year === thisYear) && cents >= findThreshold(thresholds, year, today),
  );
}

/** The facts that decide whether a contractor's payouts are on hold. */
interface HoldFacts {
  method: { heldUntil: Date | null; returnCode: string } | null;
  w9Status: W9Status;
  /** Whether a calendar year's total has reached the threshold. */
  w9Needed: boolean;
}

/**
 * The hold reasons at `now`, in the order in which the contractor should fix them; empty when
 * payouts are due.
 */
function findHoldReasons({ method, w9Status, w9Needed }: HoldFacts, now: Date): HoldReason[] {
  const reasons: HoldReason[] = [];
  if (method === null) reasons.push('no-bank-details');
  else if (method.returnCode !== '') reasons.push('bank-details-returned');
  else if (method.heldUntil !== null && method.heldUntil > now)
    reasons.push('bank-details-changed');
  if (w9Needed && w9Status !== 'Verified') reasons.push('w9');
  return reasons;
}
