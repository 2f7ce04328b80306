import { performance } from 'node:perf_hooks';

/**
 * What requests are to people, in the order in which they are refused when there is more to do than
 * can be done: reports and exports first, then what the portal reads, everything else, signing in,
 * and last of all what homeowners send and webhooks tell.
 */
export const urgencies = ['report', 'list', 'usual', 'sign-in', 'submission'] as const;
export type Urgency = (typeof urgencies)[number];

/** How a process stands: all of it counts work, none of it how fast the machine's clock runs. */
export interface Measured {
  /** The part of the time in which the event loop had something to do, 0 to 1. */
  utilization: number;
  /** Requests that came and were not begun to be answered, of each kind, the least urgent first. */
  underWay: readonly number[];
  /** Of these, how many wait for a connection to the database. */
  waiting: number;
}

/**
 * From where on there is too much to do: many requests under way, while the event loop never rests
 * or all connections are taken. A slow machine with few callers is not refusing anybody: without a
 * queue nothing is gained by it.
 */
const limits = { underWay: 32, utilization: 0.95, waiting: 15 } as const;

export const isTooMuch = ({ utilization, underWay, waiting }: Measured): boolean =>
  countOf(underWay) >= limits.underWay &&
  (utilization >= limits.utilization || waiting >= limits.waiting);

export const countOf = (underWay: readonly number[]): number =>
  underWay.reduce((sum, count) => sum + count, 0);

/**
 * How much the pressure rises and falls with each measurement, and how high it goes: from none to
 * all in four seconds, back in seven. Some of the most urgent are taken in any case, because
 * otherwise nobody would notice that it goes better.
 */
const steps = { up: 0.25, down: 0.15, most: urgencies.length - 0.1 } as const;

/**
 * How much is refused: below 1 a part of the reports, between 1 and 2 all of them and a part of the
 * lists, and so on.
 */
export class Pressure {
  #now = 0;
  /** What of each kind was not refused yet for its part. */
  readonly #owed = urgencies.map(() => 0);

  get now(): number {
    return this.#now;
  }

  note(measured: Measured): void {
    if (isTooMuch(measured)) this.#rise(measured.underWay);
    else this.#now = Math.max(0, this.#now - steps.down);
    if (this.#now === 0) this.#owed.fill(0);
  }

  /**
   * A kind is refused only once there is too much to do without those that are refused already. What
   * of these was taken before may take a slow machine or database long: refusing anybody else would
   * not end it sooner.
   */
  #rise(underWay: readonly number[]): void {
    const rank = Math.floor(this.#now);
    if (countOf(underWay.slice(rank)) < limits.underWay) return;
    this.#now = Math.min(steps.most, rank + 1, this.#now + steps.up);
  }

  /** Whether a request is refused: evenly, as large a part of its kind as the pressure says. */
  refuses(urgency: Urgency): boolean {
    if (this.#now === 0) return false;
    const rank = urgencies.indexOf(urgency);
    const owed = (this.#owed[rank] ?? 0) + Math.min(1, Math.max(0, this.#now - rank));
    const isRefused = owed >= 1;
    this.#owed[rank] = isRefused ? owed - 1 : owed;
    return isRefused;
  }
}

/** How often it is measured, in milliseconds. */
const often = 200;

/**
 * Measures this process until the returned function is called, and tells `note`. `counts` says what
 * the process itself counts.
 */
export function measure(
  counts: () => Pick<Measured, 'underWay' | 'waiting'>,
  note: (measured: Measured) => void,
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
