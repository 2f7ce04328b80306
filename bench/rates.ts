import { setTimeout as sleep } from 'node:timers/promises';
import { loadavg } from 'node:os';
import { kinds, order } from './traffic.ts';

/** The outcomes of calls sent at a rate. */
export interface LoadResult {
  /** Milliseconds of answered calls, by kind. */
  times: Map<string, number[]>;
  statuses: Map<string, Map<number, number>>;
  calls: number;
  /** The time of the last rejection, in milliseconds since the start. */
  lastRefused: number;
  withoutRetry: number;
}

let turn = 0;
/** Sends calls at a rate for a duration; resolves when the last one is answered. */
export async function load(rate: number, duration: number): Promise<LoadResult> {
  const result: LoadResult = {
    times: new Map(),
    statuses: new Map(),
    calls: 0,
    lastRefused: 0,
    withoutRetry: 0,
  };
  const open = new Set<Promise<void>>();
  const began = performance.now();
  const one = async (): Promise<void> => {
    const kind = order[(turn += 1) % order.length];
    if (kind === undefined) return;
    const startedAt = performance.now();
    const { status, retryAfter } = await kind.run();
    const statuses = result.statuses.get(kind.name) ?? new Map<number, number>();
    result.statuses.set(kind.name, statuses.set(status, (statuses.get(status) ?? 0) + 1));
    if (status === 503) {
      result.lastRefused = performance.now() - began;
      if (retryAfter === undefined) result.withoutRetry += 1;
    } else
      result.times.set(kind.name, [
        ...(result.times.get(kind.name) ?? []),
        performance.now() - startedAt,
      ]);
  };
  while (performance.now() - began < duration * 1000) {
    const due = Math.floor(((performance.now() - began) / 1000) * rate);
    for (; result.calls < due; result.calls += 1) {
      const call = one().finally(() => open.delete(call));
      open.add(call);
    }
    await sleep(5);
  }
  await Promise.all(open);
  return result;
}

const percentile = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? 0;
const all = ({ times }: LoadResult): number[] => [...times.values()].flat();
export const statusCount = ({ statuses }: LoadResult, status: number): number =>
  [...statuses.values()].reduce((sum, own) => sum + (own.get(status) ?? 0), 0);

export function printRates(title: string, result: LoadResult): void {
  const load1 = (loadavg()[0] ?? 0).toFixed(1);
  console.log(`\n${title}: ${result.calls} calls, load of the machine ${load1}`);
  for (const { name } of kinds) {
    const times = result.times.get(name) ?? [];
    const statusTexts = [...(result.statuses.get(name) ?? [])].map(
      ([code, count]) => `${code}: ${count}`,
    );
    const [median, p95] = [percentile(times, 0.5), percentile(times, 0.95)].map(Math.round);
    console.log(
      `  ${name.padEnd(24)} p50 ${median} ms, p95 ${p95} ms; ${statusTexts.toSorted().join(', ')}`,
    );
  }
  if (result.withoutRetry > 0) console.log(`  ${result.withoutRetry} refusals without Retry-After`);
}

/**
 * The highest rate that the machine sustains, in calls per second; each is tried for five seconds.
 */
export async function findSustainedRate(): Promise<number> {
  await load(30, 5);
  let sustained = 40;
  for (let rate = 50; ; rate = Math.round(rate * 1.2)) {
    const result = await load(rate, 5);
    console.log(
      `${rate}/s: p95 ${Math.round(percentile(all(result), 0.95))} ms, 503: ${statusCount(result, 503)}`,
    );
    if (!isSustained(result)) return sustained;
    sustained = rate;
  }
}

/** A rate is sustained when almost no calls are rejected and almost all are answered in time. */
const isSustained = (result: LoadResult): boolean =>
  statusCount(result, 503) < result.calls / 200 && percentile(all(result), 0.95) < 500;
