import type { Charge, Refund } from './port.ts';
import type { sandboxIntents, sandboxRefunds } from './tables.ts';

export type Intent = typeof sandboxIntents.$inferSelect;
type RefundRow = typeof sandboxRefunds.$inferSelect;

/** As it is kept and sent as JSON. */
export type Stored<Thing extends { createdAt: Date }> = Omit<Thing, 'createdAt'> & {
  createdAt: string;
};

export const revive = <Thing extends { createdAt: Date }>(stored: Stored<Thing>): Thing =>
  ({ ...stored, createdAt: new Date(stored.createdAt) }) as unknown as Thing;

/** Where the sandbox asks the person who pays to authenticate. */
export const authenticationPath = (intentId: string): string => `/sandbox/authenticate/${intentId}`;

export const chargeOf = (intent: Intent, publicUrl: string): Stored<Charge> => ({
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

export const refundOf = (row: RefundRow): Stored<Refund> => ({
  id: row.id,
  chargeId: row.intentId,
  status: 'succeeded',
  amountCents: row.amountCents,
  createdAt: row.createdAt.toISOString(),
});
