import * as contract from '@lintel/contract/billing/payments';
import type { Brand } from '@lintel/contract/brand';
import { AppError } from '../../platform/errors.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { toCents, toDollars } from '../../platform/money.ts';
import { Typesetter } from '../../platform/typeset/typesetter.ts';
import { confirmPayment } from './confirm.ts';
import type { BillingDeps } from './deps.ts';
import { billingLink } from './mails.ts';
import { selectFailedPayments, selectPayments } from './payment-list-repository.ts';
import { presentFailedPayment, presentPaidOne, presentPayment } from './present-payment.ts';
import { receiptLayout } from './receipt-layout.ts';
import { makeReceipt } from './receipt.ts';
import { payAllFailed, retryPayment } from './retry.ts';

export interface PaymentRouteDeps extends BillingDeps {
  brand: Brand;
}

export const paymentRoutes = (deps: PaymentRouteDeps): Route[] => [
  ...listRoutes(deps),
  ...payRoutes(deps),
  receiptRoute(deps),
];

const listRoutes = ({ db, clock, timeZone }: PaymentRouteDeps): Route[] => [
  handle(contract.listPayments, async ({ query: { userId: _userId, filters, ...view }, owned }) => {
    const { createdAt, ...wanted } = filters;
    const created = { gte: createdAt.start, lte: createdAt.end };
    const { contractorId } = owned;
    const { rows, total } = await selectPayments(
      db,
      { ...wanted, contractorId, created, timeZone, now: clock.now() },
      view,
    );
    return { data: rows.map(presentPayment), total };
  }),
  handle(contract.listFailedPayments, async ({ query: { userId: _userId, ...view }, owned }) => {
    const { rows, total, sumCents } = await selectFailedPayments(db, owned.contractorId, view);
    return { data: rows.map(presentFailedPayment), total, totalAmount: toDollars(sumCents) };
  }),
];

const payRoutes = (deps: PaymentRouteDeps): Route[] => [
  handle(contract.retryInvoice, async ({ caller, owned: { contractorId, paymentId } }) => {
    const userId = caller.authenticated.id;
    const tried = await retryPayment(deps, {
      paymentId,
      contractorId,
      userId,
      returnUrl: billingLink(deps),
    });
    const { status, message, redirectUrl } = tried;
    if (status === 'failed') throw new AppError('payment_failed', { message });
    return { message, ...(redirectUrl !== undefined && { redirectUrl }) };
  }),
  handle(contract.payAllFailed, async ({ body: { amount }, caller, owned: { contractorId } }) => {
    const who = { contractorId, userId: caller.authenticated.id, returnUrl: billingLink(deps) };
    const paid = await payAllFailed(deps, { ...who, amountCents: toCents(amount) });
    const made = paid.filter(({ status }) => status === 'succeeded').length;
    return {
      message: `${made} of ${paid.length} payments were made`,
      payments: paid.map(presentPaidOne),
    };
  }),
  handle(
    contract.confirmIntent,
    async ({ owned: { contractorId, paymentIntentId: intentId } }) => ({
      status: await confirmPayment(deps, { intentId, contractorId }),
    }),
  ),
];

function receiptRoute(deps: PaymentRouteDeps): Route {
  const documents = { ...deps, typesetter: new Typesetter(receiptLayout) };
  return handle(contract.paymentReceipt, async ({ owned: { contractorId, paymentId } }) => {
    const { name, pdf } = await makeReceipt(documents, contractorId, paymentId);
    return {
      content: pdf,
      headers: {
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store',
      },
    };
  });
}
