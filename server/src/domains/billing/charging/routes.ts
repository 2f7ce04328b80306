import * as contract from '@lintel/contract/billing/payments';
import type { PaymentResult } from '@lintel/contract/billing/payments';
import { AppError } from '../../../platform/errors.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import { toCents, toDollars } from '../../../platform/money.ts';
import type { Context } from '../../../platform/context.ts';
import { billingLink } from '../mails.ts';
import { confirmPayment, payAllFailed, retryPayment, type PaymentResult as Paid } from './retry.ts';

export const payRoutes = (context: Context): Route[] => [
  handle(contract.retryInvoice, async ({ caller, owned: { contractorId, paymentId } }) => {
    const userId = caller.authenticated.id;
    const tried = await retryPayment(context, {
      paymentId,
      contractorId,
      userId,
      returnUrl: billingLink(context),
    });
    const { status, message, redirectUrl } = tried;
    if (status === 'failed') throw new AppError('payment_failed', { message });
    return { message, ...(redirectUrl !== undefined && { redirectUrl }) };
  }),
  handle(contract.payAllFailed, async ({ body: { amount }, caller, owned: { contractorId } }) => {
    const who = { contractorId, userId: caller.authenticated.id, returnUrl: billingLink(context) };
    const paid = await payAllFailed(context, { ...who, amountCents: toCents(amount) });
    const made = paid.filter(({ status }) => status === 'succeeded').length;
    return {
      message: `${made} of ${paid.length} payments were made`,
      payments: paid.map(presentPaymentResult),
    };
  }),
  handle(
    contract.confirmIntent,
    async ({ owned: { contractorId, paymentIntentId: intentId } }) => ({
      status: await confirmPayment(context, { intentId, contractorId }),
    }),
  ),
];

const presentPaymentResult = ({ amountCents, ...paid }: Paid): PaymentResult => ({
  ...paid,
  amount: toDollars(amountCents),
});
