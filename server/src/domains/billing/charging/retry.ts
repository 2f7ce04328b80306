import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import type { BillingDeps } from '../deps.ts';
import { askGateway, type Charge } from '../gateway/index.ts';
import { billingLink } from '../mails.ts';
import { lockPayer } from '../payer-repository.ts';
import {
  findAttemptOf,
  findOpenAttempt,
  findPayment,
  readPayment,
  selectOwed,
  type AttemptKind,
  type AttemptRow,
  type PaymentRow,
} from '../payments/index.ts';
import { readSubscription } from '../subscriptions/index.ts';
import { bookCharge } from './booking.ts';
import { carryOut, openTry, type Carried, type OpenedTry } from './charging.ts';

interface Retry {
  paymentId: number;
  contractorId: number;
  /** Who asks for it. */
  userId: number | null;
  /** Where the person comes back to after authenticating at the bank. */
  returnUrl: string;
}

/**
 * How a payment went. With `requires_action` the bank wants to see the cardholder at `redirectUrl`.
 */
interface Retried {
  status: 'succeeded' | 'failed' | 'requires_action';
  redirectUrl?: string;
  message: string;
}

/**
 * Tries a payment because a person asks for it. One that waits for authentication goes on where it
 * was. Throws `not_found` for another contractor's, `conflict` when there is nothing to pay,
 * `in_progress` while it is tried, `no_card`, or `gateway_unavailable` when nobody knows how it
 * went: a job finds out within minutes.
 */
export const retryPayment = (deps: BillingDeps, retry: Retry): Promise<Retried> =>
  payNow(deps, retry, { kind: 'manual', offSession: false });

/**
 * Charges the first payment of a subscription while the person who signs up is there. `write` puts
 * down the payment and its card in the transaction that writes down the try, so that no other card
 * can come between. Throws what `write` throws, and like `retryPayment`.
 */
export const payFirst = (
  deps: BillingDeps,
  {
    write,
    ...first
  }: Omit<Retry, 'userId' | 'paymentId'> & { write(tx: Database): Promise<number> },
): Promise<Retried> =>
  payNow(
    deps,
    { ...first, userId: null, paymentId: write },
    { kind: 'sign_up', offSession: false },
  );

/**
 * Tries the failed payments of a contractor, oldest first, with the card that is there now. One
 * that fails stops the others.
 */
export async function retryOwed(deps: BillingDeps, contractorId: number): Promise<void> {
  for (const { id } of await selectOwed(deps.db, contractorId)) {
    const retry = { paymentId: id, contractorId, userId: null, returnUrl: billingLink(deps) };
    const tried = await payNow(deps, retry, { kind: 'manual', offSession: true }).catch(
      (error: unknown) => {
        // Another try is under way, or came first.
        if (error instanceof AppError) return null;
        throw error;
      },
    );
    if (tried?.status !== 'succeeded') return;
  }
}

export type PaidOne = Pick<PaymentRow, 'id' | 'number' | 'amountCents'> & {
  status: Retried['status'] | 'unknown' | 'not_tried';
  message: string;
  redirectUrl?: string;
};

/**
 * Tries all failed payments of a contractor because a person asks for it, the oldest first, each an
 * attempt of its own: one that is declined does not keep the others. What comes after one that the
 * bank wants to see confirmed, or that nobody can tell of, is not tried. Throws `conflict` when
 * they come to another sum than the person has seen, and, while nothing was paid yet, whatever keeps
 * all of them from being tried, such as `no_card`.
 */
export async function payAllFailed(
  deps: BillingDeps,
  { amountCents, ...who }: Omit<Retry, 'paymentId'> & { amountCents: number },
): Promise<PaidOne[]> {
  const owed = await selectOwed(deps.db, who.contractorId);
  if (owed.length === 0 || owed.reduce((sum, one) => sum + one.amountCents, 0) !== amountCents)
    throw new AppError('conflict', {
      message: 'What is owed has changed meanwhile. Please look at it again.',
    });
  const paid: PaidOne[] = [];
  for (const { id, number, amountCents: cents } of owed) {
    const last = paid.at(-1)?.status;
    const stops = last === 'requires_action' || last === 'unknown' || last === 'not_tried';
    const tried = stops
      ? { status: 'not_tried' as const, message: 'Not tried yet.' }
      : await payNow(deps, { ...who, paymentId: id }, { kind: 'manual', offSession: false }).catch(
          (error: unknown) => untold(deps, error, { id, isFirst: paid.length === 0 }),
        );
    paid.push({ id, number, amountCents: cents, ...tried });
  }
  return paid;
}

/**
 * Made already, being made, or without an answer: told of the one payment, and no reason to forget
 * the others. Only before anything was tried it is thrown, when nothing can be paid at all.
 */
async function untold(
  deps: BillingDeps,
  error: unknown,
  { id, isFirst }: { id: number; isFirst: boolean },
): Promise<Pick<PaidOne, 'status' | 'message'>> {
  const isKnown = error instanceof AppError;
  if (isFirst && (!isKnown || error.code === 'no_card')) throw error;
  if (!isKnown) {
    deps.log.warn({ err: error }, `Payment ${id} could not be tried`);
    return { status: 'unknown', message: 'We do not know yet how this payment went.' };
  }
  const { code, message } = error;
  if (code === 'no_card') return { status: 'failed', message };
  if (code !== 'conflict') return { status: 'unknown', message };
  return { status: await statusNow(deps, id), message };
}

/** How a payment stands that could not be tried any more: it may have been made elsewhere. */
async function statusNow({ db, log }: BillingDeps, id: number): Promise<PaidOne['status']> {
  try {
    return (await readPayment(db, id)).state === 'Succeeded' ? 'succeeded' : 'failed';
  } catch (error) {
    log.warn({ err: error }, `Payment ${id} could not be read`);
    return 'unknown';
  }
}

type Payable = Omit<Retry, 'paymentId'> & {
  paymentId: number | ((tx: Database) => Promise<number>);
};

async function payNow(
  deps: BillingDeps,
  retry: Payable,
  { kind, offSession }: { kind: AttemptKind; offSession: boolean },
): Promise<Retried> {
  const { contractorId, userId, returnUrl } = retry;
  const opened = await deps.db.transaction(async (tx): Promise<OpenedTry | AttemptRow> => {
    await lockPayer(tx, contractorId);
    const paymentId =
      typeof retry.paymentId === 'number' ? retry.paymentId : await retry.paymentId(tx);
    const payment = await payable(tx, paymentId, contractorId);
    const open = await findOpenAttempt(tx, paymentId);
    if (open?.state === 'started')
      throw new AppError('in_progress', { message: 'This payment is being made right now.' });
    if (open !== undefined) return open;
    const made = await openTry(tx, deps, payment, { kind, userId, offSession, returnUrl });
    if (made === null) throw new AppError('no_card');
    return made;
  });
  if ('request' in opened) return told(await carryOut(deps, opened));
  const charge = await reread(deps, opened);
  if (charge === null) throw new AppError('gateway_unavailable');
  return told({ charge });
}

/** The payment, when it can be paid now. */
async function payable(tx: Database, paymentId: number, contractorId: number): Promise<PaymentRow> {
  const found = await findPayment(tx, paymentId);
  if (found === undefined || found.contractorId !== contractorId) throw new AppError('not_found');
  const payment = await readPayment(tx, paymentId);
  if (payment.state === 'Succeeded')
    throw new AppError('conflict', { message: 'This payment has been made already.' });
  const { term, installmentsBilled } = await readSubscription(tx, payment.subscriptionId);
  const isBilled = payment.term < term || payment.installment <= installmentsBilled;
  if (payment.voidedAt !== null || !isBilled)
    throw new AppError('conflict', { message: 'This payment is not due.' });
  return payment;
}

function told(carried: Carried): Retried {
  if (carried === 'unknown') throw new AppError('gateway_unavailable');
  if ('failure' in carried) return { status: 'failed', message: carried.failure.message };
  const { status, redirectUrl, failureMessage } = carried.charge;
  if (status === 'succeeded')
    return { status, message: 'Your payment has been completed successfully' };
  if (status === 'failed') return { status, message: failureMessage };
  // Neither made nor to be confirmed by anybody: the bank has not decided yet.
  if (redirectUrl === null)
    throw new AppError('in_progress', { message: 'Your bank is still looking at this payment.' });
  return { status, redirectUrl, message: 'Your bank asks you to confirm this payment.' };
}

/** How a try stands at the gateway, booked. Null when the gateway does not know it. */
async function reread(deps: BillingDeps, attempt: AttemptRow): Promise<Charge | null> {
  const { intentId } = attempt;
  const charge =
    intentId === null ? null : await askGateway(deps.log, () => deps.gateway.readCharge(intentId));
  if (charge !== null) await deps.db.transaction((tx) => bookCharge(tx, deps, attempt.id, charge));
  return charge;
}

/**
 * What became of a payment whose cardholder is back from the bank: the gateway is asked and its
 * answer booked. Throws `not_found` for a charge that is not the contractor's,
 * `gateway_unavailable`.
 */
export async function confirmPayment(
  deps: BillingDeps,
  { intentId, contractorId }: { intentId: string; contractorId: number },
): Promise<'paid' | 'requires_action' | 'failed'> {
  const attempt = await findAttemptOf(deps.db, deps.gateway.name, { intentId, key: '' });
  if (attempt === undefined || attempt.contractorId !== contractorId)
    throw new AppError('not_found');
  const charge = await reread(deps, attempt);
  if (charge === null) throw new AppError('not_found');
  return charge.status === 'succeeded' ? 'paid' : charge.status;
}
