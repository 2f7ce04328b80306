import * as contract from '@lintel/contract/billing/payments';
import * as staffContract from '@lintel/contract/billing/subscriptions';
import * as disputesContract from '@lintel/contract/billing/disputes';
import * as booksContract from '@lintel/contract/billing/reconcile';
import type { FailedPayment, Payment } from '@lintel/contract/billing/payments';
import type { LedgerAccount } from '@lintel/contract/billing/constants';
import type { LedgerRow, Reconciliation } from '@lintel/contract/billing/reconcile';
import { recordAudit } from '../../../platform/audit/audit.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import { toCents, toDollars } from '../../../platform/money.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Context } from '../../../platform/context.ts';
import { findPayer } from '../payer-repository.ts';
import { latestDisputes, selectDisputes, type DisputeRow } from './dispute-repository.ts';
import { presentDispute } from './disputes.ts';
import { selectFailedPayments, selectPayments, type ListedPayment } from './list-repository.ts';
import { makeReceipt } from './receipt.ts';
import { refundPayment } from './refunds.ts';
import { readPayment, type PaymentRow } from './repository.ts';
import { lastDays, reconcile } from './reconcile.ts';
import {
  selectLedger,
  selectReconciliations,
  type LedgerEntryRow,
  type ReconciliationRow,
} from './reconciliation-repository.ts';

export const paymentRoutes = (context: Context): Route[] => [
  ...listRoutes(context),
  receiptRoute(context),
  refundRoute(context),
];

const listRoutes = ({ db, clock, config }: Context): Route[] => [
  handle(contract.listPayments, async ({ query: { userId: _userId, filters, ...view }, owned }) => {
    const { createdAt, ...wanted } = filters;
    const created = { gte: createdAt.start, lte: createdAt.end };
    const { contractorId } = owned;
    const disputed = await latestDisputes(db, contractorId);
    const { rows, total } = await selectPayments(
      db,
      { ...wanted, contractorId, created, timeZone: config.BUSINESS_TIME_ZONE, now: clock.now() },
      view,
    );
    const data = rows.map((row) => presentPayment(row, disputed.get(row.payment.id)));
    return { data, total };
  }),
  handle(contract.listFailedPayments, async ({ query: { userId: _userId, ...view }, owned }) => {
    const { rows, total, sumCents } = await selectFailedPayments(db, owned.contractorId, view);
    return { data: rows.map(presentFailedPayment), total, totalAmount: toDollars(sumCents) };
  }),
];

const receiptRoute = (context: Context): Route =>
  handle(contract.paymentReceipt, async ({ owned: { contractorId, paymentId } }) => {
    const { name, pdf } = await makeReceipt(context, contractorId, paymentId);
    return {
      content: pdf,
      headers: {
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store',
      },
    };
  });

const refundRoute = (context: Context): Route =>
  handle(
    staffContract.refundPayment,
    async ({ params, body: { amount, reason }, caller, request: { idempotencyKey } }) => {
      const userId = caller.authenticated.id;
      const request = {
        paymentId: params.id,
        amountCents: toCents(amount),
        reason,
        userId,
        key: `${userId}:${idempotencyKey}`,
      };
      const { status, message, refundId, contractorId } = await refundPayment(
        context,
        request,
        (tx, refund) => {
          const entry = {
            action: 'payment.refunded',
            entity: 'payment',
            entityId: params.id,
            contractorId: refund.contractorId,
          } as const;
          return recordAudit(tx, context.clock, caller, { ...entry, details: { amount, reason } });
        },
      );
      const { refundedCents } = await readPayment(context.db, { contractorId, id: params.id });
      return { message, status, refundId, refundedAmount: toDollars(refundedCents) };
    },
  );

function presentPayment({ payment: row, dueAt }: ListedPayment, disputed?: DisputeRow): Payment {
  const { id, number, state: status, createdAt } = row;
  return {
    id,
    number,
    amount: toDollars(row.amountCents),
    refundedAmount: toDollars(row.refundedCents),
    description: row.descriptions.join('; '),
    status,
    createdAt: createdAt.toISOString(),
    dueAt: dueAt?.toISOString() ?? null,
    failureMessage: status === 'Failed' ? row.failureMessage : '',
    dispute: disputed ? { state: disputed.state, amount: toDollars(disputed.amountCents) } : null,
  };
}

function presentFailedPayment(row: PaymentRow): FailedPayment {
  const { id, number, descriptions, failureMessage } = row;
  return {
    id,
    number,
    descriptions,
    failureMessage,
    currentPeriodStart: row.periodStart.toISOString(),
    currentPeriodEnd: row.periodEnd.toISOString(),
    amount: toDollars(row.amountCents),
  };
}

export const reconcileRoutes = (context: Context): Route[] => [
  handle(disputesContract.listDisputes, async ({ query: { filters, ...view } }) => {
    const { rows, total } = await selectDisputes(context.db, { ...filters, ...view });
    return { data: rows.map((row) => presentDispute(context, row)), total };
  }),
  handle(booksContract.listReconciliations, async ({ query }) => {
    const { rows, total } = await selectReconciliations(context.db, query);
    return { data: rows.map(presentReconciliation), total };
  }),
  handle(booksContract.runReconciliation, async ({ body: { days }, caller }) => {
    const range = lastDays(context.clock.now(), days);
    const made = await reconcile(context, { range, userId: caller.authenticated.id });
    const entry = { action: 'reconciliation.run', entity: 'reconciliation' } as const;
    await recordAudit(context.db, context.clock, caller, {
      ...entry,
      entityId: made.id,
      details: { days, differences: made.differences.length },
    });
    return { message: describeOutcome(made), reconciliation: presentReconciliation(made) };
  }),
  handle(booksContract.readLedger, async ({ params, query }) => {
    if ((await findPayer(context.db, params.id)) === undefined) throw new AppError('not_found');
    const { rows, total, balances } = await selectLedger(context.db, params.id, query);
    return { data: rows.map(presentEntry), total, balances: presentBalances(balances) };
  }),
];

function describeOutcome({
  problem,
  differences,
}: {
  problem: string;
  differences: readonly unknown[];
}): string {
  if (problem !== '') return 'The comparison could not be finished';
  if (differences.length === 0) return 'The books and the payment provider agree';
  return differences.length === 1
    ? '1 difference was found'
    : `${differences.length} differences were found`;
}

function presentReconciliation(row: ReconciliationRow): Reconciliation {
  return {
    ...row,
    startedAt: row.startedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    differences: row.differences,
  };
}

const presentEntry = ({
  amountCents,
  contractorId: _contractor,
  ...row
}: LedgerEntryRow): LedgerRow => ({
  ...row,
  amount: toDollars(amountCents),
  happenedAt: row.happenedAt.toISOString(),
  bookedAt: row.bookedAt.toISOString(),
});

/** The sums of the accounts in dollars. */
const presentBalances = ({ subscription, earnings, fees }: Record<LedgerAccount, number>) => ({
  subscription: toDollars(subscription),
  earnings: toDollars(earnings),
  fees: toDollars(fees),
});
