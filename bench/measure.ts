import type { Pool } from 'pg';
import { processorSoFar } from './processor.ts';

export const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Returns the duration in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

type Ask = () => Promise<unknown>;

/**
 * The median milliseconds of each, over alternating rounds. Slow work gets fewer rounds: none
 * starts after `seconds`.
 */
export async function inTurns(
  asks: readonly Ask[],
  { turns = 11, seconds = 20 }: { turns?: number; seconds?: number } = {},
): Promise<number[]> {
  const times = asks.map((): number[] => []);
  const began = performance.now();
  for (let turn = 0; turn <= turns; turn += 1) {
    if (turn > 1 && performance.now() - began > seconds * 1000) break;
    for (const [index, ask] of asks.entries()) {
      const time = await timed(ask);
      // The first round is a warm-up.
      if (turn > 0) times[index]?.push(time);
    }
  }
  return times.map(medianOf);
}

/**
 * 20 concurrent clients with four calls each: the 95th percentile in milliseconds, and the CPU time
 * per call.
 */
export async function askedAtOnce(pool: Pool, ask: Ask): Promise<{ slow: number; each: number }> {
  const times: number[] = [];
  const caller = async (): Promise<void> => {
    for (let turn = 0; turn < 4; turn += 1) times.push(await timed(ask));
  };
  const before = await processorSoFar(pool);
  await Promise.all(Array.from({ length: 20 }, caller));
  const each = ((await processorSoFar(pool)) - before) / times.length;
  const slow = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
  return { slow, each };
}

/** The result of `askedAtOnce` as text. */
export async function atOnce(pool: Pool, ask: Ask): Promise<string> {
  const { slow, each } = await askedAtOnce(pool, ask);
  return `${slow.toFixed(0)} ms, ${each.toFixed(1)} ms of the processor each`;
}
