import type { MonthSums } from '@lintel/contract/commissions';
import { formatMoney } from '../../../lib/format.ts';
import { monthName } from '../months.ts';
import type { Series } from './series.ts';
import classes from './graph.module.css';

const money = (amount: number | undefined): string =>
  amount === undefined ? '–' : formatMoney(amount);

/** The numbers that the bars draw, the latest month first. */
export const MonthTable = ({
  months,
  types,
}: {
  months: readonly MonthSums[];
  types: readonly Series[];
}) => (
  <div className={classes.scroll}>
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Month</th>
          {types.map(({ type, label }) => (
            <th key={type} scope="col">
              {label}
            </th>
          ))}
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        {months.toReversed().map(({ month, sums, total }) => (
          <tr key={month}>
            <th scope="row">{monthName(month)}</th>
            {types.map(({ type }) => (
              <td key={type}>{money(sums[type])}</td>
            ))}
            <td>{formatMoney(total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
