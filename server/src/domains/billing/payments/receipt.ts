import { brandNameOf } from '@lintel/contract/billing/card-rules';
import type { Brand } from '@lintel/contract/brand';
import type { Clock } from '../../../platform/clock.ts';
import { dayText } from '../../../platform/days.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { dollarsText } from '../../../platform/money.ts';
import type { Typesetter } from '../../../platform/typeset/typesetter.ts';
import { visible } from '../../../platform/typeset/typesetter.ts';
import { findPaidPayment, type PaidPayment } from './receipt-repository.ts';

interface ReceiptDeps {
  db: Database;
  clock: Clock;
  brand: Brand;
  /** The business time zone. */
  timeZone: string;
  typesetter: Typesetter;
}

/**
 * The receipt as PDF with its file's name. Throws `not_found` for a payment that was not made.
 */
export async function makeReceipt(
  deps: ReceiptDeps,
  contractorId: number,
  paymentId: number,
): Promise<{ name: string; pdf: Buffer }> {
  const paid = await findPaidPayment(deps.db, contractorId, paymentId);
  if (paid === undefined) throw new AppError('not_found');
  return {
    name: receiptName(paid),
    pdf: deps.typesetter.pdf(presentReceipt(paid, deps), {}, deps.clock.now()),
  };
}

const methodOf = ({ card }: PaidPayment): string =>
  card === undefined ? '' : `${brandNameOf(card.brand)} ending in ${card.last4}`;

/** `Receipt-1042.pdf` */
const receiptName = ({ payment }: PaidPayment): string => `Receipt-${payment.number}.pdf`;

/** What the layout draws: texts that need no further work. */
function presentReceipt(
  paid: PaidPayment,
  { brand, timeZone }: { brand: Brand; timeZone: string },
) {
  const { payment, company } = paid;
  const [main = 'Subscription', ...more] = payment.descriptions;
  const day = (at: Date): string => dayText(at, timeZone);
  const paidAt = day(payment.paidAt ?? paid.card?.paidAt ?? payment.createdAt);
  return visible({
    title: `Receipt ${payment.number}`,
    accent: brand.primaryColor,
    second: brand.accentColor,
    // A provider with a logo of its own is not shown with the built-in mark.
    mark: brand.logoUrl === null,
    brand: {
      name: brand.name,
      contact: [brand.supportEmail, brand.phone].filter((one) => one !== '').join('  ·  '),
    },
    state: stateOf(paid),
    amount: dollarsText(payment.amountCents),
    paidOn: `Paid on ${paidAt}`,
    facts: [
      ['Invoice number', payment.number],
      ['Payment date', paidAt],
      ['Payment method', methodOf(paid)],
    ].filter(([, value]) => value !== ''),
    customer: { name: company.name, lines: [company.address, company.email] },
    line: {
      main,
      more,
      period: `${day(payment.periodStart)} – ${day(payment.periodEnd)}`,
      amount: dollarsText(payment.amountCents),
    },
    sums: sumsOf(paid, day),
    total: {
      label: payment.refundedCents > 0 ? 'Paid after refunds' : 'Amount paid',
      amount: dollarsText(remaining(paid)),
    },
  });
}

const remaining = ({ payment }: PaidPayment): number => payment.amountCents - payment.refundedCents;

function stateOf(paid: PaidPayment): string {
  if (paid.payment.refundedCents === 0) return 'Paid';
  return remaining(paid) === 0 ? 'Refunded' : 'Partly refunded';
}

function sumsOf({ payment, refunds }: PaidPayment, day: (at: Date) => string): [string, string][] {
  const listed = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const sums: [string, string][] = [['Total', dollarsText(payment.amountCents)]];
  for (const { amountCents, at } of refunds)
    sums.push([at ? `Refunded on ${day(at)}` : 'Refunded', `–${dollarsText(amountCents)}`]);
  // A refund that was made at the gateway.
  if (payment.refundedCents > listed)
    sums.push(['Refunded', `–${dollarsText(payment.refundedCents - listed)}`]);
  return sums;
}
