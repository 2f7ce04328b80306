import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/connect.ts';
import type { CallCounter } from '../../../platform/limits/counter.ts';
import { countSightings, insertSighting, touchSighting, type NewSighting } from './repository.ts';

/** Milliseconds in which a place is written at most once. */
const hour = 3_600_000;
/**
 * Anybody can claim to stand anywhere: a page keeps so many places, and an address may report so
 * many a minute.
 */
const placesOfAPage = 500;
const reportsAMinute = 60;
const remembered = 10_000;

/**
 * Keeps where embeds were seen. Most reports are of places that this process has just seen, and
 * cost nothing.
 */
export class Sightings {
  readonly #deps: { db: Database; clock: Clock; counter: CallCounter };
  readonly #seen = new Map<string, number>();

  constructor(deps: { db: Database; clock: Clock; counter: CallCounter }) {
    this.#deps = deps;
  }

  /** Notes a place; `address` is who reports it. */
  async note(seen: NewSighting, address: string): Promise<void> {
    const { db, clock, counter } = this.#deps;
    const now = clock.now();
    const key = `${seen.pageId} ${seen.widget} ${seen.site}`;
    const last = this.#seen.get(key);
    if (last !== undefined && now.getTime() - last < hour) return;
    if ((await counter.count(`sighting:${address}`, 60)) > reportsAMinute) return;
    if (this.#seen.size >= remembered) this.#seen.clear();
    this.#seen.set(key, now.getTime());
    if (await touchSighting(db, seen, now, new Date(now.getTime() - hour))) return;
    if ((await countSightings(db, seen.pageId)) < placesOfAPage)
      await insertSighting(db, seen, now);
  }
}
