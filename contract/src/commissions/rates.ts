import { z } from 'zod';

const inPercent = 'Please enter a percentage from 0 to 100, with up to two decimals.';
const inDollars = 'Please enter an amount from 0 to 10,000.00, with up to two decimals.';
const percent = z
  .number(inPercent)
  .min(0, inPercent)
  .max(100, inPercent)
  .multipleOf(0.01, inPercent);
const dollars = z
  .number(inDollars)
  .min(0, inDollars)
  .max(10_000, inDollars)
  .multipleOf(0.01, inDollars);

export const commissionRateFields = {
  /** Percent of the amount that a lender paid out. */
  loan: percent,
  credit_card: percent,
  /** Dollars for each application that a lender labels as qualified. */
  heloc: dollars,
  /** Dollars per friend. */
  referral: dollars,
  /** Percent of each of the friend's subscription payments. */
  partner: percent,
};
const rates = z.object(commissionRateFields);
export type CommissionRates = z.output<typeof rates>;

/**
 * Rates, each valid from a day (`yyyy-mm-dd`, in the business time zone) until the next one's; the
 * day of the event that earns the commission decides.
 */
export const commissionRates = z
  .array(z.object({ from: z.iso.date(), rates }))
  .min(1)
  .refine(
    (list) => new Set(list.map(({ from }) => from)).size === list.length,
    'Use each day only once.',
  )
  .transform((list) => list.toSorted((one, other) => (one.from < other.from ? -1 : 1)));
export type DatedRates = z.output<typeof commissionRates>;

/** The rates without the setting `CommissionRates`. */
export const defaultCommissionRates: DatedRates = [
  { from: '2000-01-01', rates: { loan: 1, credit_card: 1, heloc: 15, referral: 200, partner: 10 } },
];
