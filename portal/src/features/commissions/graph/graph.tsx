import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { BarChart } from '@mantine/charts';
import * as m from '#messages';
import type { MonthSums } from '@lintel/contract/commissions/report';
import { commissionLabels, type CommissionType } from '@lintel/contract/commissions/constants';
import { businessTimeZone } from '../../../lib/brand.ts';
import { dayInZone } from '../../../lib/date-ranges.ts';
import { formatMoney, formatWholeMoney } from '../../../lib/format.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { monthName, monthTick, monthsQuery, lastMonths } from '../months.ts';
import classes from './graph.module.css';
import '@mantine/charts/styles.layer.css';

interface Series {
  type: CommissionType;
  label: string;
  color: string;
  /** The total of all months, in dollars. */
  total: number;
}

/** The types from the bottom of a bar to its top, with their colors. */
const drawn: readonly (readonly [CommissionType, string])[] = [
  ['loan', 'var(--bar-blue)'],
  ['credit_card', 'var(--bar-sky)'],
  ['heloc', 'var(--bar-amber)'],
  ['partner', 'var(--bar-green)'],
  ['referral', 'var(--bar-violet)'],
  ['bonus', 'var(--bar-pink)'],
  ['adjustment', 'var(--bar-grey)'],
];

const sumMonths = (months: readonly MonthSums[], type: CommissionType): number =>
  months.reduce((sum, { sums }) => sum + Math.round((sums[type] ?? 0) * 100), 0) / 100;

/** The types that occur, with their totals. */
const typesIn = (months: readonly MonthSums[]): Series[] =>
  drawn
    .filter(([type]) => months.some(({ sums }) => sums[type] !== undefined))
    .map(([type, color]) => ({
      type,
      color,
      label: commissionLabels[type],
      total: sumMonths(months, type),
    }));

/** A month as a stacked bar with its total above it. The totals per type serve as the legend. */
function MonthBars({ months, types }: { months: readonly MonthSums[]; types: readonly Series[] }) {
  return (
    <>
      <ul className={classes.key}>
        {types.map(({ type, label, color, total }) => (
          <li key={type}>
            <span style={{ background: color }} />
            {label} <strong>{formatWholeMoney(total)}</strong>
          </li>
        ))}
      </ul>
      <BarChart
        h={240}
        data={months.map(({ month, sums, total }) => ({ month, ...sums, total }))}
        dataKey="month"
        type="stacked"
        series={types.map(({ type, label, color }) => ({ name: type, label, color }))}
        gridAxis="x"
        tickLine="none"
        withTooltip
        valueFormatter={formatMoney}
        tooltipProps={{ labelFormatter: (month) => monthName(String(month)) }}
        yAxisProps={{ width: 64, tickFormatter: (amount: number) => formatWholeMoney(amount) }}
        xAxisProps={{
          tickFormatter: monthTick,
          interval: 'equidistantPreserveStart',
          minTickGap: 8,
        }}
        barChartProps={{
          stackOffset: 'sign',
          margin: { top: 20, right: 0, bottom: 0, left: 0 },
          accessibilityLayer: false,
        }}
        barProps={({ name }) => ({
          isAnimationActive: false,
          maxBarSize: 44,
          ...(name === types.at(-1)?.type && { label: <TotalLabel months={months} /> }),
        })}
      />
    </>
  );
}

interface Position {
  index?: number | undefined;
  x?: number | string | undefined;
  y?: number | string | undefined;
  width?: number | string | undefined;
}

/** The month's total, centered above its bar, if the bars are wide enough. */
function TotalLabel({
  index = 0,
  x,
  y,
  width,
  months,
}: Position & { months: readonly MonthSums[] }) {
  const total = months[index]?.total ?? 0;
  if (total === 0 || Number(width) < 26) return null;
  return (
    <text
      x={Number(x) + Number(width) / 2}
      y={Number(y) - 6}
      textAnchor="middle"
      className={classes.sum}
    >
      {formatWholeMoney(total)}
    </text>
  );
}

const money = (amount: number | undefined): string =>
  amount === undefined ? '–' : formatMoney(amount);

/** The bars' numbers as a table, latest month first. */
const MonthTable = ({
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
          <th scope="col">{m.common_month()}</th>
          {types.map(({ type, label }) => (
            <th key={type} scope="col">
              {label}
            </th>
          ))}
          <th scope="col">{m.common_total()}</th>
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

const shown = 12;

/** Commissions of the past months: bars, and the same numbers as a table. */
export default function Graph({ userId, waiting }: { userId: number; waiting: ReactNode }) {
  const { data, isError, refetch } = useQuery(monthsQuery(userId));
  if (isError)
    return <ErrorState text={m.commissions_graph_loadFailed()} onRetry={() => void refetch()} />;
  if (data === undefined) return waiting;
  const months = lastMonths(data.data, dayInZone(new Date(), businessTimeZone), shown);
  const types = typesIn(months);
  if (types.length === 0) return <p className={classes.note}>{m.commissions_graph_empty()}</p>;
  return (
    <div className={classes.graph}>
      <div aria-hidden="true">
        <MonthBars months={months} types={types} />
      </div>
      <details className={classes.numbers}>
        <summary>{m.common_showAsTable()}</summary>
        <MonthTable months={months} types={types} />
      </details>
    </div>
  );
}
