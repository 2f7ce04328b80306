import type { DisputeState } from '@lintel/contract/billing/constants';
import type { Logger } from 'pino';
import { AppError } from '../../../platform/errors.ts';

/** What is known of a card besides its number, as the gateway tells it. */
export interface GatewayCard {
  /** The gateway's id of the card. */
  id: string;
  /**
   * As in Stripe: `visa`, `mastercard`, `amex`, `discover`, `diners`, `jcb`, `unionpay`, or another
   * word.
   */
  brand: string;
  last4: string;
  expireMonth: number;
  /** Four digits. */
  expireYear: number;
}

/** What a person typed. It stays in memory for one call; nothing stores it. */
export interface CardDetails {
  number: string;
  expireMonth: number;
  expireYear: number;
  cvc: string;
  name: string;
  zip: string;
}

/**
 * Where a card comes from: typed into our form (sandbox only), or handed to the gateway by the
 * browser itself.
 */
export type CardSource =
  | { details: CardDetails }
  | { paymentMethodId: string; name: string; zip: string };

export interface ChargeRequest {
  customerId: string;
  cardId: string;
  /** In dollars' cents; the currency is US dollars. */
  amountCents: number;
  description: string;
  /** Repeating the call with the same key charges once and gives the first answer. */
  idempotencyKey: string;
  /** Ids of ours that the gateway keeps with the charge. */
  metadata: Record<string, string>;
  /** Nobody is there who could authenticate: a renewal. */
  offSession: boolean;
  /**
   * Where the person comes back to after authenticating; `payment_intent` is added to its query.
   */
  returnUrl: string;
}

/** How a charge stands at the gateway. */
export interface Charge {
  id: string;
  status: 'succeeded' | 'requires_action' | 'failed';
  amountCents: number;
  refundedCents: number;
  /** Where the person authenticates, when `requires_action`. */
  redirectUrl: string | null;
  /** The gateway's code for the failure, such as `insufficient_funds`; empty otherwise. */
  failureCode: string;
  /** The failure in words for a person; empty otherwise. */
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
  /** What the gateway charges for it; negative when it returns a fee. */
  feeCents: number;
  createdAt: Date;
}

/** A charge that the cardholder disputes, as reported. */
export interface Dispute {
  id: string;
  /** The id of the charge, as in `Charge`. */
  chargeId: string;
  state: DisputeState;
  /** The bank asks only; nothing was withdrawn. */
  isInquiry: boolean;
  amountCents: number;
  /** The gateway's word for the reason, such as `fraudulent`. */
  reason: string;
  /** Until when evidence can be submitted. */
  respondBy: Date | null;
  /** All movements so far. */
  movements: DisputeMovement[];
  createdAt: Date;
}

/**
 * What a gateway reports on its own. Events come late, twice, at the same time and in any order.
 */
export type GatewayEvent = { id: string; happenedAt: Date } & (
  | { type: 'charge'; charge: Charge }
  | { type: 'refund'; refund: Refund }
  | { type: 'dispute'; dispute: Dispute }
  /** The provider ended the customer's account or took the card away. */
  | { type: 'customer-deleted'; customerId: string }
  | { type: 'card-detached'; cardId: string }
  /** An event that changes nothing in the books. */
  | { type: 'other'; name: string }
);

/**
 * The payment gateway. Every call that changes something is idempotent by its key. Throws
 * `GatewayRefusal` when the gateway refuses for a reason that a person can fix (a declined card
 * when it is added, a wrong number, a card that is gone when it is charged), so that nothing
 * happened, and any other error when it cannot be reached: then the outcome is unknown, and
 * `findCharge` finds it later.
 */
export interface PaymentGateway {
  name: 'stripe' | 'sandbox';
  /** Asking again with the same words gives the same customer. */
  createCustomer(customer: {
    reference: string;
    name: string;
    email: string;
  }): Promise<{ id: string }>;
  /** Keeps a card with the customer for later charges. */
  attachCard(customerId: string, source: CardSource, idempotencyKey: string): Promise<GatewayCard>;
  detachCard(cardId: string): Promise<void>;
  charge(request: ChargeRequest): Promise<Charge>;
  readCharge(id: string): Promise<Charge | null>;
  /** The charge that was made with this key, or null when none was. */
  findCharge(request: Pick<ChargeRequest, 'customerId' | 'idempotencyKey'>): Promise<Charge | null>;
  /**
   * Calls off a charge that waits for authentication, and tells how it stands: one that has come to
   * an end stays as it is.
   */
  cancelCharge(id: string): Promise<Charge>;
  refund(request: {
    chargeId: string;
    amountCents: number;
    idempotencyKey: string;
  }): Promise<Refund>;
  /**
   * All charges and refunds from `from` up to, but without, `to`, in whole seconds, oldest first:
   * for the comparison with the ledger.
   */
  listCharges(range: { from: Date; to: Date }): AsyncIterable<Charge>;
  listRefunds(range: { from: Date; to: Date }): AsyncIterable<Refund>;
  /** What was withdrawn and returned for disputes in that time, whenever they were opened. */
  listDisputeMovements(range: { from: Date; to: Date }): AsyncIterable<DisputeMovement>;
  /** Where staff see a dispute and answer it. */
  disputeUrl(disputeId: string): string;
  /** The event in a webhook's body, or null when the signature is wrong or too old. */
  readEvent(body: string, signature: string | undefined): GatewayEvent | null;
}

/** A dispute as JSON holds it: moments are texts. */
export type StoredDispute = Omit<Dispute, 'respondBy' | 'createdAt' | 'movements'> & {
  respondBy: Date | string | null;
  createdAt: Date | string;
  movements: (Omit<DisputeMovement, 'createdAt'> & { createdAt: Date | string })[];
};

/** A dispute that was stored or sent as JSON. */
export const reviveDispute = (stored: StoredDispute): Dispute => ({
  ...stored,
  respondBy: stored.respondBy === null ? null : new Date(stored.respondBy),
  createdAt: new Date(stored.createdAt),
  movements: stored.movements.map((one) => ({ ...one, createdAt: new Date(one.createdAt) })),
});

/** The gateway refuses for a reason that a person can fix. */
export class GatewayRefusal extends Error {
  override readonly name = 'GatewayRefusal';
  /** The gateway's code, such as `card_declined`. */
  readonly code: string;
  /** Which field of the card form it is about, if any. */
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

/**
 * The field of the card form that a gateway's code is about; null when it is about the card as a
 * whole.
 */
export const fieldOf = (code: string): GatewayRefusal['field'] => fields[code] ?? null;

/**
 * Calls the gateway. A refusal becomes `invalid`, with the gateway's message on the field that it
 * names; when the gateway cannot be reached that is logged and the caller gets
 * `gateway_unavailable`.
 */
export async function askGateway<Answer>(log: Logger, ask: () => Promise<Answer>): Promise<Answer> {
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
