import { randomBytes } from 'node:crypto';
import type { TestMethod } from './cards.ts';
import { missing } from './problem.ts';

export interface Method {
  id: string;
  customer: string | null;
  behavior: TestMethod;
  authenticated: boolean;
  billing: { name: string | null; zip: string | null };
}

export interface Intent {
  id: string;
  customer: string;
  method: string;
  amount: number;
  status: 'succeeded' | 'requires_action' | 'requires_payment_method' | 'canceled';
  error: Record<string, unknown> | null;
  refunded: number;
  returnUrl: string;
  description: string;
  metadata: Record<string, string>;
  created: number;
}

export interface Refund {
  id: string;
  intent: string;
  amount: number;
  created: number;
}

export interface Dispute {
  id: string;
  intent: string;
  amount: number;
  status: 'needs_response' | 'won' | 'lost';
  movements: { id: string; amount: number; fee: number; created: number }[];
  created: number;
}

/** Stripe's data, and its API shapes. */
export class World {
  readonly customers = new Map<
    string,
    { id: string; name: string; email: string; deleted: boolean }
  >();
  readonly methods = new Map<string, Method>();
  readonly intents = new Map<string, Intent>();
  readonly refunds = new Map<string, Refund>();
  readonly disputes = new Map<string, Dispute>();
  /** Events in order. */
  readonly events: { id: string; type: string; created: number; data: { object: unknown } }[] = [];
  readonly #now: () => Date;
  readonly #url: () => string;

  constructor(now: () => Date, url: () => string) {
    this.#now = now;
    this.#url = url;
  }

  now = (): number => Math.floor(this.#now().getTime() / 1000);
  newId = (kind: string): string => `${kind}_${randomBytes(12).toString('hex')}`;

  get<Thing>(things: Map<string, Thing>, kind: string, id: unknown): Thing {
    const thing = things.get(String(id));
    if (thing === undefined) throw missing(kind, id);
    return thing;
  }

  tell(type: string, object: unknown): void {
    const event = {
      object: 'event',
      api_version: 'any',
      livemode: false,
      id: this.newId('evt'),
      type,
      created: this.now(),
    };
    this.events.push({ ...event, data: { object } });
  }

  tellOf(intent: Intent): void {
    const names = {
      succeeded: 'payment_intent.succeeded',
      requires_action: 'payment_intent.requires_action',
      requires_payment_method: 'payment_intent.payment_failed',
      canceled: 'payment_intent.canceled',
    };
    this.tell(names[intent.status], this.showIntent(intent, false));
  }

  showMethod = ({ id, customer, behavior, billing }: Method): object => ({
    id,
    object: 'payment_method',
    type: 'card',
    customer,
    billing_details: {
      name: billing.name,
      email: null,
      phone: null,
      address: { postal_code: billing.zip },
    },
    card: {
      brand: behavior.brand,
      last4: behavior.last4,
      exp_month: 8,
      exp_year: new Date(this.now() * 1000).getFullYear() + 2,
    },
  });

  showIntent = (intent: Intent, expanded: boolean): object => ({
    id: intent.id,
    object: 'payment_intent',
    amount: intent.amount,
    amount_received: intent.status === 'succeeded' ? intent.amount : 0,
    currency: 'usd',
    customer: intent.customer,
    payment_method: intent.status === 'requires_payment_method' ? null : intent.method,
    status: intent.status,
    description: intent.description,
    metadata: intent.metadata,
    created: intent.created,
    last_payment_error: intent.error,
    next_action:
      intent.status === 'requires_action'
        ? {
            type: 'redirect_to_url',
            redirect_to_url: {
              url: this.authenticationUrl(intent.id),
              return_url: intent.returnUrl,
            },
          }
        : null,
    latest_charge:
      intent.status !== 'succeeded'
        ? null
        : expanded
          ? this.showCharge(intent)
          : this.chargeId(intent),
  });

  authenticationUrl = (id: string): string => `${this.#url()}/authenticate/${id}`;
  chargeId = ({ id }: Intent): string => id.replace('pi_', 'ch_');

  showCharge = (intent: Intent): object => ({
    id: this.chargeId(intent),
    object: 'charge',
    amount: intent.amount,
    amount_refunded: intent.refunded,
    refunded: intent.refunded === intent.amount,
    currency: 'usd',
    payment_intent: intent.id,
    metadata: intent.metadata,
    created: intent.created,
  });

  showMovement = (
    { id, amount, fee, created }: Dispute['movements'][number],
    disputeId: string,
  ): object => ({
    id,
    object: 'balance_transaction',
    amount,
    fee,
    net: amount - fee,
    currency: 'usd',
    type: 'adjustment',
    reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
    source: disputeId,
    status: 'available',
    created,
  });

  showDispute = ({ id, intent, amount, status, movements, created }: Dispute): object => ({
    id,
    object: 'dispute',
    amount,
    balance_transactions: movements.map((one) => this.showMovement(one, id)),
    charge: intent.replace('pi_', 'ch_'),
    created,
    currency: 'usd',
    evidence_details: {
      due_by: created + 7 * 86_400,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: false,
    metadata: {},
    payment_intent: intent,
    reason: 'fraudulent',
    status,
  });

  showRefund = ({ id, intent, amount, created }: Refund): object => ({
    id,
    object: 'refund',
    amount,
    currency: 'usd',
    payment_intent: intent,
    charge: intent.replace('pi_', 'ch_'),
    status: 'succeeded',
    metadata: {},
    created,
  });
}
