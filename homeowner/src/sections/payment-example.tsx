import * as m from '#messages';
import { exactPayment, example, examplePayment } from '@lintel/contract/marketing/payment-example';
import { dollarsAndCents, wholeDollars } from '../money.ts';

const amounts = [5_000, 15_000, 30_000];

const explained = 15_000;

/**
 * Stating a payment requires stating the rate, the number of payments, and the total of payments
 * (Reg Z, 12 CFR 1026.24(d)).
 */
const terms = (): string =>
  m.example_terms({
    amount: wholeDollars(explained),
    apr: String(example.apr),
    months: String(example.months),
    payment: dollarsAndCents(exactPayment(explained)),
    total: dollarsAndCents(exactPayment(explained) * example.months),
  });

/** What a project could cost per month: a plain table that needs no script. */
export function PaymentExample() {
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
                {wholeDollars(examplePayment(amount))}
                <span>{m.page_example_month()}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{terms()}</p>
    </figure>
  );
}
