import { performance } from 'node:perf_hooks';

/**
 * Request priorities, in the order in which they are rejected under load: reports and exports
 * first, then portal reads, everything else, sign-ins, and last homeowners' submissions and
 * webhooks.
 */
export const urgencies = ['report', 'list', 'usual', 'sign-in', 'submission'] as const;
export type Urgency = (typeof urgencies)[number];

/** A process's load: counts work, independent of the machine's speed. */
export interface PressureReading {
  /** The fraction of time in which the event loop was busy, 0 to 1. */
  utilization: number;
  /** Requests without a started response, by kind, the least urgent first. */
  underWay: readonly number[];
  /** How many of them wait for a database connection. */
  waiting: number;
}

/**
 * Overload: many active requests, while the event loop is always busy or all connections are taken.
 * A slow machine with few callers rejects nothing: without a queue, rejecting gains nothing.
 */
const limits = { underWay: 32, utilization: 0.95, waiting: 15 } as const;

export const isTooMuch = ({ utilization, underWay, waiting }: PressureReading): boolean =>
  sumCounts(underWay) >= limits.underWay &&
  (utilization >= limits.utilization || waiting >= limits.waiting);

export const sumCounts = (underWay: readonly number[]): number =>
  underWay.reduce((sum, count) => sum + count, 0);

/**
 * How much the pressure rises and falls per measurement, and its maximum: from none to all in four
 * seconds, and back in seven. Some of the most urgent requests are always accepted, to detect
 * recovery.
 */
const steps = { up: 0.25, down: 0.15, most: urgencies.length - 0.1 } as const;

/**
 * The rejection level: below 1 a fraction of the reports, between 1 and 2 all reports and a
 * fraction of the lists, and so on.
 */
export class Pressure {
  #now = 0;
  /** Each kind's accumulated fraction of rejections. */
  readonly #owed = urgencies.map(() => 0);

  get now(): number {
    return this.#now;
  }

  note(measured: PressureReading): void {
    if (isTooMuch(measured)) this.#rise(measured.underWay);
    else this.#now = Math.max(0, this.#now - steps.down);
    if (this.#now === 0) this.#owed.fill(0);
  }

  /**
   * The pressure rises past a kind only if there is overload without the kinds already being
   * rejected. Their earlier accepted requests may take a slow machine or database long: rejecting
   * others wouldn't end that sooner.
   */
  #rise(underWay: readonly number[]): void {
    const rank = Math.floor(this.#now);
    if (sumCounts(underWay.slice(rank)) < limits.underWay) return;
    this.#now = Math.min(steps.most, rank + 1, this.#now + steps.up);
  }

  /** Whether to reject a request: evenly, in the fraction of its kind that the pressure sets. */
  refuses(urgency: Urgency): boolean {
    if (this.#now === 0) return false;
    const rank = urgencies.indexOf(urgency);
    const owed = (this.#owed[rank] ?? 0) + Math.min(1, Math.max(0, this.#now - rank));
    const isRefused = owed >= 1;
    this.#owed[rank] = isRefused ? owed - 1 : owed;
    return isRefused;
  }
}

/** The measurement interval in milliseconds. */
const often = 200;

/**
 * Measures this process until the returned function is called, and passes results to `note`.
 * `counts` returns the process's own counts.
 */
export function measure(
  counts: () => Pick<PressureReading, 'underWay' | 'waiting'>,
  note: (measured: PressureReading) => void,
): () => void {
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    note({ utilization, ...counts() });
  }, often).unref();
  return () => clearInterval(timer);
}
