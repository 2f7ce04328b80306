import { LineChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import type { Graphs } from '../api/get-graphs.ts';
import { CountsTable, type CountsRow } from './counts-table.tsx';
import { periodLabel, spread, unitWords } from './periods.ts';
import { lineStages } from './stages.ts';
import classes from './graphs.module.css';

const height = 260;
/** The room of the chart around its lines. */
const margin = { top: 12, right: 92, bottom: 4, left: 0 };
const axisHeight = 30;
const labelGap = 16;

/** How many were started in each period, and how far these came: lines with their names at their ends, and the numbers as a table. */
export function OverTime({ unit, periods }: Pick<Graphs, 'unit' | 'periods'>) {
  return (
    <section className={classes.wide}>
      <h3 className={classes.title}>Over time</h3>
      <p className={classes.note}>By the day on which they were started. {unitWords[unit].each}.</p>
      {periods.length > 1 && (
        <div aria-hidden="true">
          <Lines unit={unit} periods={periods} />
        </div>
      )}
      <details className={classes.numbers} open={periods.length === 1}>
        <summary>Show the numbers as a table</summary>
        <CountsTable first={unitWords[unit].column} rows={periods.map((period) => rowOf(period, unit))} />
      </details>
    </section>
  );
}

const rowOf = (period: Graphs['periods'][number], unit: Graphs['unit']): CountsRow => ({
  key: period.from,
  label: periodLabel(period.from, unit),
  counts: period,
});

function Lines({ unit, periods }: Pick<Graphs, 'unit' | 'periods'>) {
  const last = periods.at(-1);
  const most = Math.max(4, ...periods.map(({ started }) => started));
  const bottom = height - margin.bottom - axisHeight;
  const places = lineStages.map(({ key }) => margin.top + (1 - (last?.[key] ?? 0) / most) * (bottom - margin.top));
  const spreadPlaces = spread(places, labelGap, bottom);
  return (
    <LineChart
      h={height}
      data={periods.map((period) => ({ ...period, label: periodLabel(period.from, unit) }))}
      dataKey="label"
      series={lineStages.map(({ key, label, color }) => ({ name: key, label, color }))}
      curveType="linear"
      withDots={periods.length <= 31}
      dotProps={{ r: 2.5 }}
      strokeWidth={2}
      gridAxis="y"
      tickLine="none"
      yAxisProps={{ allowDecimals: false, domain: [0, most], width: 44 }}
      xAxisProps={{ interval: 'equidistantPreserveStart', minTickGap: 32, height: axisHeight }}
      lineChartProps={{ margin, accessibilityLayer: false }}
      lineProps={({ name, label, color }) => ({
        isAnimationActive: false,
        label: ({ index, x }: { index?: number | undefined; x?: number | string | undefined }) =>
          index === periods.length - 1 ? (
            <text
              x={Number(x) + 10}
              y={spreadPlaces[lineStages.findIndex(({ key }) => key === name)]}
              dy={4}
              fill={color}
              className={classes.end}
            >
              {last?.[name as 'started'].toLocaleString('en-US')} {label}
            </text>
          ) : null,
      })}
    />
  );
}
