import { setTimeout as sleep } from 'node:timers/promises';
import { loadavg } from 'node:os';
import { kinds, order } from './traffic.ts';

/** The outcomes of calls sent at a rate. */
export interface Seen {
  /** Milliseconds of answered calls, by kind. */
  times: Map<string, number[]>;
  statuses: Map<string, Map<number, number>>;
  asked: number;
  /** The time of the last rejection, in milliseconds since the start. */
  lastRefused: number;
  withoutRetry: number;
}

let turn = 0;
/** Sends calls at a rate for a duration; resolves when the last one is answered. */
export async function load(rate: number, duration: number): Promise<Seen> {
  const seen: Seen = {
    times: new Map(),
    statuses: new Map(),
    asked: 0,
    lastRefused: 0,
    withoutRetry: 0,
  };
  const open = new Set<Promise<void>>();
  const began = performance.now();
  const one = async (): Promise<void> => {
    const kind = order[(turn += 1) % order.length];
    if (kind === undefined) return;
    const asked = performance.now();
    const { status, retryAfter } = await kind.run();
    const statuses = seen.statuses.get(kind.name) ?? new Map<number, number>();
    seen.statuses.set(kind.name, statuses.set(status, (statuses.get(status) ?? 0) + 1));
    if (status === 503) {
      seen.lastRefused = performance.now() - began;
      if (retryAfter === undefined) seen.withoutRetry += 1;
    } else
      seen.times.set(kind.name, [...(seen.times.get(kind.name) ?? []), performance.now() - asked]);
  };
  while (performance.now() - began < duration * 1000) {
    const due = Math.floor(((performance.now() - began) / 1000) * rate);
    for (; seen.asked < due; seen.asked += 1) {
      const call = one().finally(() => open.delete(call));
      open.add(call);
    }
    await sleep(5);
  }
  await Promise.all(open);
  return seen;
}

const at = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? 0;
const all = ({ times }: Seen): number[] => [...times.values()].flat();
export const countOf = ({ statuses }: Seen, status: number): number =>
  [...statuses.values()].reduce((sum, own) => sum + (own.get(status) ?? 0), 0);

export function tellAbout(title: string, seen: Seen): void {
  const load1 = (loadavg()[0] ?? 0).toFixed(1);
  console.log(`\n${title}: ${seen.asked} calls, load of the machine ${load1}`);
  for (const { name } of kinds) {
    const times = seen.times.get(name) ?? [];
    const said = [...(seen.statuses.get(name) ?? [])].map(([code, count]) => `${code}: ${count}`);
    const [half, most] = [at(times, 0.5), at(times, 0.95)].map(Math.round);
    console.log(
      `  ${name.padEnd(24)} p50 ${half} ms, p95 ${most} ms; ${said.toSorted().join(', ')}`,
    );
  }
  if (seen.withoutRetry > 0) console.log(`  ${seen.withoutRetry} refusals without Retry-After`);
}

/**
 * The highest rate that the machine sustains, in calls per second; each is tried for five seconds.
 */
export async function findHeld(): Promise<number> {
  await load(30, 5);
  let held = 40;
  for (let rate = 50; ; rate = Math.round(rate * 1.2)) {
    const seen = await load(rate, 5);
    console.log(`${rate}/s: p95 ${Math.round(at(all(seen), 0.95))} ms, 503: ${countOf(seen, 503)}`);
    if (!isHeld(seen)) return held;
    held = rate;
  }
}

/** A rate is sustained when almost no calls are rejected and almost all are answered in time. */
const isHeld = (seen: Seen): boolean =>
  countOf(seen, 503) < seen.asked / 200 && at(all(seen), 0.95) < 500;
