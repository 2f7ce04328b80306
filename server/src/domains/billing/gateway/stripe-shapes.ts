import Stripe from 'stripe';
import { calling } from '../../../platform/observe/tracing.ts';
import {
  refusalField,
  GatewayRefusal,
  type Charge,
  type Dispute,
  type DisputeMovement,
  type GatewayCard,
  type GatewayEvent,
  type Refund,
} from './port.ts';

/** The metadata field with a charge's key, for finding the charge. */
export const keyName = 'idempotency_key';

const moment = (seconds: number): Date => new Date(seconds * 1000);

/** A payment intent as a charge. Any state that is neither paid nor final counts as waiting. */
export function toCharge(intent: Stripe.PaymentIntent): Charge {
  const { [keyName]: _ours, ...metadata } = intent.metadata;
  const status = chargeStatus(intent);
  const latest = typeof intent.latest_charge === 'string' ? null : intent.latest_charge;
  return {
    id: intent.id,
    status,
    amountCents: intent.amount,
    refundedCents: latest?.amount_refunded ?? 0,
    redirectUrl:
      status === 'requires_action' ? (intent.next_action?.redirect_to_url?.url ?? null) : null,
    ...chargeFailure(intent, status),
    metadata,
    createdAt: moment(intent.created),
  };
}

function chargeStatus({
  status,
  last_payment_error: problem,
}: Stripe.PaymentIntent): Charge['status'] {
  if (status === 'succeeded') return 'succeeded';
  if (status === 'canceled' || (status === 'requires_payment_method' && problem !== null))
    return 'failed';
  return 'requires_action';
}

function chargeFailure(
  { last_payment_error: problem }: Stripe.PaymentIntent,
  status: Charge['status'],
): Pick<Charge, 'failureCode' | 'failureMessage'> {
  if (status !== 'failed') return { failureCode: '', failureMessage: '' };
  if (problem === null)
    return { failureCode: 'canceled', failureMessage: 'The payment was canceled.' };
  return {
    failureCode: failureCode(problem),
    failureMessage: problem.message ?? 'The payment failed.',
  };
}

/** Converts Stripe's own charge, as in refund events, to our charge for its intent. */
const paidToCharge = ({ id, ...paid }: Stripe.Charge): Charge => {
  const { [keyName]: _ours, ...metadata } = paid.metadata;
  return {
    id: toId(paid.payment_intent) ?? id,
    status: 'succeeded',
    amountCents: paid.amount,
    refundedCents: paid.amount_refunded,
    redirectUrl: null,
    failureCode: '',
    failureMessage: '',
    metadata,
    createdAt: moment(paid.created),
  };
};

const toId = (named: string | { id: string } | null): string | null =>
  typeof named === 'string' ? named : (named?.id ?? null);

export const toRefund = (refund: Stripe.Refund): Refund => ({
  id: refund.id,
  chargeId: toId(refund.payment_intent) ?? toId(refund.charge) ?? '',
  status:
    refund.status === 'succeeded'
      ? 'succeeded'
      : /^(failed|canceled)$/.test(refund.status ?? '')
        ? 'failed'
        : 'pending',
  amountCents: refund.amount,
  createdAt: moment(refund.created),
});

/**
 * An appeal follows a lost dispute, so the money stays lost until the appeal is won. `prevented` is
 * a dispute avoided by a refund.
 */
function disputeState(status: string): Dispute['state'] {
  if (status === 'won') return 'won';
  if (status === 'lost' || status.startsWith('appeal_')) return 'lost';
  return status === 'warning_closed' || status === 'prevented' ? 'closed' : 'open';
}

export const toDispute = (dispute: Stripe.Dispute): Dispute => ({
  id: dispute.id,
  chargeId: toId(dispute.payment_intent) ?? toId(dispute.charge) ?? '',
  state: disputeState(dispute.status),
  isInquiry: dispute.status.startsWith('warning_'),
  amountCents: dispute.amount,
  reason: dispute.reason,
  respondBy:
    dispute.evidence_details.due_by === null ? null : moment(dispute.evidence_details.due_by),
  movements: dispute.balance_transactions.map((one) => toMovement(one, dispute.id)),
  createdAt: moment(dispute.created),
});

export const toMovement = (
  { id, amount, fee, created }: Stripe.BalanceTransaction,
  disputeId: string,
): DisputeMovement => ({
  id,
  disputeId,
  amountCents: amount,
  feeCents: fee,
  createdAt: moment(created),
});

/** The dispute of a balance movement; null for any other movement. */
export const findDisputeId = ({
  reporting_category: category,
  source,
}: Stripe.BalanceTransaction): string | null =>
  category === 'dispute' || category === 'dispute_reversal' ? toId(source) : null;

/** The data of a card payment method; null for another kind. */
export const toCard = ({ id, card }: Stripe.PaymentMethod): GatewayCard | null =>
  card === undefined
    ? null
    : {
        id,
        brand: card.brand,
        last4: card.last4,
        expireMonth: card.exp_month,
        expireYear: card.exp_year,
      };

export function toEvent(event: Stripe.Event): GatewayEvent {
  const base = { id: event.id, happenedAt: moment(event.created) };
  if (
    event.type === 'payment_intent.succeeded' ||
    event.type === 'payment_intent.payment_failed' ||
    event.type === 'payment_intent.requires_action' ||
    event.type === 'payment_intent.canceled'
  )
    return { ...base, type: 'charge', charge: toCharge(event.data.object) };
  if (event.type === 'charge.refunded')
    return { ...base, type: 'charge', charge: paidToCharge(event.data.object) };
  if (
    event.type === 'refund.created' ||
    event.type === 'refund.updated' ||
    event.type === 'refund.failed'
  )
    return { ...base, type: 'refund', refund: toRefund(event.data.object) };
  if (
    event.type === 'charge.dispute.created' ||
    event.type === 'charge.dispute.updated' ||
    event.type === 'charge.dispute.closed' ||
    event.type === 'charge.dispute.funds_withdrawn' ||
    event.type === 'charge.dispute.funds_reinstated'
  )
    return { ...base, type: 'dispute', dispute: toDispute(event.data.object) };
  if (event.type === 'customer.deleted')
    return { ...base, type: 'customer-deleted', customerId: event.data.object.id };
  if (event.type === 'payment_method.detached')
    return { ...base, type: 'card-detached', cardId: event.data.object.id };
  return { ...base, type: 'other', name: event.type };
}

const { errors } = Stripe;

/** Stripe's most specific failure code: for a declined card the bank's reason, if given. */
function failureCode(problem: { code?: string; decline_code?: string }): string {
  const { code = 'unknown', decline_code: reason = 'generic_decline' } = problem;
  return code === 'card_declined' && reason !== 'generic_decline' ? reason : code;
}

export const isMissing = (error: unknown): boolean =>
  error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing';

/** Stripe answered with a rejection: nothing happened. */
const isRefusal = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof errors.StripeCardError || error instanceof errors.StripeInvalidRequestError;

/**
 * Converts an error: a rejection keeps Stripe's message for people; any other error drops all
 * request data, because Stripe's errors contain customers and cards, which would end up in logs.
 */
function translate(error: unknown): unknown {
  if (isRefusal(error)) {
    const code = error.code === undefined ? codeFromParam(error) : failureCode(error);
    const message = isMissing(error)
      ? 'The payment provider no longer has this card or payment.'
      : error.message;
    return new GatewayRefusal(code, message, refusalField(code));
  }
  if (!(error instanceof errors.StripeError)) return error;
  const facts = [error.type, error.code, error.statusCode, error.requestId].filter(
    (fact) => fact !== undefined,
  );
  return new Error(`Stripe rejected the request: ${facts.join(', ')}`);
}

/** Stripe has no code for a refund of more than the rest. */
const codeFromParam = ({ param }: Stripe.errors.StripeError): string =>
  param === 'amount' ? 'amount_too_large' : 'invalid_request';

/** Calls Stripe with converted errors. */
export async function callStripe<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await calling('stripe', 'call stripe', ask);
  } catch (error) {
    throw translate(error);
  }
}

/** The intent of a declined card, if the error has one. */
export const declinedIntent = (error: unknown): Stripe.PaymentIntent | null =>
  error instanceof errors.StripeCardError ? (error.payment_intent ?? null) : null;
