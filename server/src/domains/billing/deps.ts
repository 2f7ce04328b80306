import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { EmailRequest } from '../emails/index.ts';
import type { PaymentGateway } from './gateway/index.ts';

/** Money that came in for a payment; `at` is when the gateway took it. */
export interface PaidMovement {
  paymentId: number;
  contractorId: number;
  amountCents: number;
  at: Date;
}

/** Money that was given back; the amount is positive. */
export interface RefundedMovement extends PaidMovement {
  refundId: number;
}

/**
 * What other domains do with a movement: called in the transaction that books it, exactly once. A
 * payment that was charged twice by accident is told of once, and nothing of the second charge's
 * refund.
 */
export interface BillingHooks {
  onPaid(tx: Database, movement: PaidMovement): Promise<void>;
  onRefunded(tx: Database, movement: RefundedMovement): Promise<void>;
}

type BillingMail = EmailRequest<
  | 'payment-succeeded'
  | 'payment-failed'
  | 'payment-confirm'
  | 'card-expiring'
  | 'price-change'
  | 'renewal-reminder'
  | 'guarantee-claim'
>;

export interface BillingDeps {
  db: Database;
  clock: Clock;
  gateway: PaymentGateway;
  publicUrl: string;
  /** In which days are written in e-mails. */
  timeZone: string;
  hooks: BillingHooks;
  /** Queues an e-mail in the transaction. */
  queueMail(tx: Database, mail: BillingMail): Promise<void>;
  /** When the e-mail of a key was handed over; null when it was not. */
  mailLeftAt(db: Database, key: string): Promise<Date | null>;
  log: Logger;
}
