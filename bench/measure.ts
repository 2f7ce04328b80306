import type { Pool } from 'pg';
import { totalProcessorTime } from './processor.ts';

export const medianValue = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Returns the duration in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

type Query = () => Promise<unknown>;

/**
 * The median milliseconds of each, over alternating rounds. Slow work gets fewer rounds: none
 * starts after `seconds`.
 */
export async function measureAlternating(
  queries: readonly Query[],
  { rounds = 11, seconds = 20 }: { rounds?: number; seconds?: number } = {},
): Promise<number[]> {
  const times = queries.map((): number[] => []);
  const startedAt = performance.now();
  for (let round = 0; round <= rounds; round += 1) {
    if (round > 1 && performance.now() - startedAt > seconds * 1000) break;
    for (const [index, query] of queries.entries()) {
      const time = await timed(query);
      // The first round is a warm-up.
      if (round > 0) times[index]?.push(time);
    }
  }
  return times.map(medianValue);
}

/**
 * 20 concurrent clients with four calls each: the 95th percentile in milliseconds, and the CPU time
 * per call.
 */
export async function measureConcurrent(
  pool: Pool,
  query: Query,
): Promise<{ slow: number; each: number }> {
  const times: number[] = [];
  const caller = async (): Promise<void> => {
    for (let round = 0; round < 4; round += 1) times.push(await timed(query));
  };
  const before = await totalProcessorTime(pool);
  await Promise.all(Array.from({ length: 20 }, caller));
  const each = ((await totalProcessorTime(pool)) - before) / times.length;
  const slow = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
  return { slow, each };
}

/** The result of `measureConcurrent` as text. */
export async function concurrentText(pool: Pool, query: Query): Promise<string> {
  const { slow, each } = await measureConcurrent(pool, query);
  return `${slow.toFixed(0)} ms, ${each.toFixed(1)} ms of the processor each`;
}
