import { AreaChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import * as m from '#messages';
import type { Graphs } from '../api/applications.ts';
import { CountsTable, type CountsRow } from './counts-table.tsx';
import { axisMaximum, periodLabel, spreadPositions, unitWords } from './periods.ts';
import { mainStages } from './stages.ts';
import classes from './graphs.module.css';

const height = 260;
/** The margins around the areas. */
const margin = { top: 12, right: 92, bottom: 4, left: 0 };
const axisHeight = 30;
const labelGap = 16;

/**
 * Applications started per period, and how far they came. The areas overlap because each stage is a
 * subset of the one before. Labels sit at the right ends; a table holds the numbers.
 */
export function OverTime({ unit, periods }: Pick<Graphs, 'unit' | 'periods'>) {
  return (
    <section className={classes.wide}>
      <h3 className={classes.title}>{m.applications_graphs_overTime()}</h3>
      <p className={classes.note}>
        {m.applications_graphs_byDayStarted({ each: unitWords[unit].each })}
      </p>
      {periods.length > 1 && (
        <div aria-hidden="true">
          <Areas unit={unit} periods={periods} />
        </div>
      )}
      <details className={classes.numbers} open={periods.length === 1}>
        <summary>{m.common_showAsTable()}</summary>
        <CountsTable
          first={unitWords[unit].column}
          rows={periods.map((period) => toRow(period, unit))}
        />
      </details>
    </section>
  );
}

const toRow = (period: Graphs['periods'][number], unit: Graphs['unit']): CountsRow => ({
  key: period.from,
  label: periodLabel(period.from, unit),
  counts: period,
});

function Areas({ unit, periods }: Pick<Graphs, 'unit' | 'periods'>) {
  const top = axisMaximum(Math.max(...periods.map(({ started }) => started)));
  const labels = axisLabels(periods, top);
  return (
    <AreaChart
      h={height}
      data={periods.map((period) => ({ ...period, label: periodLabel(period.from, unit) }))}
      dataKey="label"
      series={mainStages.map(({ key, label, color }) => ({ name: key, label, color }))}
      curveType="step"
      withDots={false}
      withGradient={false}
      fillOpacity={1}
      strokeWidth={2}
      gridAxis="x"
      tickLine="none"
      yAxisProps={{ allowDecimals: false, domain: [0, top], tickCount: 5, width: 44 }}
      xAxisProps={{ interval: 'equidistantPreserveStart', minTickGap: 32, height: axisHeight }}
      areaChartProps={{ margin, accessibilityLayer: false }}
      areaProps={({ name, color }) => ({
        isAnimationActive: false,
        fill: `color-mix(in srgb, ${color} 20%, var(--mantine-color-body))`,
        label: ({ index, x }: Point) =>
          index === periods.length - 1 ? labels(name, Number(x)) : null,
      })}
    />
  );
}

interface Point {
  index?: number | undefined;
  x?: number | string | undefined;
}

/** Draws a stage's count and name to the right of its last point, without overlaps. */
function axisLabels(periods: Graphs['periods'], top: number) {
  const last = periods.at(-1);
  const bottom = height - margin.bottom - axisHeight;
  const positions = mainStages.map(
    ({ key }) => margin.top + (1 - (last?.[key] ?? 0) / top) * (bottom - margin.top),
  );
  const places = spreadPositions(positions, labelGap, bottom);
  return (name: string, x: number) => {
    const index = mainStages.findIndex(({ key }) => key === name);
    const stage = mainStages[index];
    return (
      stage && (
        <text x={x + 10} y={places[index]} dy={4} fill={stage.color} className={classes.end}>
          {last?.[stage.key].toLocaleString('en-US')} {stage.label}
        </text>
      )
    );
  };
}
