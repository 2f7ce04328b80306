import type { DisputeState } from '@lintel/contract/billing/constants';
import type { Logger } from 'pino';
import { AppError } from '../../../platform/errors.ts';

/** The gateway's data of a card, without its number. */
export interface GatewayCard {
  /** The gateway's id of the card. */
  id: string;
  /**
   * As in Stripe: `visa`, `mastercard`, `amex`, `discover`, `diners`, `jcb`, `unionpay`, or another
   * name.
   */
  brand: string;
  last4: string;
  expireMonth: number;
  /** Four digits. */
  expireYear: number;
}

/** Card data as entered. Kept in memory for one call and never stored. */
export interface CardDetails {
  number: string;
  expireMonth: number;
  expireYear: number;
  cvc: string;
  name: string;
  zip: string;
}

/**
 * The source of a card: typed into our form (sandbox only), or sent to the gateway by the browser
 * itself.
 */
export type CardSource =
  | { details: CardDetails }
  | { paymentMethodId: string; name: string; zip: string };

export interface ChargeRequest {
  customerId: string;
  cardId: string;
  /** In US cents. */
  amountCents: number;
  description: string;
  /** A repeated call with the same key charges once and returns the first answer. */
  idempotencyKey: string;
  /** Our ids, stored with the charge at the gateway. */
  metadata: Record<string, string>;
  /** Whether the cardholder isn't present to authenticate: a renewal. */
  offSession: boolean;
  /** Where the bank redirects after authentication; `payment_intent` is added to its query. */
  returnUrl: string;
}

/** A charge's state at the gateway. */
export interface Charge {
  id: string;
  status: 'succeeded' | 'requires_action' | 'failed';
  amountCents: number;
  refundedCents: number;
  /** Where the person authenticates, when `requires_action`. */
  redirectUrl: string | null;
  /** The gateway's failure code, such as `insufficient_funds`; empty otherwise. */
  failureCode: string;
  /** The failure message for people; empty otherwise. */
  failureMessage: string;
  metadata: Record<string, string>;
  createdAt: Date;
}

export interface Refund {
  id: string;
  chargeId: string;
  status: 'succeeded' | 'pending' | 'failed';
  amountCents: number;
  createdAt: Date;
}

/** Money that the gateway withdrew for a dispute (negative) or returned (positive). */
export interface DisputeMovement {
  id: string;
  disputeId: string;
  amountCents: number;
  /** The gateway's fee; negative when it returns a fee. */
  feeCents: number;
  createdAt: Date;
}

/** A charge that the cardholder disputes, as reported. */
export interface Dispute {
  id: string;
  /** The id of the charge, as in `Charge`. */
  chargeId: string;
  state: DisputeState;
  /** The bank only inquires; no money was withdrawn. */
  isInquiry: boolean;
  amountCents: number;
  /** The gateway's reason code, such as `fraudulent`. */
  reason: string;
  /** The deadline for evidence. */
  respondBy: Date | null;
  /** All movements so far. */
  movements: DisputeMovement[];
  createdAt: Date;
}

/** An event reported by the gateway. Events may be late, repeated, parallel, and in any order. */
export type GatewayEvent = { id: string; happenedAt: Date } & (
  | { type: 'charge'; charge: Charge }
  | { type: 'refund'; refund: Refund }
  | { type: 'dispute'; dispute: Dispute }
  /** The provider deleted the customer or detached the card. */
  | { type: 'customer-deleted'; customerId: string }
  | { type: 'card-detached'; cardId: string }
  /** An event without effect on the books. */
  | { type: 'other'; name: string }
);

/**
 * The payment gateway. Every changing call is idempotent by its key. Throws `GatewayRefusal` when
 * the gateway rejects a call for a reason that a person can fix (a card declined when added, a
 * wrong number, a card that no longer exists when charged), so that nothing happened. Throws any
 * other error when the gateway can't be reached; then the result is unknown, and `findCharge` finds
 * it later.
 */
export interface PaymentGateway {
  name: 'stripe' | 'sandbox';
  /** A repeated call with the same values returns the same customer. */
  createCustomer(customer: {
    reference: string;
    name: string;
    email: string;
  }): Promise<{ id: string }>;
  /** Attaches a card to the customer for later charges. */
  attachCard(customerId: string, source: CardSource, idempotencyKey: string): Promise<GatewayCard>;
  detachCard(cardId: string): Promise<void>;
  charge(request: ChargeRequest): Promise<Charge>;
  readCharge(id: string): Promise<Charge | null>;
  /** The charge with this key, or null. */
  findCharge(request: Pick<ChargeRequest, 'customerId' | 'idempotencyKey'>): Promise<Charge | null>;
  /**
   * Cancels a charge that waits for authentication, and returns its state; a finished charge
   * doesn't change.
   */
  cancelCharge(id: string): Promise<Charge>;
  refund(request: {
    chargeId: string;
    amountCents: number;
    idempotencyKey: string;
  }): Promise<Refund>;
  /**
   * All charges and refunds from `from` up to, but excluding, `to`, in whole seconds, oldest first,
   * for reconciliation with the ledger.
   */
  listCharges(range: { from: Date; to: Date }): AsyncIterable<Charge>;
  listRefunds(range: { from: Date; to: Date }): AsyncIterable<Refund>;
  /** Dispute withdrawals and returns in that time, whenever the disputes were opened. */
  listDisputeMovements(range: { from: Date; to: Date }): AsyncIterable<DisputeMovement>;
  /** Where staff view and answer a dispute. */
  disputeUrl(disputeId: string): string;
  /** The event in a webhook's body, or null when the signature is wrong or too old. */
  readEvent(body: string, signature: string | undefined): GatewayEvent | null;
}

/** A dispute in JSON, with dates as text. */
export type StoredDispute = Omit<Dispute, 'respondBy' | 'createdAt' | 'movements'> & {
  respondBy: Date | string | null;
  createdAt: Date | string;
  movements: (Omit<DisputeMovement, 'createdAt'> & { createdAt: Date | string })[];
};

/** Restores a dispute from JSON. */
export const reviveDispute = (stored: StoredDispute): Dispute => ({
  ...stored,
  respondBy: stored.respondBy === null ? null : new Date(stored.respondBy),
  createdAt: new Date(stored.createdAt),
  movements: stored.movements.map((one) => ({ ...one, createdAt: new Date(one.createdAt) })),
});

/** The gateway rejected a call for a reason that a person can fix. */
export class GatewayRefusal extends Error {
  override readonly name = 'GatewayRefusal';
  /** The gateway's code, such as `card_declined`. */
  readonly code: string;
  /** The affected field of the card form, if any. */
  readonly field: 'number' | 'expiration' | 'cvc' | 'address_zip' | null;

  constructor(code: string, message: string, field: GatewayRefusal['field'] = null) {
    super(message);
    this.code = code;
    this.field = field;
  }
}

const fields: Record<string, GatewayRefusal['field']> = {
  incorrect_number: 'number',
  invalid_number: 'number',
  test_mode_live_card: 'number',
  expired_card: 'expiration',
  invalid_expiry_month: 'expiration',
  invalid_expiry_year: 'expiration',
  incorrect_cvc: 'cvc',
  invalid_cvc: 'cvc',
  incorrect_zip: 'address_zip',
};

/** The card form's field for a gateway code; null when it concerns the card as a whole. */
export const refusalField = (code: string): GatewayRefusal['field'] => fields[code] ?? null;

/**
 * Calls the gateway. A rejection becomes `invalid`, with the gateway's message on its field; an
 * unreachable gateway is logged and becomes `gateway_unavailable`.
 */
export async function callGateway<Answer>(
  log: Logger,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof GatewayRefusal) {
      const { field, message } = error;
      throw new AppError('invalid', {
        message,
        ...(field !== null && { fields: { [field]: message } }),
      });
    }
    log.warn(
      { err: error },
      `The payment gateway failed: ${error instanceof Error ? error.message : String(error)}`,
    );
    throw new AppError('gateway_unavailable');
  }
}
