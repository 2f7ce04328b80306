import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import type { MonthSums } from '@lintel/contract/commissions';
import { formatMoney, formatWholeMoney } from '../../../lib/format.ts';
import { monthName, monthTick } from '../months.ts';
import type { Series } from './series.ts';
import classes from './graph.module.css';

/**
 * A month as a stacked bar, its sum above it; the colours are told with the sums of their types.
 */
export function MonthBars({
  months,
  types,
}: {
  months: readonly MonthSums[];
  types: readonly Series[];
}) {
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

interface Place {
  index?: number | undefined;
  x?: number | string | undefined;
  y?: number | string | undefined;
  width?: number | string | undefined;
}

/** The month's sum in the middle above its bar, where the bars are wide enough for it. */
function TotalLabel({ index = 0, x, y, width, months }: Place & { months: readonly MonthSums[] }) {
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
