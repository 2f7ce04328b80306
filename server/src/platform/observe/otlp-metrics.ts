import { ValueType, type HrTime } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type {
  MetricObjectWithValues,
  MetricValue,
  MetricValueWithName,
  Registry,
} from 'prom-client';

/** A measurement as the registry gives it; histograms name what each of their values is. */
type Measured = MetricObjectWithValues<MetricValue<string>>;
type Value = MetricValue<string> & Partial<Pick<MetricValueWithName<string>, 'metricName'>>;

/**
 * The measurements of a registry as OpenTelemetry has them, each defined once, there. What
 * Prometheus is told and what a collector gets are the same numbers under the same names.
 */
export function producerOf(registry: Registry, resource: Resource): MetricProducer {
  const startTime = timeOf(performance.timeOrigin);
  return {
    collect: async () => {
      const measured: Measured[] = await registry.getMetricsAsJSON();
      const times = { startTime, endTime: timeOf(Date.now()) };
      const metrics = measured.flatMap((one) => metricOf(one, times) ?? []);
      const scopeMetrics = [{ scope: { name: 'lintel' }, metrics }];
      return { resourceMetrics: { resource, scopeMetrics }, errors: [] };
    },
  };
}

interface Times {
  startTime: HrTime;
  endTime: HrTime;
}

const timeOf = (milliseconds: number): HrTime => [
  Math.floor(milliseconds / 1000),
  Math.round((milliseconds % 1000) * 1_000_000),
];

/** Null for kinds that the product has none of. */
function metricOf({ name, help, type, values }: Measured, times: Times): MetricData | null {
  const about = {
    descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const kind = String(type);
  if (kind === 'histogram')
    return {
      ...about,
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints: histograms(values, times),
    };
  const dataPoints = values.map(({ labels, value }) => ({
    ...times,
    attributes: attributesOf(labels),
    value,
  }));
  if (kind === 'counter')
    return { ...about, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
  if (kind === 'gauge') return { ...about, dataPointType: DataPointType.GAUGE, dataPoints };
  return null;
}

const attributesOf = (labels: Value['labels']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(labels)
      .filter(([label]) => label !== 'le')
      .map(([label, value]) => [label, String(value)]),
  );

/** The values of a histogram are told apart by their labels; its buckets count what is below. */
function histograms(values: readonly Value[], times: Times) {
  const series = new Map<string, Value[]>();
  for (const value of values) {
    const key = JSON.stringify(attributesOf(value.labels));
    series.set(key, [...(series.get(key) ?? []), value]);
  }
  return [...series.values()].map((own) => {
    const named = (ending: string): number =>
      own.find(({ metricName }) => metricName?.endsWith(ending))?.value ?? 0;
    const below = own.filter(({ labels }) => 'le' in labels);
    const boundaries = below.map(({ labels }) => Number(labels['le'])).filter(Number.isFinite);
    const counts = below.map(({ value }, index) => value - (below[index - 1]?.value ?? 0));
    return {
      ...times,
      attributes: attributesOf(own[0]?.labels ?? {}),
      value: { buckets: { boundaries, counts }, sum: named('_sum'), count: named('_count') },
    };
  });
}
