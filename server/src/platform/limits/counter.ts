import { sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/connect.ts';
import { AppError } from '../errors.ts';
import { callCounters } from './tables.ts';

/** Counts calls per key in a fixed window, in the database, so that all web processes count together. */
export class CallCounter {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor(db: Database, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Counts one call and returns how many there were in the window of `seconds`, this one included. */
  async count(key: string, seconds: number): Promise<number> {
    const now = this.#clock.now();
    const resetsAt = new Date(now.getTime() + seconds * 1000);
    const over = sql`${callCounters.resetsAt} <= ${now.toISOString()}`;
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
      .returning({ count: callCounters.count });
    return row?.count ?? 1;
  }

  /** Counts one call and throws `too_many_requests` above `max`. */
  async take(key: string, max: number, seconds: number): Promise<void> {
    if ((await this.count(key, seconds)) > max) throw new AppError('too_many_requests');
  }

  /** Takes one call back: it was counted in advance and turned out well. */
  async giveBack(key: string): Promise<void> {
    await this.#db
      .update(callCounters)
      .set({ count: sql`${callCounters.count} - 1` })
      .where(sql`${callCounters.key} = ${key}`);
  }

  async forget(key: string): Promise<void> {
    await this.#db.delete(callCounters).where(sql`${callCounters.key} = ${key}`);
  }

  /** Deletes windows that are over. */
  async sweep(): Promise<void> {
    await this.#db.delete(callCounters).where(sql`${callCounters.resetsAt} <= ${this.#clock.now().toISOString()}`);
  }
}
