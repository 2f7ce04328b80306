import { randomUUID } from 'node:crypto';
import type { Database } from '../../../platform/db/connect.ts';
import type { RowKey } from '../../../platform/db/queries.ts';
import { MissingRow } from '../../../platform/jobs/job.ts';
import { lockContractor } from '../../contractors/index.ts';
import { findChargeable } from '../cards/index.ts';
import type { Context } from '../../../platform/context.ts';
import { GatewayRefusal, type Charge, type ChargeRequest } from '../gateway/index.ts';
import { billingLink } from '../mails.ts';
import type { Payer } from '../payer-repository.ts';
import {
  findOpenAttempt,
  insertAttempt,
  readAttempt,
  type AttemptRow,
  findPaymentContractor,
  findPayment,
  updatePayment,
  type PaymentRow,
  type AttemptKind,
} from '../payments/index.ts';
import { readSubscription } from '../subscriptions/index.ts';
import { bookCharge, bookFailure, closeAttempt } from './booking.ts';

/** A stored attempt, and its request to the gateway. */
export interface OpenedAttempt {
  attempt: AttemptRow;
  request: ChargeRequest;
}

interface AttemptOptions {
  kind: AttemptKind;
  userId: number | null;
  /** Whether the cardholder isn't present to authenticate. */
  offSession: boolean;
  returnUrl: string;
}

/**
 * Attempts a due payment. Does nothing when the payment isn't due, or while another attempt is
 * open, so it may run any number of times. Throws for a missing payment.
 */
export async function chargeDue(
  context: Context,
  paymentId: number,
  contractorId?: number,
): Promise<void> {
  const whose = contractorId ?? (await findPaymentContractor(context.db, paymentId));
  if (whose === undefined) throw new MissingRow('The payment');
  const due = { contractorId: whose, id: paymentId };
  const opened = await context.db.transaction((tx) => openDue(tx, context, due));
  if (opened !== null) await carryOut(context, opened);
}

async function openDue(tx: Database, context: Context, due: RowKey): Promise<OpenedAttempt | null> {
  const payer = await lockContractor(tx, due.contractorId);
  const payment = await findPayment(tx, due);
  if (payment === undefined) throw new MissingRow('The payment');
  const { nextTryAt } = payment;
  const isDue =
    payment.state !== 'Succeeded' && nextTryAt !== null && nextTryAt <= context.clock.now();
  const { state } = await readSubscription(tx, {
    contractorId: due.contractorId,
    id: payment.subscriptionId,
  });
  if (!isDue || payment.voidedAt !== null || state === 'canceled') return null;
  if ((await findOpenAttempt(tx, payment)) !== undefined) return null;
  await updatePayment(tx, payment, { nextTryAt: null });
  const taken = { ...payment, nextTryAt: null };
  const options = {
    kind: 'automatic',
    userId: null,
    offSession: true,
    returnUrl: billingLink(context),
  } as const;
  const opened = await openAttempt(tx, context, taken, options);
  if (opened === null) await bookNoCard(tx, context, payer, taken);
  return opened;
}

async function bookNoCard(
  tx: Database,
  context: Context,
  payer: Payer,
  payment: PaymentRow,
): Promise<void> {
  const failure = { code: 'no_card', message: 'There is no payment card on file.' };
  const key = `no-card:${payment.automaticTries + 1}`;
  await bookFailure(tx, context, {
    payer,
    payment,
    kind: 'automatic',
    failure,
    card: undefined,
    key,
  });
}

/**
 * Stores an attempt with the contractor's current card; null without a card. The contractor must be
 * locked, with no open attempt.
 */
export async function openAttempt(
  tx: Database,
  context: Context,
  payment: PaymentRow,
  options: AttemptOptions,
): Promise<OpenedAttempt | null> {
  const { clock, gateway } = context;
  const { contractorId, amountCents } = payment;
  const payable = await findChargeable(tx, contractorId, gateway.name);
  if (payable === undefined) return null;
  const { card, customerId } = payable;
  const idempotencyKey = `charge:${randomUUID()}`;
  const attempt = await insertAttempt(tx, {
    paymentId: payment.id,
    contractorId,
    cardId: card.id,
    amountCents,
    idempotencyKey,
    kind: options.kind,
    userId: options.userId,
    gateway: gateway.name,
    startedAt: clock.now(),
  });
  const request: ChargeRequest = {
    customerId,
    cardId: card.paymentMethodId,
    amountCents,
    idempotencyKey,
    description: `${payment.descriptions.join(', ')} (${payment.number})`,
    // Matches an event to its attempt, even when other systems use the same gateway.
    metadata: { key: idempotencyKey, payment: payment.number, contractor: String(contractorId) },
    offSession: options.offSession,
    returnUrl: options.returnUrl,
  };
  return { attempt, request };
}

/**
 * The result of an attempt; `unknown` when the gateway didn't answer, which the settling job
 * resolves.
 */
export type AttemptOutcome =
  | { charge: Charge }
  | { failure: { code: string; message: string } }
  | 'unknown';

/**
 * Charges the card through the gateway and books the answer. No transaction is open during the
 * call.
 */
export async function carryOut(
  context: Context,
  { attempt, request }: OpenedAttempt,
): Promise<AttemptOutcome> {
  const answer = await requestCharge(context, request);
  if (answer === 'unknown') return answer;
  await context.db.transaction(async (tx) => {
    if ('charge' in answer) return bookCharge(tx, context, attempt, answer.charge);
    const payer = await lockContractor(tx, attempt.contractorId);
    const current = await readAttempt(tx, attempt);
    if (current.state === 'started')
      await closeAttempt(tx, context, payer, current, answer.failure);
  });
  return answer;
}

async function requestCharge(
  { gateway, log }: Context,
  request: ChargeRequest,
): Promise<AttemptOutcome> {
  try {
    return { charge: await gateway.charge(request) };
  } catch (error) {
    if (error instanceof GatewayRefusal)
      return { failure: { code: error.code, message: error.message } };
    log.warn(
      { err: error },
      `The payment gateway did not respond: ${error instanceof Error ? error.message : String(error)}`,
    );
    return 'unknown';
  }
}
