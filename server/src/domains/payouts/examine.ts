import type { HoldReason, W9Status } from '@lintel/contract/payouts-constants';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { dayIn } from '../../platform/days.ts';
import { assign, lockTakenBack, release, sumOf, yearTotals, type YearTotal } from './commission-repository.ts';
import { findPayee } from './method-repository.ts';
import { lockUnsent, setHolds, updatePayout, type PayoutRow } from './payout-repository.ts';
import { readThresholds, thresholdOf, type Threshold } from './threshold.ts';
import { findW9 } from './w9-repository.ts';

/** What the examination stands on. */
export interface ExamineDeps {
  clock: Clock;
  timeZone: string;
}

/**
 * Decides anew whether a contractor's payouts that were not sent are due or what they wait for, after commissions that were taken back
 * were set off. The caller holds the contractor's lock: changes of bank details, forms and payouts take turns by it.
 */
export async function examinePayouts(tx: Database, deps: ExamineDeps, contractorId: number): Promise<void> {
  const unsent = await setOff(tx, deps, contractorId, await lockUnsent(tx, contractorId));
  if (unsent.length === 0) return;
  const { reasons } = await readStanding(tx, deps, contractorId);
  for (const payout of unsent) {
    if (payout.state !== stateFor(reasons) || payout.reason !== reasons.join(',')) await setHolds(tx, payout.id, reasons);
  }
}

const stateFor = (reasons: readonly HoldReason[]): PayoutRow['state'] => (reasons.length > 0 ? 'held' : 'due');

/**
 * Takes what was taken back out of the latest payout that was not sent; one that is used up by it is canceled, and the rest comes out
 * of the one before. Gives the payouts that are left.
 */
async function setOff(tx: Database, { clock }: ExamineDeps, contractorId: number, unsent: PayoutRow[]): Promise<PayoutRow[]> {
  if (unsent.length === 0) return unsent;
  let parts = await lockTakenBack(tx, contractorId);
  const left = [...unsent];
  while (parts.reduce((sum, { amountCents }) => sum + amountCents, 0) < 0) {
    const last = left.pop();
    if (last === undefined) break;
    await assign(
      tx,
      parts.map(({ id }) => id),
      last.id,
    );
    const amountCents = await sumOf(tx, last.id);
    if (amountCents > 0) return [...left, await updatePayout(tx, last.id, { amountCents })];
    parts = await release(tx, last.id);
    await updatePayout(tx, last.id, { state: 'canceled', reason: '', canceledAt: clock.now() });
  }
  return left;
}

/** How a contractor stands: what payouts wait for, and how the years' totals compare with their thresholds. */
export async function readStanding(db: Database, { clock, timeZone }: ExamineDeps, contractorId: number) {
  const now = clock.now();
  const today = dayIn(now, timeZone);
  const [found, form, totals, thresholds] = [
    await findPayee(db, contractorId),
    await findW9(db, contractorId),
    await yearTotals(db, contractorId, timeZone),
    await readThresholds(db),
  ];
  const w9Needed = needsW9(totals, thresholds, today);
  const w9Status = form?.state ?? ('Not found' as const);
  const reasons = holdReasonsOf({ method: found?.method ?? null, w9Status, w9Needed }, now);
  return { today, totals, thresholds, w9Status, w9Needed, reasons };
}

/** A W-9 is needed once the total of this year, or of a year of which something is still to be sent, has reached its threshold. */
function needsW9(totals: readonly YearTotal[], thresholds: readonly Threshold[], today: string): boolean {
  const thisYear = Number(today.slice(0, 4));
  return totals.some(({ year, cents, isOpen }) => (isOpen || year === thisYear) && cents >= thresholdOf(thresholds, year, today));
}

/** What decides whether a contractor's payouts wait. */
interface HoldFacts {
  method: { heldUntil: Date | null; returnCode: string } | null;
  w9Status: W9Status;
  /** A total of a calendar year has reached the threshold. */
  w9Needed: boolean;
}

/** What payouts wait for at `now`, in the order in which the contractor should see to it; nothing: they are due. */
function holdReasonsOf({ method, w9Status, w9Needed }: HoldFacts, now: Date): HoldReason[] {
  const reasons: HoldReason[] = [];
  if (method === null) reasons.push('no-bank-details');
  else if (method.returnCode !== '') reasons.push('bank-details-returned');
  else if (method.heldUntil !== null && method.heldUntil > now) reasons.push('bank-details-changed');
  if (w9Needed && w9Status !== 'Verified') reasons.push('w9');
  return reasons;
}
