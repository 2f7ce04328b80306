import type { Context } from '../../../platform/context.ts';
import { cardBrandName } from '@lintel/contract/billing/card-rules';
import { brandFromConfig } from '../../../platform/brand.ts';
import type { Config } from '../../../platform/config.ts';
import { dayText } from '../../../platform/days.ts';
import { AppError } from '../../../platform/errors.ts';
import { dollarsText } from '../../../platform/money.ts';
import { paperTools, providerHead } from '../../../platform/typeset/paper.ts';
import { paperFonts, visible, Typesetter } from '../../../platform/typeset/typesetter.ts';
import { findPaidPayment, type PaidPayment } from './receipt-repository.ts';

/** The receipt as PDF with its file name. Throws `not_found` for an unpaid payment. */
export async function makeReceipt(
  context: Context,
  contractorId: number,
  paymentId: number,
): Promise<{ name: string; pdf: Buffer }> {
  const paid = await findPaidPayment(context.db, contractorId, paymentId);
  if (paid === undefined) throw new AppError('not_found');
  return {
    name: receiptName(paid),
    pdf: typesetter.pdf(presentReceipt(paid, context.config), {}, context.clock.now()),
  };
}

const paymentMethod = ({ card }: PaidPayment): string =>
  card === undefined ? '' : `${cardBrandName(card.brand)} ending in ${card.last4}`;

/** `Receipt-1042.pdf` */
const receiptName = ({ payment }: PaidPayment): string => `Receipt-${payment.number}.pdf`;

/** The layout's data: preformatted texts. */
function presentReceipt(paid: PaidPayment, config: Config) {
  const brand = brandFromConfig(config);
  const { payment, company } = paid;
  const [main = 'Subscription', ...more] = payment.descriptions;
  const day = (at: Date): string => dayText(at, config.BUSINESS_TIME_ZONE);
  const paidAt = day(payment.paidAt ?? paid.card?.paidAt ?? payment.createdAt);
  return visible({
    title: `Receipt ${payment.number}`,
    accent: brand.primaryColor,
    second: brand.accentColor,
    // The built-in mark isn't shown next to a provider's own logo.
    mark: brand.logoUrl === null,
    brand: {
      name: brand.name,
      contact: [brand.supportEmail, brand.phone].filter((one) => one !== '').join('  ·  '),
    },
    state: paymentState(paid),
    amount: dollarsText(payment.amountCents),
    paidOn: `Paid on ${paidAt}`,
    facts: [
      ['Invoice number', payment.number],
      ['Payment date', paidAt],
      ['Payment method', paymentMethod(paid)],
    ].filter(([, value]) => value !== ''),
    customer: { name: company.name, lines: [company.address, company.email] },
    line: {
      main,
      more,
      period: `${day(payment.periodStart)} – ${day(payment.periodEnd)}`,
      amount: dollarsText(payment.amountCents),
    },
    sums: listSums(paid, day),
    total: {
      label: payment.refundedCents > 0 ? 'Paid after refunds' : 'Amount paid',
      amount: dollarsText(remaining(paid)),
    },
  });
}

const remaining = ({ payment }: PaidPayment): number => payment.amountCents - payment.refundedCents;

function paymentState(paid: PaidPayment): string {
  if (paid.payment.refundedCents === 0) return 'Paid';
  return remaining(paid) === 0 ? 'Refunded' : 'Partly refunded';
}

function listSums(
  { payment, refunds }: PaidPayment,
  day: (at: Date) => string,
): [string, string][] {
  const listed = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const sums: [string, string][] = [['Total', dollarsText(payment.amountCents)]];
  for (const { amountCents, at } of refunds)
    sums.push([at ? `Refunded on ${day(at)}` : 'Refunded', `–${dollarsText(amountCents)}`]);
  // A refund made at the gateway.
  if (payment.refundedCents > listed)
    sums.push(['Refunded', `–${dollarsText(payment.refundedCents - listed)}`]);
  return sums;
}

/**
 * The receipt's layout in Typst. Its data is JSON and used only as strings, which Typst prints
 * literally.
 */
const receiptLayout = String.raw`
#let d = json(bytes(sys.inputs.data))
${paperTools}

#set document(title: d.title, author: d.brand.name)
#set text(font: ${paperFonts}, size: 9.5pt, fill: ink, lang: "en", hyphenate: false)
#set par(leading: 0.56em, spacing: 0.9em, justify: false)
#set page(
  paper: "us-letter",
  margin: (x: 54pt, top: 54pt, bottom: 60pt),
  footer: {
    set text(size: 8pt, fill: quiet)
    grid(columns: (1fr, auto), gutter: 24pt, [Questions about this payment: #d.brand.contact], d.title)
  },
)

${providerHead('Receipt', 24)}

#grid(
  columns: (1fr, auto),
  gutter: 24pt,
  stack(
    spacing: 7pt,
    label("Paid by"),
    text(size: 10.5pt, weight: 600, words(d.customer.name)),
    lines(d.customer.lines),
  ),
  align(right, stack(
    spacing: 8pt,
    label(d.state),
    text(size: 20pt, weight: 600, number(d.amount)),
    text(fill: quiet, d.paidOn),
  )),
)

#v(24pt, weak: true)

#let head(title, side) = table.cell(fill: tint, stroke: none, align: side, label(title))
#table(
  columns: (1fr, auto, auto),
  align: (left, left, right),
  inset: (x: 8pt, y: 8pt),
  stroke: (bottom: 0.5pt + line-color, rest: none),
  table.header(head("Description", left), head("Service period", left), head("Amount", right)),
  {
    bold(words(d.line.main))
    for one in d.line.more { linebreak(); text(fill: quiet, words(one)) }
  },
  number(d.line.period),
  number(bold(d.line.amount)),
)

#v(12pt, weak: true)
#block(breakable: false, width: 100%, align(right, block(width: 250pt, stack(
  spacing: 10pt,
  pad(x: 8pt, grid(
    columns: (1fr, auto),
    row-gutter: 8pt,
    align: (left, right),
    ..d.sums.map(((name, value)) => (text(fill: quiet, name), number(value))).flatten(),
  )),
  block(width: 100%, fill: tint, radius: 5pt, inset: (x: 8pt, y: 10pt), grid(
    columns: (1fr, auto),
    column-gutter: 12pt,
    align: (left + horizon, right + horizon),
    bold(d.total.label),
    text(size: 14pt, weight: 600, fill: accent, number(d.total.amount)),
  )),
))))
`;

const typesetter = new Typesetter(receiptLayout);
