import type { Dispute as ShownDispute } from '@lintel/contract/billing/disputes';
import type { Database } from '../../../platform/db/connect.ts';
import { toDollars } from '../../../platform/money.ts';
import { lockContractor } from '../../contractors/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { Dispute, DisputeMovement } from '../gateway/index.ts';
import type { AttemptRow } from './attempt-repository.ts';
import {
  selectChargeDisputes,
  findDispute,
  insertDispute,
  updateDispute,
  type DisputeRow,
  type ListedDispute,
} from './dispute-repository.ts';
import { bookEntry, movementSource } from './ledger.ts';
import { readPayment, updatePayment } from './repository.ts';

/** A dispute reported by the gateway, and the time of the report. */
interface Report {
  dispute: Dispute;
  at: Date;
}

/**
 * Books a dispute report from the gateway, in the caller's transaction. Each money movement is
 * booked once, by its own id, in any order of reports. Only a newer decision replaces a decision.
 */
export async function bookDispute(
  tx: Database,
  context: Context,
  { contractorId, paymentId }: AttemptRow,
  report: Report,
): Promise<void> {
  await lockContractor(tx, contractorId);
  const { dispute } = report;
  const row = await storeDispute(tx, context, { contractorId, paymentId }, report);
  await bookMovements(tx, context, row, dispute.movements);
  const payment = await readPayment(tx, { contractorId, id: paymentId });
  // A duplicate charge is refunded automatically, so its dispute isn't part of the payment.
  if (payment.chargeId !== dispute.chargeId) return;
  const all = await selectChargeDisputes(tx, contractorId, dispute.chargeId);
  const lost = all
    .filter(({ state }) => state === 'lost')
    .reduce((sum, { withdrawnCents }) => sum + withdrawnCents, 0);
  const lostCents = Math.max(0, Math.min(lost, payment.amountCents));
  if (lostCents !== payment.lostCents) await updatePayment(tx, payment, { lostCents });
  await context.emit(tx, 'payment.disputed', {
    paymentId,
    contractorId,
    isOpen: all.some(({ state }) => state === 'open'),
    lostCents,
    reference: dispute.id,
    at: report.at,
  });
}

/** Stores the newest report, and returns the row. */
async function storeDispute(
  tx: Database,
  { gateway }: Context,
  of: { contractorId: number; paymentId: number },
  { dispute, at }: Report,
): Promise<DisputeRow> {
  const { id: disputeId, chargeId, createdAt: openedAt, movements: _booked, ...reported } = dispute;
  const name = { contractorId: of.contractorId, gateway: gateway.name, disputeId };
  const earlier = await findDispute(tx, name);
  const decidedAt = dispute.state === 'open' ? null : at;
  if (earlier === undefined)
    return insertDispute(tx, {
      ...name,
      ...of,
      ...reported,
      chargeId,
      openedAt,
      decidedAt,
      reportedAt: at,
    });
  const isNewer = at >= earlier.reportedAt;
  const { state, ...details } = reported;
  const changes = {
    ...(isNewer && { ...details, reportedAt: at }),
    ...(isDecidedBy(earlier, dispute, isNewer) && { state, decidedAt }),
  };
  if (Object.keys(changes).length > 0) await updateDispute(tx, earlier, changes);
  return earlier;
}

/** An open dispute accepts any decision, and a decided one only a different, newer one. */
const isDecidedBy = (earlier: DisputeRow, { state }: Dispute, isNewer: boolean): boolean =>
  state !== 'open' && state !== earlier.state && (earlier.state === 'open' || isNewer);

/** Books the unbooked movements, and adds them to the dispute. */
async function bookMovements(
  tx: Database,
  context: Context,
  row: DisputeRow,
  movements: readonly DisputeMovement[],
): Promise<void> {
  let { withdrawnCents, feeCents } = row;
  for (const movement of movements) {
    const { id: reference, amountCents, createdAt: happenedAt } = movement;
    const common = { contractorId: row.contractorId, reference, happenedAt };
    const amount = {
      ...common,
      source: movementSource(context, 'dispute', reference),
      account: 'subscription',
      kind: amountCents < 0 ? 'dispute' : 'dispute_return',
      amountCents,
    } as const;
    const fee = {
      ...common,
      source: movementSource(context, 'dispute-fee', reference),
      account: 'fees',
      kind: movement.feeCents > 0 ? 'fee' : 'fee_return',
      amountCents: -movement.feeCents,
    } as const;
    if (amountCents !== 0 && (await bookEntry(tx, context.clock, amount)))
      withdrawnCents -= amountCents;
    if (movement.feeCents !== 0 && (await bookEntry(tx, context.clock, fee)))
      feeCents += movement.feeCents;
  }
  if (withdrawnCents !== row.withdrawnCents || feeCents !== row.feeCents)
    await updateDispute(tx, row, { withdrawnCents, feeCents });
}

/** `product_not_received` as `Product not received`. */
const inWords = (reason: string): string =>
  `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}`.replaceAll('_', ' ');

export const presentDispute = (
  { gateway }: Context,
  { dispute: row, companyName, paymentNumber }: ListedDispute,
): ShownDispute => ({
  id: row.id,
  contractorId: row.contractorId,
  companyName,
  paymentId: row.paymentId,
  paymentNumber,
  state: row.state,
  isInquiry: row.isInquiry,
  amount: toDollars(row.amountCents),
  withdrawn: toDollars(row.withdrawnCents),
  fee: toDollars(row.feeCents),
  reason: inWords(row.reason),
  openedAt: row.openedAt.toISOString(),
  respondBy: row.respondBy?.toISOString() ?? null,
  decidedAt: row.decidedAt?.toISOString() ?? null,
  url: gateway.disputeUrl(row.disputeId),
});
