import type { Logger } from 'pino';
import type { Tier } from '@lintel/contract/billing/tiers';
import type { TeamSection } from '@lintel/contract/identity/team';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { Emit } from '../../platform/events.ts';
import type { AddressNotification } from '../messaging/index.ts';
import type { PaymentGateway } from './gateway/index.ts';

/** A plan's effects on a contractor's accounts. */
export interface PlanEffects {
  /** How many active team users a contractor has, and may have on a plan of each tier. */
  team(
    db: Database,
    contractorId: number,
  ): Promise<{ active: number; limits: Readonly<Record<Tier, number>> }>;
  /** Deactivates the newest team users beyond the limit of the contractor's plan. */
  fitTeam(tx: Database, contractorId: number): Promise<void>;
  /** The sections with full access in each plan, by plan id. */
  sections(
    db: Database,
    plans: readonly { id: number; tier: Tier }[],
  ): Promise<ReadonlyMap<number, readonly TeamSection[]>>;
}

type BillingMail = AddressNotification<
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
  /** The time zone of dates in e-mails. */
  timeZone: string;
  /** Announces payments, refunds, and disputes, in the transaction that books them. */
  emit: Emit;
  effects: PlanEffects;
  /** Queues an e-mail in the transaction. */
  queueMail(tx: Database, mail: BillingMail): Promise<void>;
  /** When the e-mail with this key was sent; null when it wasn't. */
  mailSentAt(db: Database, cause: { contractorId: number; key: string }): Promise<Date | null>;
  log: Logger;
}
