import * as m from '#messages';
import { example, examplePayment } from '@lintel/contract/marketing/payment-example';
import { dollarsWhole } from '../money.ts';

const amounts = [5_000, 15_000, 30_000];

/** What a project could cost a month: a plain table, so that it needs no script. */
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
              <th scope="row">{dollarsWhole(amount)}</th>
              <td>
                {dollarsWhole(examplePayment(amount))}
                <span>{m.page_example_month()}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{m.page_example_note({ apr: String(example.apr), years: String(example.months / 12) })}</p>
    </figure>
  );
}
