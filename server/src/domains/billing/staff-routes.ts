import * as contract from '@lintel/contract/billing/subscriptions';
import { recordAudit } from '../../platform/audit/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { toCents, toDollars } from '../../platform/money.ts';
import { findPayer } from './contractor-repository.ts';
import type { BillingDeps } from './deps.ts';
import { dayText } from '../../platform/days.ts';
import { readPayment } from './payment-repository.ts';
import { refundPayment } from './refunds.ts';
import { cancelNow, readReopening, reopenSubscription, setEnd } from './subscriptions.ts';

/** What staff do with a contractor's subscription and payments. */
export const staffRoutes = (deps: BillingDeps): Route[] => [
  handle(
    contract.cancelSubscription,
    async ({ params: { contractorId }, body: { atTermEnd }, caller }) => {
      const atEnd = atTermEnd === '1';
      await deps.db.transaction((tx) =>
        atEnd
          ? setEnd(tx, deps, { contractorId, end: true }, caller)
          : cancelNow(tx, deps, contractorId, caller),
      );
      return {
        message: atEnd
          ? 'The subscription will end with its current year'
          : 'The subscription was canceled',
      };
    },
  ),
  handle(contract.reopenSubscription, async ({ params: { contractorId }, caller }) => {
    const { paidUntil } = await deps.db.transaction((tx) =>
      reopenSubscription(tx, deps, contractorId, caller),
    );
    if (paidUntil === null) return { message: 'The subscription was reopened' };
    const until = dayText(paidUntil, deps.timeZone);
    return {
      message: `The subscription goes on. It is paid until ${until}, and nothing is charged before that day.`,
    };
  }),
  handle(contract.readReopening, async ({ params: { contractorId } }) => {
    const payer = await findPayer(deps.db, contractorId);
    if (payer === undefined) throw new AppError('not_found');
    const { paidUntil, resumes } = await readReopening(deps.db, deps, payer);
    return { paidUntil: paidUntil?.toISOString() ?? null, resumes: resumes !== null };
  }),
  handle(
    contract.refundPayment,
    async ({ params, body: { amount, reason }, caller, request: { idempotencyKey } }) => {
      const userId = caller.authenticated.id;
      const asked = {
        paymentId: params.id,
        amountCents: toCents(amount),
        reason,
        userId,
        key: `${userId}:${idempotencyKey}`,
      };
      const { status, message, refundId } = await refundPayment(
        deps,
        asked,
        (tx, { contractorId }) => {
          const entry = {
            action: 'payment.refunded',
            entity: 'payment',
            entityId: params.id,
            contractorId,
          };
          return recordAudit(tx, deps.clock, caller, { ...entry, details: { amount, reason } });
        },
      );
      const { refundedCents } = await readPayment(deps.db, params.id);
      return { message, status, refundId, refundedAmount: toDollars(refundedCents) };
    },
  ),
];
