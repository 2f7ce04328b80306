import * as contract from '@lintel/contract/billing-subscriptions';
import { recordAudit } from '../../platform/audit/audit.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { toCents, toDollars } from '../../platform/money.ts';
import type { BillingDeps } from './deps.ts';
import { readPayment } from './payment-repository.ts';
import { refundPayment } from './refunds.ts';
import { cancelNow, reopenSubscription, setEnd } from './subscriptions.ts';

/** What staff do with a contractor's subscription and payments. */
export const staffRoutes = (deps: BillingDeps): Route[] => [
  handle(contract.cancelSubscription, async ({ params: { contractorId }, body: { atTermEnd }, caller }) => {
    const atEnd = atTermEnd === '1';
    await deps.db.transaction((tx) =>
      atEnd ? setEnd(tx, deps, { contractorId, end: true }, caller) : cancelNow(tx, deps, contractorId, caller),
    );
    return { message: atEnd ? 'The subscription will end with its current year' : 'The subscription was canceled' };
  }),
  handle(contract.reopenSubscription, async ({ params: { contractorId }, caller }) => {
    await deps.db.transaction((tx) => reopenSubscription(tx, deps, contractorId, caller));
    return { message: 'The subscription was reopened' };
  }),
  handle(contract.refundPayment, async ({ params, body: { amount, reason }, caller, request: { idempotencyKey } }) => {
    const userId = caller.authenticated.id;
    const asked = { paymentId: params.id, amountCents: toCents(amount), reason, userId, key: `${userId}:${idempotencyKey}` };
    const { status, message, refundId } = await refundPayment(deps, asked, (tx, { contractorId }) => {
      const entry = { action: 'payment.refunded', entity: 'payment', entityId: params.id, contractorId };
      return recordAudit(tx, deps.clock, caller, { ...entry, details: { amount, reason } });
    });
    const { refundedCents } = await readPayment(deps.db, params.id);
    return { message, status, refundId, refundedAmount: toDollars(refundedCents) };
  }),
];
