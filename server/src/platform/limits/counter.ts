import { sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/connect.ts';
import { tooManyRequests } from '../errors.ts';
import { callCounters } from './tables.ts';

/** How far apart the clocks of two processes may be. */
export const clockSkewMs = 60_000;

/**
 * Counts calls per key in a fixed window, in the database, so that all web processes count
 * together.
 */
export class CallCounter {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor(db: Database, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /**
   * Counts one call and returns how many there were in the window of `seconds`, this one included.
   */
  async count(key: string, seconds: number): Promise<number> {
    return (await this.#add(key, seconds)).count;
  }

  /** Counts one call and throws `too_many_requests` above `max`. */
  async take(key: string, max: number, seconds: number): Promise<void> {
    const { count, resetsAt } = await this.#add(key, seconds);
    if (count > max)
      throw tooManyRequests((resetsAt.getTime() - this.#clock.now().getTime()) / 1000);
  }

  /** Takes one call back: it was counted in advance and turned out well. */
  async giveBack(key: string): Promise<void> {
    await this.#db
      .update(callCounters)
      .set({ count: sql`${callCounters.count} - 1` })
      .where(sql`${callCounters.key} = ${key}`);
  }

  /** Deletes windows that are over. */
  async sweep(): Promise<void> {
    await this.#db
      .delete(callCounters)
      .where(sql`${callCounters.resetsAt} <= ${this.#clock.now().toISOString()}`);
  }

  /**
   * A window that ends later than one that begins now was made before the clock was put back: it
   * does not last.
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
