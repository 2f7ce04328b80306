import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../platform/clock.ts';
import { isSigned } from '../../../platform/crypto/secrets.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import {
  reviveDispute,
  type Charge,
  type GatewayEvent,
  type Refund,
  type StoredDispute,
} from './port.ts';
import { deliverSandboxEvent } from './sandbox-jobs.ts';
import type { sandboxIntents, sandboxRefunds } from './tables.ts';

/** A sandbox event, with Stripe's event type. */
type SandboxEvent =
  | {
      type:
        | 'payment_intent.succeeded'
        | 'payment_intent.payment_failed'
        | 'payment_intent.requires_action'
        | 'payment_intent.canceled'
        | 'charge.refunded';
      object: Serialized<Charge>;
    }
  | { type: 'refund.created'; object: Serialized<Refund> }
  | {
      type:
        | 'charge.dispute.created'
        | 'charge.dispute.closed'
        | 'charge.dispute.funds_withdrawn'
        | 'charge.dispute.funds_reinstated';
      object: StoredDispute;
    }
  | {
      type: 'customer.deleted' | 'payment_method.attached' | 'payment_method.detached';
      object: { id: string };
    };

type Body = SandboxEvent & { id: string; /** Unix seconds. */ created: number };

/** An unguessable id of letters, digits, and underscores. */
export const newId = (kind: 'cus' | 'pm' | 'pi' | 're' | 'dp' | 'evt'): string =>
  `${kind}_sandbox_${randomBytes(16).toString('hex')}`;

/** Sends an event once the caller's transaction commits. */
export async function sendEvent(tx: Database, clock: Clock, event: SandboxEvent): Promise<void> {
  const body: Body = {
    id: newId('evt'),
    created: Math.floor(clock.now().getTime() / 1000),
    ...event,
  };
  await enqueue(tx, deliverSandboxEvent, { body: JSON.stringify(body) });
}

const chargeEventNames = {
  succeeded: 'payment_intent.succeeded',
  failed: 'payment_intent.payment_failed',
  requires_action: 'payment_intent.requires_action',
} as const;

export const sendChargeEvent = (
  tx: Database,
  clock: Clock,
  charge: Serialized<Charge>,
): Promise<void> => sendEvent(tx, clock, { type: chargeEventNames[charge.status], object: charge });

/** The event in a body, or null when `signature` is wrong or too old. */
export function readSandboxEvent(
  { secret, clock }: { secret: string; clock: Clock },
  body: string,
  signature: string | undefined,
): GatewayEvent | null {
  if (!isSigned(secret, body, signature, clock.now())) return null;
  // Signed with our own key, so it is what `sendEvent` wrote.
  const event: Body = JSON.parse(body);
  const base = { id: event.id, happenedAt: new Date(event.created * 1000) };
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.requires_action':
    case 'payment_intent.canceled':
    case 'charge.refunded':
      return { ...base, type: 'charge', charge: revive(event.object) };
    case 'refund.created':
      return { ...base, type: 'refund', refund: revive(event.object) };
    case 'charge.dispute.created':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return { ...base, type: 'dispute', dispute: reviveDispute(event.object) };
    case 'customer.deleted':
      return { ...base, type: 'customer-deleted', customerId: event.object.id };
    case 'payment_method.detached':
      return { ...base, type: 'card-detached', cardId: event.object.id };
    case 'payment_method.attached':
      return { ...base, type: 'other', name: event.type };
  }
}

export type Intent = typeof sandboxIntents.$inferSelect;

type RefundRow = typeof sandboxRefunds.$inferSelect;

/** In JSON form. */
export type Serialized<Thing extends { createdAt: Date }> = Omit<Thing, 'createdAt'> & {
  createdAt: string;
};

export const revive = <Kept extends { createdAt: string }>(
  stored: Kept,
): Omit<Kept, 'createdAt'> & { createdAt: Date } => ({
  ...stored,
  createdAt: new Date(stored.createdAt),
});

/** Where the sandbox lets the payer authenticate. */
export const authenticationPath = (intentId: string): string => `/sandbox/authenticate/${intentId}`;

export const toCharge = (intent: Intent, publicUrl: string): Serialized<Charge> => ({
  id: intent.id,
  status: intent.status,
  amountCents: intent.amountCents,
  refundedCents: intent.refundedCents,
  redirectUrl:
    intent.status === 'requires_action' ? `${publicUrl}${authenticationPath(intent.id)}` : null,
  failureCode: intent.failureCode,
  failureMessage: intent.failureMessage,
  metadata: intent.metadata,
  createdAt: intent.createdAt.toISOString(),
});

export const toRefund = (row: RefundRow): Serialized<Refund> => ({
  id: row.id,
  chargeId: row.intentId,
  status: 'succeeded',
  amountCents: row.amountCents,
  createdAt: row.createdAt.toISOString(),
});
