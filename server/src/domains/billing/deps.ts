import type { Logger } from 'pino';
import type { Tier } from '@lintel/contract/billing/tiers';
import type { TeamSection } from '@lintel/contract/identity/team';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { EmailRequest } from '../messaging/index.ts';
import type { PaymentGateway } from './gateway/index.ts';

/** A payment that was booked; `at` is when the gateway took the money. */
export interface PaidMovement {
  paymentId: number;
  contractorId: number;
  amountCents: number;
  at: Date;
}

/** A refund that was booked; the amount is positive. */
export interface RefundedMovement extends PaidMovement {
  refundId: number;
}

/** A payment after a report about one of its disputes. */
export interface DisputedMovement {
  paymentId: number;
  contractorId: number;
  /** A dispute of the payment isn't decided yet. */
  isOpen: boolean;
  /** What disputes have taken of the payment for good, in cents. */
  lostCents: number;
  /** The gateway's id of the dispute that was reported. */
  reference: string;
  /** When the report happened at the gateway. */
  at: Date;
}

/**
 * What other domains do when a payment or refund is booked: called in the transaction that books
 * it, exactly once. `money()` in `server/src/app.ts` says who is called. A payment that was charged
 * twice by accident is reported once, and the refund of the second charge not at all.
 */
export interface BillingHooks {
  onPaid(tx: Database, movement: PaidMovement): Promise<void>;
  onRefunded(tx: Database, movement: RefundedMovement): Promise<void>;
  /** For each report about a dispute: it may say the same as the one before. */
  onDisputed(tx: Database, movement: DisputedMovement): Promise<void>;
}

/** What a plan means for the accounts of a contractor. */
export interface PlanEffects {
  /** How many active team users a contractor has, and may have on a plan of each tier. */
  team(
    db: Database,
    contractorId: number,
  ): Promise<{ active: number; limits: Readonly<Record<Tier, number>> }>;
  /** Deactivates the newest team users for whom the contractor's plan has no room. */
  fitTeam(tx: Database, contractorId: number): Promise<void>;
  /** The sections that each plan opens in full, by its id. */
  sections(
    db: Database,
    plans: readonly { id: number; tier: Tier }[],
  ): Promise<ReadonlyMap<number, readonly TeamSection[]>>;
}

type BillingMail = EmailRequest<
  | 'payment-succeeded'
  | 'payment-failed'
  | 'payment-confirm'
  | 'card-expiring'
  | 'price-change'
  | 'renewal-reminder'
  | 'plan-changed'
  | 'plan-canceled'
  | 'plan-continues'
  | 'payment-refunded'
  | 'guarantee-claim'
>;

export interface BillingDeps {
  db: Database;
  clock: Clock;
  gateway: PaymentGateway;
  publicUrl: string;
  /** The time zone of the days in e-mails. */
  timeZone: string;
  hooks: BillingHooks;
  effects: PlanEffects;
  /** Queues an e-mail in the transaction. */
  queueMail(tx: Database, mail: BillingMail): Promise<void>;
  /** When the e-mail with this key was sent; null when it was not. */
  mailSentAt(db: Database, cause: { contractorId: number; key: string }): Promise<Date | null>;
  log: Logger;
}
