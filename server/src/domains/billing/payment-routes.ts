import * as contract from '@lintel/contract/billing-payments';
import type { Brand } from '@lintel/contract/brand';
import { AppError } from '../../platform/errors.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { toCents, toDollars } from '../../platform/money.ts';
import { Typesetter } from '../../platform/typeset/typesetter.ts';
import { contractorOfUser } from './policy.ts';
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
  handle(contract.listPayments, async ({ query: { userId, filters, ...view }, caller }) => {
    const { createdAt, ...wanted } = filters;
    const created = { gte: createdAt.start, lte: createdAt.end };
    const contractorId = contractorOfUser(caller, userId);
    const { rows, total } = await selectPayments(
      db,
      { ...wanted, contractorId, created, timeZone, now: clock.now() },
      view,
    );
    return { data: rows.map(presentPayment), total };
  }),
  handle(contract.listFailedPayments, async ({ query: { userId, ...view }, caller }) => {
    const { rows, total, sumCents } = await selectFailedPayments(
      db,
      contractorOfUser(caller, userId),
      view,
    );
    return { data: rows.map(presentFailedPayment), total, totalAmount: toDollars(sumCents) };
  }),
];

const payRoutes = (deps: PaymentRouteDeps): Route[] => [
  handle(contract.retryInvoice, async ({ params, body, caller }) => {
    const contractorId = contractorOfUser(caller, body.userId);
    const userId = caller.authenticated.id;
    const tried = await retryPayment(deps, {
      paymentId: params.id,
      contractorId,
      userId,
      returnUrl: billingLink(deps),
    });
    const { status, message, redirectUrl } = tried;
    if (status === 'failed') throw new AppError('payment_failed', { message });
    return { message, ...(redirectUrl !== undefined && { redirectUrl }) };
  }),
  handle(contract.payAllFailed, async ({ body: { userId, amount }, caller }) => {
    const contractorId = contractorOfUser(caller, userId);
    const who = { contractorId, userId: caller.authenticated.id, returnUrl: billingLink(deps) };
    const paid = await payAllFailed(deps, { ...who, amountCents: toCents(amount) });
    const made = paid.filter(({ status }) => status === 'succeeded').length;
    return {
      message: `${made} of ${paid.length} payments were made`,
      payments: paid.map(presentPaidOne),
    };
  }),
  handle(contract.confirmIntent, async ({ params, body, caller }) => {
    const contractorId = contractorOfUser(caller, body.userId);
    return { status: await confirmPayment(deps, { intentId: params.id, contractorId }) };
  }),
];

function receiptRoute(deps: PaymentRouteDeps): Route {
  const documents = { ...deps, typesetter: new Typesetter(receiptLayout) };
  return handle(contract.paymentReceipt, async ({ params, query, caller }) => {
    const { name, pdf } = await makeReceipt(documents, caller, {
      paymentId: params.id,
      userId: query.userId,
    });
    return {
      content: pdf,
      headers: {
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store',
      },
    };
  });
}
