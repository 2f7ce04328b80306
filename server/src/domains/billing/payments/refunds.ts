import type { Database } from '../../../platform/db/connect.ts';
import type { RowKey } from '../../../platform/db/queries.ts';
import { dayText } from '../../../platform/days.ts';
import { AppError, invalidField } from '../../../platform/errors.ts';
import { dollarsText } from '../../../platform/money.ts';
import { lockContractor } from '../../contractors/index.ts';
import type { Context } from '../../../platform/context.ts';
import { GatewayRefusal, type Charge, type Refund } from '../gateway/index.ts';
import { billingLink, recipient } from '../mails.ts';
import type { Payer } from '../payer-repository.ts';
import { enqueueRefund } from '../queue-jobs.ts';
import { selectChargeDisputes } from './dispute-repository.ts';
import { bookEntry, refundSource } from './ledger.ts';
import {
  findRefundByKey,
  insertRefund,
  readRefund,
  sumRefunded,
  updateRefund,
  type RefundRow,
} from './refund-repository.ts';
import {
  findPaymentContractor,
  readPayment,
  updatePayment,
  type PaymentRow,
} from './repository.ts';
import { notify } from '../../messaging/index.ts';

interface RefundRequest {
  paymentId: number;
  /** The payment's contractor, if known; staff identify a payment by its id alone. */
  contractorId?: number;
  amountCents: number;
  reason: string;
  /** The requesting user. */
  userId: number | null;
  /** The same key refunds once. */
  key: string;
}

interface RefundResult {
  refundId: number;
  contractorId: number;
  /** `pending`: not confirmed yet by the gateway or the bank. */
  status: 'succeeded' | 'pending' | 'failed';
  message: string;
}

/**
 * Refunds all or part of a payment. The refund is stored before the gateway call; a job resolves a
 * missing answer. `also` runs in the transaction that stores it. Throws `not_found`, `conflict` for
 * an unpaid payment, `invalid` for more than the rest, `idempotency_mismatch` when the key was used
 * for another refund.
 */
export async function refundPayment(
  context: Context,
  request: RefundRequest,
  also: (tx: Database, refund: RefundRow) => Promise<void> = async () => {},
): Promise<RefundResult> {
  const refund = await context.db.transaction((tx) => openRefund(tx, context, request, also));
  if (refund.state === 'started' && refund.refundId === null) await carryOutRefund(context, refund);
  return toRefundResult(await readRefund(context.db, refund));
}

async function openRefund(
  tx: Database,
  context: Context,
  { paymentId, amountCents, reason, userId, key, ...request }: RefundRequest,
  also: (tx: Database, refund: RefundRow) => Promise<void>,
): Promise<RefundRow> {
  const contractorId = request.contractorId ?? (await findPaymentContractor(tx, paymentId));
  if (contractorId === undefined) throw new AppError('not_found');
  await lockContractor(tx, contractorId);
  const idempotencyKey = `refund:${key}`;
  const earlier = await findRefundByKey(tx, contractorId, idempotencyKey);
  if (earlier !== undefined) {
    if (earlier.paymentId !== paymentId || earlier.amountCents !== amountCents)
      throw new AppError('idempotency_mismatch');
    return earlier;
  }
  const {
    state,
    chargeId,
    amountCents: paid,
    lostCents,
  } = await readPayment(tx, {
    contractorId,
    id: paymentId,
  });
  if (state !== 'Succeeded' || chargeId === null)
    throw new AppError('conflict', { message: 'This payment has not been made.' });
  if ((await selectChargeDisputes(tx, contractorId, chargeId)).some((one) => one.state === 'open'))
    throw new AppError('conflict', {
      message: 'This payment is disputed at the bank. Please wait for the decision.',
    });
  const left = paid - lostCents - (await sumRefunded(tx, contractorId, chargeId));
  if (!Number.isSafeInteger(amountCents) || amountCents < 1)
    throw invalidField('amount', 'Please enter an amount.');
  if (amountCents > left)
    throw invalidField('amount', `You can refund up to ${dollarsText(left)} of this payment.`);
  const common = { gateway: context.gateway.name, startedAt: context.clock.now() };
  const refund = await insertRefund(tx, {
    paymentId,
    contractorId,
    chargeId,
    amountCents,
    reason,
    userId,
    idempotencyKey,
    ...common,
  });
  if (refund === undefined) throw new Error('The refund was not inserted');
  await also(tx, refund);
  return refund;
}

const words = {
  started: ['pending', 'The refund is in progress.'],
  requires_action: ['pending', 'The refund is in progress.'],
  succeeded: ['succeeded', 'The payment was refunded.'],
  failed: ['failed', 'The refund failed.'],
} as const;

function toRefundResult({
  id: refundId,
  contractorId,
  state,
  failureMessage,
}: RefundRow): RefundResult {
  const [status, message] = words[state];
  return {
    refundId,
    contractorId,
    status,
    message: status === 'failed' && failureMessage !== '' ? failureMessage : message,
  };
}

/**
 * Sends a stored refund to the gateway and books its answer. Repeating it with its key refunds
 * nothing more.
 */
export async function carryOutRefund(context: Context, refund: RefundRow): Promise<void> {
  const { chargeId, amountCents, idempotencyKey } = refund;
  try {
    const answer = await context.gateway.refund({ chargeId, amountCents, idempotencyKey });
    await context.db.transaction((tx) => bookRefund(tx, context, refund, answer));
  } catch (error) {
    if (!(error instanceof GatewayRefusal)) {
      context.log.warn(
        { err: error },
        `A refund is not settled yet: ${error instanceof Error ? error.message : String(error)}`,
      );
      return;
    }
    await context.db.transaction((tx) => closeRefund(tx, context, refund, error.message));
  }
}

/** Repeats the request of an unanswered refund. */
export async function settleRefund(context: Context, of: RowKey): Promise<void> {
  const refund = await readRefund(context.db, of);
  if (refund.state === 'started' && refund.refundId === null) await carryOutRefund(context, refund);
}

/**
 * Books the state of a refund, in the caller's transaction. Refunded money is booked once, from any
 * source.
 */
export async function bookRefund(
  tx: Database,
  context: Context,
  { contractorId, id }: RowKey,
  answer: Refund,
): Promise<void> {
  const payer = await lockContractor(tx, contractorId);
  const refund = await readRefund(tx, { contractorId, id });
  const { paymentId, chargeId } = refund;
  if (refund.state === 'succeeded') return;
  if (answer.status === 'failed')
    return closeRefund(tx, context, { ...refund, refundId: answer.id }, '');
  if (answer.status === 'pending') return updateRefund(tx, refund, { refundId: answer.id });
  const isNew = await bookEntry(tx, context.clock, {
    source: refundSource(context, answer.id),
    contractorId,
    account: 'subscription',
    kind: 'refund',
    amountCents: -answer.amountCents,
    reference: answer.id,
    happenedAt: answer.createdAt,
  });
  if (!isNew) return;
  await updateRefund(tx, refund, {
    state: 'succeeded',
    refundId: answer.id,
    failureMessage: '',
    endedAt: context.clock.now(),
  });
  const payment = await readPayment(tx, { contractorId, id: paymentId });
  await mailRefund(tx, context, payer, { payment, answer });
  // The refund of a duplicate charge is not part of the payment.
  if (payment.chargeId !== chargeId) return;
  await updatePayment(tx, payment, { refundedCents: payment.refundedCents + answer.amountCents });
  const movement = {
    paymentId,
    contractorId,
    refundId: id,
    amountCents: answer.amountCents,
    at: answer.createdAt,
  };
  await context.emit(tx, 'payment.refunded', movement);
}

/** E-mails the contractor about a refund, once for each refund. */
async function mailRefund(
  tx: Database,
  context: Context,
  payer: Payer,
  { payment, answer }: { payment: PaymentRow; answer: Refund },
): Promise<void> {
  if (payer.email === '') return;
  await notify(tx, context, {
    event: 'payment-refunded',
    key: `payment-refunded:${answer.id}`,
    contractorId: payer.id,
    data: {
      ...recipient(payer),
      payment: {
        number: payment.number,
        amount: dollarsText(payment.amountCents),
        refund: dollarsText(answer.amountCents),
        plan: payment.descriptions[0] ?? '',
        date: dayText(answer.createdAt, context.config.BUSINESS_TIME_ZONE),
      },
      link: billingLink(context),
    },
  });
}

async function closeRefund(
  tx: Database,
  context: Context,
  refund: RefundRow,
  failureMessage: string,
): Promise<void> {
  const { refundId } = refund;
  await updateRefund(tx, refund, {
    state: 'failed',
    refundId,
    failureMessage,
    endedAt: context.clock.now(),
  });
}

/**
 * Refunds the second charge of a payment, when an attempt considered lost succeeded after all.
 * Stores the refund; a job sends it once the caller's transaction commits.
 */
export async function openDuplicateRefund(
  tx: Database,
  context: Context,
  payment: PaymentRow,
  charge: Charge,
): Promise<void> {
  const refund = await insertRefund(tx, {
    paymentId: payment.id,
    contractorId: payment.contractorId,
    chargeId: charge.id,
    amountCents: charge.amountCents,
    reason: 'Charged twice',
    gateway: context.gateway.name,
    idempotencyKey: `duplicate:${charge.id}`,
    startedAt: context.clock.now(),
  });
  if (refund === undefined) return;
  await enqueueRefund(tx, refund);
  context.log.warn(
    `Payment ${payment.number} was charged twice; the second charge is being refunded`,
  );
}

/**
 * Stores a refund in the caller's transaction, which has locked the contractor; a job sends it
 * after the commit.
 */
export async function queueRefund(
  tx: Database,
  context: Context,
  request: RefundRequest,
): Promise<void> {
  await enqueueRefund(tx, await openRefund(tx, context, request, async () => {}));
}
