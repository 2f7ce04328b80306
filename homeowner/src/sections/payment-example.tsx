import { example, examplePayment } from '@lintel/contract/marketing/payment-example';
import { dollarsWhole } from '../money.ts';

const amounts = [5_000, 15_000, 30_000];

/** What a project could cost a month: a plain table, so that it needs no script. */
export function PaymentExample() {
  return (
    <figure className="example">
      <figcaption>What it could cost a month</figcaption>
      <table>
        <thead>
          <tr>
            <th scope="col">Project</th>
            <th scope="col">Monthly payment</th>
          </tr>
        </thead>
        <tbody>
          {amounts.map((amount) => (
            <tr key={amount}>
              <th scope="row">{dollarsWhole(amount)}</th>
              <td>
                {dollarsWhole(examplePayment(amount))}
                <span>/month</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        Estimates at {example.apr}% APR over {example.months / 12} years. Your rate and term depend
        on the lender and on your credit.
      </p>
    </figure>
  );
}
