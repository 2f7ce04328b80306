import { and, asc, desc, eq } from 'drizzle-orm';
import type { Database } from '../../../platform/db/connect.ts';
import { contractors } from '../../contractors/tables.ts';
import { cards } from '../cards/tables.ts';
import { paymentAttempts, payments, refunds } from './tables.ts';

/** If two attempts succeeded, one of them is refunded. */
const isItsCharge = (chargeId: string | null) =>
  chargeId === null ? undefined : eq(paymentAttempts.intentId, chargeId);

/** A paid payment with its contractor, card, and refunds. */
export async function findPaidPayment(db: Database, contractorId: number, paymentId: number) {
  const [payment] = await db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.id, paymentId),
        eq(payments.contractorId, contractorId),
        eq(payments.state, 'Succeeded'),
      ),
    );
  const [company] = await db
    .select({
      name: contractors.companyName,
      address: contractors.companyAddress,
      email: contractors.email,
    })
    .from(contractors)
    .where(eq(contractors.id, contractorId));
  if (payment === undefined || company === undefined) return undefined;
  const [card] = await db
    .select({ brand: cards.brand, last4: cards.last4, paidAt: paymentAttempts.endedAt })
    .from(paymentAttempts)
    .innerJoin(
      cards,
      and(
        eq(cards.contractorId, paymentAttempts.contractorId),
        eq(cards.id, paymentAttempts.cardId),
      ),
    )
    .where(
      and(
        eq(paymentAttempts.contractorId, contractorId),
        eq(paymentAttempts.paymentId, paymentId),
        eq(paymentAttempts.state, 'succeeded'),
        isItsCharge(payment.chargeId),
      ),
    )
    .orderBy(desc(paymentAttempts.id))
    .limit(1);
  const refundedRows = await db
    .select({ amountCents: refunds.amountCents, at: refunds.endedAt })
    .from(refunds)
    .where(
      and(
        eq(refunds.contractorId, contractorId),
        eq(refunds.paymentId, paymentId),
        eq(refunds.state, 'succeeded'),
      ),
    )
    .orderBy(asc(refunds.id));
  return { payment, company, card, refunds: refundedRows };
}

export type PaidPayment = NonNullable<Awaited<ReturnType<typeof findPaidPayment>>>;
