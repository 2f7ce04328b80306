import { eq, sql } from 'drizzle-orm';
import { minuteMs } from '@lintel/contract/core/durations';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/connect.ts';
import { tooManyRequests } from '../errors.ts';
import { hashSecret } from '../crypto/secrets.ts';
import { callCounters } from '../tables.ts';

/** The maximum clock difference between two processes. */
export const clockSkewMs = minuteMs;

/** At most `max` calls in a window of `seconds`. */
export interface CallLimit {
  key: string;
  max: number;
  seconds: number;
}

/**
 * Counts calls per key in fixed windows in the database, so that all web processes share the
 * counts.
 */
export class CallCounter {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor(db: Database, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Counts one call and returns the number in the window of `seconds`, including this one. */
  async count(key: string, seconds: number): Promise<number> {
    return (await this.#add(key, seconds)).count;
  }

  /** Counts one call and throws `too_many_requests` above `max`. */
  take(key: string, max: number, seconds: number): Promise<void> {
    return this.takeAll([{ key, max, seconds }]);
  }

  /**
   * Counts one call in each of several windows, in order, up to the first that rejects it. Throws
   * `too_many_requests` with the longest wait of all full windows, so that waiting once is enough.
   */
  async takeAll(limits: readonly CallLimit[]): Promise<void> {
    for (const limit of limits) {
      const wait = await this.tryTake(limit);
      if (wait === 0) continue;
      const waits = await Promise.all(limits.map((one) => this.#waitOf(one)));
      throw tooManyRequests(Math.max(wait, ...waits));
    }
  }

  /** Counts one call. Returns the seconds to wait; 0 when it is allowed now. */
  async tryTake({ key, max, seconds }: CallLimit): Promise<number> {
    const { count, resetsAt } = await this.#add(key, seconds);
    return count > max ? this.#secondsUntil(resetsAt) : 0;
  }

  /** The number of calls in the current window, without counting one. */
  async countOf(key: string): Promise<number> {
    const [row] = await this.#db.select().from(callCounters).where(eq(callCounters.key, key));
    return row === undefined || row.resetsAt <= this.#clock.now() ? 0 : row.count;
  }

  /** Seconds until the next call is allowed, without counting one. */
  async #waitOf({ key, max, seconds }: CallLimit): Promise<number> {
    const [row] = await this.#db.select().from(callCounters).where(eq(callCounters.key, key));
    if (row === undefined || row.count < max) return 0;
    const wait = this.#secondsUntil(row.resetsAt);
    return wait > seconds + clockSkewMs / 1000 ? 0 : Math.max(0, wait);
  }

  #secondsUntil(at: Date): number {
    return (at.getTime() - this.#clock.now().getTime()) / 1000;
  }

  /** Uncounts a call that was counted in advance and succeeded. */
  async giveBack(key: string): Promise<void> {
    await this.#db
      .update(callCounters)
      .set({ count: sql`${callCounters.count} - 1` })
      .where(sql`${callCounters.key} = ${key}`);
  }

  /** Deletes expired windows. */
  async sweep(): Promise<void> {
    await this.#db
      .delete(callCounters)
      .where(sql`${callCounters.resetsAt} <= ${this.#clock.now().toISOString()}`);
  }

  /**
   * A window that ends later than a new one would was created before the clock was set back, so it
   * is replaced.
   */
  async #add(key: string, seconds: number): Promise<{ count: number; resetsAt: Date }> {
    const now = this.#clock.now();
    const resetsAt = new Date(now.getTime() + seconds * 1000);
    const latest = new Date(resetsAt.getTime() + clockSkewMs);
    const over = sql`(${callCounters.resetsAt} <= ${now.toISOString()} or ${callCounters.resetsAt} > ${latest.toISOString()})`;
    const [row] = await this.#db
      .insert(callCounters)
      .values({ key, count: 1, resetsAt })
      .onConflictDoUpdate({
        target: callCounters.key,
        set: {
          count: sql`case when ${over} then 1 else ${callCounters.count} + 1 end`,
          resetsAt: sql`case when ${over} then ${resetsAt.toISOString()}::timestamptz else ${callCounters.resetsAt} end`,
        },
      })
      .returning({ count: callCounters.count, resetsAt: callCounters.resetsAt });
    return row ?? { count: 1, resetsAt };
  }
}

const hour = 60 * 60;
const day = 24 * hour;
/**
 * Limits on messages to one address, by one contractor or staff, and by all together. The
 * individual limit is far below the total, so that no single sender can block an address for
 * others.
 */
const addressLimits = [
  { name: 'mail-to', max: 10, seconds: hour },
  { name: 'mail-to-in-a-day', max: 12, seconds: day },
] as const;
const overallLimit = { max: 30, seconds: day } as const;

/**
 * Counts a message to an address that a caller typed, so that the product can't be used to flood a
 * stranger. Throws `too_many_requests`.
 */
export async function countMailTo(
  counter: CallCounter,
  email: string,
  contractorId: number | null,
): Promise<void> {
  const address = hashSecret(email.trim().toLowerCase());
  const by = contractorId ?? 'staff';
  await counter.takeAll([
    ...addressLimits.map(({ name, ...limit }) => ({ key: `${name}:${by}:${address}`, ...limit })),
    { key: `mail-to:${address}`, ...overallLimit },
  ]);
}
