import * as m from '#messages';
import {
  exactPayment,
  examplePayment,
  exampleWithin,
  type ExampleTerms,
  type RateRange,
} from '@lintel/contract/marketing/payment-example';
import { dollarsAndCents, wholeDollars } from '../money.ts';

const amounts = [5_000, 15_000, 30_000];

const explained = 15_000;

/**
 * Stating a payment requires stating the rate, the number of payments, and the total of payments
 * (Reg Z, 12 CFR 1026.24(d)).
 */
const terms = (example: ExampleTerms): string =>
  m.example_terms({
    amount: wholeDollars(explained),
    apr: String(example.apr),
    months: String(example.months),
    payment: dollarsAndCents(exactPayment(explained, example)),
    total: dollarsAndCents(exactPayment(explained, example) * example.months),
  });

/** The lenders' rates and terms, next to the example. */
function rangeText({ minApr, maxApr, terms: months }: RateRange): string {
  const rates = { minApr: String(minApr), maxApr: String(maxApr) };
  const [shortest] = months;
  const longest = months.at(-1);
  return shortest === undefined || longest === undefined
    ? m.example_rates(rates)
    : m.example_range({ ...rates, shortest: String(shortest), longest: String(longest) });
}

/** What a project could cost per month: a plain table that needs no script. */
export function PaymentExample({ rates }: { rates: RateRange | null }) {
  const example = exampleWithin(rates);
  return (
    <figure className="example">
      <figcaption>{m.page_example()}</figcaption>
      <table>
        <thead>
          <tr>
            <th scope="col">{m.page_example_project()}</th>
            <th scope="col">{m.page_example_payment()}</th>
          </tr>
        </thead>
        <tbody>
          {amounts.map((amount) => (
            <tr key={amount}>
              <th scope="row">{wholeDollars(amount)}</th>
              <td>
                {wholeDollars(examplePayment(amount, example))}
                <span>{m.page_example_month()}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{terms(example)}</p>
      {rates !== null && <p>{rangeText(rates)}</p>}
    </figure>
  );
}
