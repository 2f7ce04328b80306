import type { DifferenceKind } from '@lintel/contract/billing/reconcile-constants';
import { dollarsText } from '../../../platform/money.ts';
import type { Context } from '../../../platform/context.ts';
import type { PaymentGateway } from '../gateway/index.ts';
import { addDays } from '../plans/index.ts';
import {
  insertReconciliation,
  selectBooked,
  selectBookedWithin,
  selectUnderWay,
  updateReconciliation,
  type LedgerAmount,
  type ReconciliationRow,
} from './reconciliation-repository.ts';

interface Range {
  from: Date;
  /** Exclusive. */
  to: Date;
}

interface Difference {
  kind: DifferenceKind;
  reference: string;
  ours: string;
  theirs: string;
}

/** The last `days` days, up to now. */
export const lastDays = (now: Date, days: number): Range => ({
  from: addDays(now, -days),
  to: new Date(now.getTime() + 1000),
});

/**
 * Reconciles the gateway's charges, refunds, and dispute movements of a time range with the ledger,
 * in both directions, and stores the differences; it changes nothing else. An unfinished
 * reconciliation is stored with its problem. The gateway's times are whole seconds, so the other
 * side of an entry is searched in a range extended by a day.
 */
export async function reconcile(
  context: Context,
  { range, userId }: { range: Range; userId: number | null },
): Promise<ReconciliationRow> {
  const { db, clock, log } = context;
  const id = await insertReconciliation(db, { startedAt: clock.now(), userId });
  try {
    const { checked, differences } = await compare(context, range);
    if (differences.length > 0)
      log.warn(`The books and the payment gateway differ in ${differences.length} movements`);
    return await updateReconciliation(db, id, { endedAt: clock.now(), checked, differences });
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    log.warn(
      { err: error },
      `The books could not be compared with the payment gateway: ${problem}`,
    );
    return updateReconciliation(db, id, { endedAt: clock.now(), problem });
  }
}

async function compare(
  context: Context,
  range: Range,
): Promise<{ checked: number; differences: Difference[] }> {
  const { db, gateway } = context;
  const beyond = { from: addDays(range.from, -1), to: addDays(range.to, 1) };
  const theirs = await listed(gateway, beyond);
  const within = theirs.filter(({ at }) => at >= range.from && at < range.to);
  const [own, booked] = [
    await selectBookedWithin(db, gateway.name, range),
    await selectBooked(db, gateway.name, names(within)),
  ];
  const open = await selectUnderWay(
    db,
    within.map(({ key }) => key),
  );
  const settled = within.filter(({ key }) => !open.has(key));
  const differences = [
    ...missingHere(settled, booked),
    ...missingThere(own, theirs),
    ...otherAmounts(settled, booked),
  ];
  return { checked: new Set([...names(within), ...names(own)]).size, differences };
}

const names = (rows: readonly LedgerAmount[]): string[] => rows.map(({ reference }) => reference);

interface ListedEntry extends LedgerAmount {
  at: Date;
  /** The charge's idempotency key; empty for refunds. */
  key: string;
}

/** Only successes move money. */
async function listed(gateway: PaymentGateway, range: Range): Promise<ListedEntry[]> {
  const rows: ListedEntry[] = [];
  for await (const { id, status, amountCents, createdAt, metadata } of gateway.listCharges(range)) {
    if (status === 'succeeded')
      rows.push({ reference: id, amountCents, at: createdAt, key: metadata['key'] ?? '' });
  }
  for await (const { id, status, amountCents, createdAt } of gateway.listRefunds(range)) {
    if (status === 'succeeded')
      rows.push({ reference: id, amountCents: -amountCents, at: createdAt, key: '' });
  }
  for await (const { id, amountCents, feeCents, createdAt } of gateway.listDisputeMovements(range))
    rows.push({ reference: id, amountCents: amountCents - feeCents, at: createdAt, key: '' });
  return rows;
}

/** The amount and the fee of a dispute movement are two entries with one reference. */
function byReference(rows: readonly LedgerAmount[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { reference, amountCents } of rows)
    sums.set(reference, (sums.get(reference) ?? 0) + amountCents);
  return sums;
}

function missingHere(
  theirs: readonly ListedEntry[],
  booked: readonly LedgerAmount[],
): Difference[] {
  const ours = byReference(booked);
  return theirs
    .filter(({ reference }) => !ours.has(reference))
    .map(({ reference, amountCents }) => ({
      kind: 'missing_here',
      reference,
      ours: '',
      theirs: dollarsText(amountCents),
    }));
}

function missingThere(
  own: readonly LedgerAmount[],
  listedThere: readonly ListedEntry[],
): Difference[] {
  const theirs = byReference(listedThere);
  return [...byReference(own)]
    .filter(([reference]) => !theirs.has(reference))
    .map(([reference, amountCents]) => ({
      kind: 'missing_there',
      reference,
      ours: dollarsText(amountCents),
      theirs: '',
    }));
}

function otherAmounts(
  theirs: readonly ListedEntry[],
  booked: readonly LedgerAmount[],
): Difference[] {
  const ours = byReference(booked);
  return theirs
    .filter(
      ({ reference, amountCents }) => ours.has(reference) && ours.get(reference) !== amountCents,
    )
    .map(({ reference, amountCents }) => ({
      kind: 'different_amount',
      reference,
      ours: dollarsText(ours.get(reference) ?? 0),
      theirs: dollarsText(amountCents),
    }));
}
