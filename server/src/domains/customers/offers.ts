import { dayMs } from '@lintel/contract/core/durations';
import { expiryDays } from '@lintel/contract/applications/progress';
import type { OfferedPayment } from '@lintel/contract/marketing/payment-example';
import type { Context } from '../../platform/context.ts';
import { toDollars } from '../../platform/money.ts';
import { selectCustomerOffers } from './application-repository.ts';

/** Offers returned per customer: enough to find one that covers an amount. */
const shownOffers = 10;

/** Offers that a contractor's customers can still accept, by customer, best first. */
export async function listOffersByCustomer(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  of: { contractorId: number; customerIds: readonly number[] },
): Promise<Map<number, OfferedPayment[]>> {
  const found = new Map<number, OfferedPayment[]>();
  if (of.customerIds.length === 0) return found;
  const now = clock.now();
  const since = new Date(now.getTime() - expiryDays * dayMs);
  const rows = await selectCustomerOffers(db, of, { since, now, limit: shownOffers });
  for (const { customerId, lenderName, amountCents, monthlyPaymentCents } of rows) {
    const offer = {
      lenderName,
      amount: toDollars(amountCents),
      monthlyPayment: toDollars(monthlyPaymentCents ?? 0),
    };
    found.set(customerId, [...(found.get(customerId) ?? []), offer]);
  }
  return found;
}
