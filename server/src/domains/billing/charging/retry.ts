import type { Database } from '../../../platform/db/connect.ts';
import type { RowKey } from '../../../platform/db/queries.ts';
import { AppError } from '../../../platform/errors.ts';
import { lockContractor } from '../../contractors/index.ts';
import type { Context } from '../../../platform/context.ts';
import { callGateway, type Charge } from '../gateway/index.ts';
import { billingLink } from '../mails.ts';
import {
  findGatewayAttempt,
  findOpenAttempt,
  type AttemptRow,
  findPayment,
  readPayment,
  selectOwed,
  type PaymentRow,
  type AttemptKind,
} from '../payments/index.ts';
import { readSubscription } from '../subscriptions/index.ts';
import { bookCharge } from './booking.ts';
import { carryOut, openAttempt, type AttemptOutcome, type OpenedAttempt } from './charging.ts';

interface Retry {
  paymentId: number;
  contractorId: number;
  /** The requesting user. */
  userId: number | null;
  /** Where the bank redirects after authentication. */
  returnUrl: string;
}

/**
 * The result of a payment. With `requires_action` the cardholder must authenticate at
 * `redirectUrl`.
 */
interface RetryResult {
  status: 'succeeded' | 'failed' | 'requires_action';
  redirectUrl?: string;
  message: string;
}

/**
 * Attempts a payment on a person's request. Continues an attempt that waits for authentication.
 * Throws `not_found` for another contractor's payment, `conflict` when there is nothing to pay,
 * `in_progress` during another attempt, `no_card`, or `gateway_unavailable` when the result is
 * unknown; a job resolves it within minutes.
 */
export const retryPayment = (context: Context, retry: Retry): Promise<RetryResult> =>
  payNow(context, retry, { kind: 'manual', offSession: false });

/**
 * Charges the first payment of a subscription while the visitor waits. `write` stores the payment
 * and its card in the attempt's transaction, so that no other card can come in between. Throws the
 * errors of `write` and `retryPayment`.
 */
export const payFirst = (
  context: Context,
  {
    write,
    ...first
  }: Omit<Retry, 'userId' | 'paymentId'> & { write(tx: Database): Promise<number> },
): Promise<RetryResult> =>
  payNow(
    context,
    { ...first, userId: null, paymentId: write },
    { kind: 'sign_up', offSession: false },
  );

/**
 * Attempts a contractor's failed payments, oldest first, with the current card. Stops at a decline,
 * so that a bad card isn't declined repeatedly.
 */
export async function retryOwed(context: Context, contractorId: number): Promise<void> {
  for (const { id } of await selectOwed(context.db, contractorId)) {
    const retry = { paymentId: id, contractorId, userId: null, returnUrl: billingLink(context) };
    const tried = await payNow(context, retry, { kind: 'manual', offSession: true }).catch(
      (error: unknown) => {
        // Another attempt is open, or was first.
        if (error instanceof AppError) return null;
        throw error;
      },
    );
    if (tried?.status !== 'succeeded') return;
  }
}

export type PaymentResult = Pick<PaymentRow, 'id' | 'number' | 'amountCents'> & {
  status: RetryResult['status'] | 'unknown' | 'not_tried';
  message: string;
  redirectUrl?: string;
};

/**
 * Attempts all of a contractor's failed payments on a person's request, oldest first, each with its
 * own attempt, so a decline doesn't stop the others. Stops after a payment that requires bank
 * confirmation or has an unknown result. Throws `conflict` when the sum differs from what the
 * person saw and, while nothing is paid yet, errors that affect all payments, such as `no_card`.
 */
export async function payAllFailed(
  context: Context,
  { amountCents, ...who }: Omit<Retry, 'paymentId'> & { amountCents: number },
): Promise<PaymentResult[]> {
  const owed = await selectOwed(context.db, who.contractorId);
  if (owed.length === 0 || owed.reduce((sum, one) => sum + one.amountCents, 0) !== amountCents)
    throw new AppError('conflict', {
      message: 'The amount due has changed. Please review it again.',
    });
  const paid: PaymentResult[] = [];
  for (const { id, number, amountCents: cents } of owed) {
    const last = paid.at(-1)?.status;
    const stops = last === 'requires_action' || last === 'unknown' || last === 'not_tried';
    const tried = stops
      ? { status: 'not_tried' as const, message: 'Not tried yet.' }
      : await payNow(
          context,
          { ...who, paymentId: id },
          { kind: 'manual', offSession: false },
        ).catch((error: unknown) =>
          errorResult(context, error, {
            contractorId: who.contractorId,
            id,
            isFirst: paid.length === 0,
          }),
        );
    paid.push({ id, number, amountCents: cents, ...tried });
  }
  return paid;
}

/**
 * Converts a payment's error to its result, so that the others are still reported. Rethrows it only
 * at the first payment, and only if it affects all of them.
 */
async function errorResult(
  context: Context,
  error: unknown,
  { contractorId, id, isFirst }: RowKey & { isFirst: boolean },
): Promise<Pick<PaymentResult, 'status' | 'message'>> {
  const isKnown = error instanceof AppError;
  if (isFirst && (!isKnown || error.code === 'no_card')) throw error;
  if (!isKnown) {
    context.log.warn({ err: error }, `Payment ${id} could not be tried`);
    return { status: 'unknown', message: "We don't have the result of this payment yet." };
  }
  const { code, message } = error;
  if (code === 'no_card') return { status: 'failed', message };
  if (code !== 'conflict') return { status: 'unknown', message };
  return { status: await statusNow(context, { contractorId, id }), message };
}

/** The current state of a payment that couldn't be attempted; it may have been paid elsewhere. */
async function statusNow({ db, log }: Context, payment: RowKey): Promise<PaymentResult['status']> {
  try {
    return (await readPayment(db, payment)).state === 'Succeeded' ? 'succeeded' : 'failed';
  } catch (error) {
    log.warn({ err: error }, `Payment ${payment.id} could not be read`);
    return 'unknown';
  }
}

type Payable = Omit<Retry, 'paymentId'> & {
  paymentId: number | ((tx: Database) => Promise<number>);
};

async function payNow(
  context: Context,
  retry: Payable,
  { kind, offSession }: { kind: AttemptKind; offSession: boolean },
): Promise<RetryResult> {
  const { contractorId, userId, returnUrl } = retry;
  const opened = await context.db.transaction(async (tx): Promise<OpenedAttempt | AttemptRow> => {
    await lockContractor(tx, contractorId);
    const paymentId =
      typeof retry.paymentId === 'number' ? retry.paymentId : await retry.paymentId(tx);
    const payment = await payable(tx, paymentId, contractorId);
    const open = await findOpenAttempt(tx, payment);
    if (open?.state === 'started')
      throw new AppError('in_progress', { message: 'This payment is already in progress.' });
    if (open !== undefined) return open;
    const made = await openAttempt(tx, context, payment, { kind, userId, offSession, returnUrl });
    if (made === null) throw new AppError('no_card');
    return made;
  });
  if ('request' in opened) return toResult(await carryOut(context, opened));
  const charge = await readChargeAgain(context, opened);
  if (charge === null) throw new AppError('gateway_unavailable');
  return toResult({ charge });
}

/** The payment, if it can be paid now. */
async function payable(tx: Database, paymentId: number, contractorId: number): Promise<PaymentRow> {
  const payment = await findPayment(tx, { contractorId, id: paymentId });
  if (payment === undefined) throw new AppError('not_found');
  if (payment.state === 'Succeeded')
    throw new AppError('conflict', { message: 'This payment has already been made.' });
  const { term, installmentsBilled } = await readSubscription(tx, {
    contractorId,
    id: payment.subscriptionId,
  });
  const isBilled = payment.term < term || payment.installment <= installmentsBilled;
  if (payment.voidedAt !== null || !isBilled)
    throw new AppError('conflict', { message: 'This payment is not due.' });
  return payment;
}

function toResult(carried: AttemptOutcome): RetryResult {
  if (carried === 'unknown') throw new AppError('gateway_unavailable');
  if ('failure' in carried) return { status: 'failed', message: carried.failure.message };
  const { status, redirectUrl, failureMessage } = carried.charge;
  if (status === 'succeeded')
    return { status, message: 'Your payment has been completed successfully' };
  if (status === 'failed') return { status, message: failureMessage };
  // Neither paid nor waiting for a person: the bank hasn't decided yet.
  if (redirectUrl === null)
    throw new AppError('in_progress', { message: 'Your bank is still reviewing this payment.' });
  return { status, redirectUrl, message: 'Your bank needs you to confirm this payment.' };
}

/**
 * Reads an attempt's charge from the gateway and books it. Null when the gateway has no such
 * charge.
 */
async function readChargeAgain(context: Context, attempt: AttemptRow): Promise<Charge | null> {
  const { intentId } = attempt;
  const charge =
    intentId === null
      ? null
      : await callGateway(context.log, () => context.gateway.readCharge(intentId));
  if (charge !== null)
    await context.db.transaction((tx) => bookCharge(tx, context, attempt, charge));
  return charge;
}

/**
 * The result of a payment after the cardholder's return from the bank: reads the charge from the
 * gateway and books it. Throws `not_found` for another contractor's charge, `gateway_unavailable`.
 */
export async function confirmPayment(
  context: Context,
  { intentId, contractorId }: { intentId: string; contractorId: number },
): Promise<'paid' | 'requires_action' | 'failed'> {
  const attempt = await findGatewayAttempt(context.db, context.gateway.name, {
    intentId,
    key: '',
    contractorId,
  });
  if (attempt === undefined || attempt.contractorId !== contractorId)
    throw new AppError('not_found');
  const charge = await readChargeAgain(context, attempt);
  if (charge === null) throw new AppError('not_found');
  return charge.status === 'succeeded' ? 'paid' : charge.status;
}
