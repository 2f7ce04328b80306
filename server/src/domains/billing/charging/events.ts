import * as contract from '@lintel/contract/billing/events';
import { dayMs } from '@lintel/contract/core/durations';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import { dropCard, findCustomer, deleteCustomer } from '../cards/index.ts';
import type { Context } from '../../../platform/context.ts';
import {
  reviveDispute,
  type Charge,
  type Dispute,
  type GatewayEvent,
  type Refund,
} from '../gateway/index.ts';
import {
  bookDispute,
  bookRefund,
  findGatewayAttempt,
  findRefundByGatewayId,
  hasUnconfirmedRefund,
  insertRefund,
  type AttemptRow,
} from '../payments/index.ts';
import { cancelNow } from '../subscriptions/index.ts';
import { bookCharge } from './booking.ts';
import { insertEvent, lockWaiting, updateEvent, type EventRow } from './event-repository.ts';

export const webhookRoutes = (context: Context): Route[] => [
  handle(contract.receivePaymentEvent, async ({ request: { rawBody, headers } }) => {
    const signature = headers['stripe-signature'];
    const { duplicate } = await receiveSigned(
      context,
      rawBody,
      typeof signature === 'string' ? signature : undefined,
    );
    return { received: true as const, duplicate };
  }),
];

/**
 * Receives an event in a signed body, from the webhook or from the sandbox's job. Throws
 * `unauthorized` when the signature is wrong or too old.
 */
export async function receiveSigned(
  context: Context,
  body: string,
  signature: string | undefined,
): Promise<{ duplicate: boolean }> {
  const event = context.gateway.readEvent(body, signature);
  if (event === null) throw new AppError('unauthorized');
  return receiveEvent(context, event);
}

/**
 * The result of an event: booked, failed with a `problem`, or waiting for a pending gateway answer.
 */
type EventOutcome = { problem: string } | 'booked' | 'waits';

/**
 * Stores and books an event with a verified signature, in one transaction. A repeated event does
 * nothing. Events are late and in any order, so each is booked for its money movement, and an older
 * event never undoes a success. An event without a match is stored with a problem.
 */
export async function receiveEvent(
  context: Context,
  event: GatewayEvent,
): Promise<{ duplicate: boolean }> {
  const { id, happenedAt, type, ...content } = event;
  return context.db.transaction(async (tx) => {
    const receivedAt = context.clock.now();
    const isNew = await insertEvent(tx, {
      id,
      gateway: context.gateway.name,
      type,
      content,
      happenedAt,
      receivedAt,
    });
    if (!isNew) return { duplicate: true };
    await take(tx, context, event);
    return { duplicate: false };
  });
}

/** Books a waiting event. */
export async function settleEvent(context: Context, id: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const row = await lockWaiting(tx, id);
    if (row !== undefined) await take(tx, context, restored(row));
  });
}

async function take(tx: Database, context: Context, event: GatewayEvent): Promise<void> {
  const taken = await book(tx, context, event);
  if (taken === 'waits') return;
  if (taken === 'booked') return updateEvent(tx, event.id, { processedAt: context.clock.now() });
  await updateEvent(tx, event.id, taken);
  context.log.warn(`Event ${event.id} of the payment gateway: ${taken.problem}`);
}

async function book(tx: Database, context: Context, event: GatewayEvent): Promise<EventOutcome> {
  switch (event.type) {
    case 'charge':
      return takeCharge(tx, context, event.charge);
    case 'refund':
      return takeRefund(tx, context, event.refund);
    case 'dispute':
      return takeDispute(tx, context, event);
    case 'customer-deleted':
      return endCustomer(tx, context, event.customerId);
    case 'card-detached':
      await dropCard(tx, context.gateway.name, event.cardId, context.clock.now());
      return 'booked';
    case 'other':
      return 'booked';
  }
}

async function takeCharge(tx: Database, context: Context, charge: Charge): Promise<EventOutcome> {
  const attempt = await findGatewayAttempt(tx, context.gateway.name, {
    intentId: charge.id,
    key: charge.metadata['key'] ?? '',
    contractorId: contractorNamedBy(charge),
  });
  if (attempt === undefined) return { problem: `Unknown charge ${charge.id}` };
  await bookCharge(tx, context, attempt, charge);
  return 'booked';
}

async function takeRefund(tx: Database, context: Context, refund: Refund): Promise<EventOutcome> {
  const { name } = context.gateway;
  const known = await findRefundByGatewayId(tx, name, refund.id);
  if (known?.state === 'succeeded' && refund.status === 'failed') {
    return { problem: `The refund ${refund.id} failed after it had succeeded` };
  }
  if (known !== undefined) {
    await bookRefund(tx, context, known, refund);
    return 'booked';
  }
  const attempt = await findGatewayAttempt(tx, name, { intentId: refund.chargeId, key: '' });
  if (attempt === undefined) return { problem: `Refund ${refund.id} is for an unknown charge` };
  // It may be our own refund, whose answer with the id is pending.
  if (await hasUnconfirmedRefund(tx, attempt.contractorId, refund.chargeId)) return 'waits';
  return adoptRefund(tx, context, attempt, refund);
}

/** How long a dispute waits for the event of its charge. */
const chargeArrivesMs = dayMs;

/** Events of a dispute may arrive before those of its charge. */
async function takeDispute(
  tx: Database,
  context: Context,
  { dispute, happenedAt }: { dispute: Dispute; happenedAt: Date },
): Promise<EventOutcome> {
  const intentId = dispute.chargeId;
  const attempt = await findGatewayAttempt(tx, context.gateway.name, { intentId, key: '' });
  if (attempt?.state === 'succeeded') {
    await bookDispute(tx, context, attempt, { dispute, at: happenedAt });
    return 'booked';
  }
  const isRecent = context.clock.now().getTime() - happenedAt.getTime() < chargeArrivesMs;
  if (isRecent) return 'waits';
  return { problem: `Dispute ${dispute.id} is for an unknown charge` };
}

/** The contractor in the metadata that we sent with the charge. */
function contractorNamedBy({ metadata }: Charge): number | undefined {
  const id = Number(metadata['contractor']);
  return Number.isInteger(id) && id > 0 && id < 2 ** 31 ? id : undefined;
}

/** Books a refund made at the payment provider. */
async function adoptRefund(
  tx: Database,
  context: Context,
  { contractorId, paymentId }: AttemptRow,
  refund: Refund,
): Promise<EventOutcome> {
  const { name } = context.gateway;
  const row = await insertRefund(tx, {
    paymentId,
    contractorId,
    chargeId: refund.chargeId,
    amountCents: refund.amountCents,
    reason: 'Made at the payment provider',
    gateway: name,
    idempotencyKey: `provider:${refund.id}`,
    refundId: refund.id,
    startedAt: refund.createdAt,
  });
  if (row !== undefined) await bookRefund(tx, context, row, refund);
  return 'booked';
}

async function endCustomer(
  tx: Database,
  context: Context,
  customerId: string,
): Promise<EventOutcome> {
  const { name } = context.gateway;
  const contractorId = await findCustomer(tx, name, customerId);
  // The same report under another event id: the customer was already deleted here.
  if (contractorId === undefined) return 'booked';
  await cancelNow(tx, context, contractorId, null);
  await deleteCustomer(tx, contractorId, name, context.clock.now());
  return 'booked';
}

/** A stored event as received. */
function restored({ id, type, content, happenedAt }: EventRow): GatewayEvent {
  const base = { id, happenedAt };
  const { charge, refund, dispute, customerId, cardId, name = type } = content;
  if (charge !== undefined)
    return {
      ...base,
      type: 'charge',
      charge: { ...charge, createdAt: new Date(charge.createdAt) },
    };
  if (refund !== undefined)
    return {
      ...base,
      type: 'refund',
      refund: { ...refund, createdAt: new Date(refund.createdAt) },
    };
  if (dispute !== undefined) return { ...base, type: 'dispute', dispute: reviveDispute(dispute) };
  if (customerId !== undefined) return { ...base, type: 'customer-deleted', customerId };
  if (cardId !== undefined) return { ...base, type: 'card-detached', cardId };
  return { ...base, type: 'other', name };
}
