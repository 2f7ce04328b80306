import { count, max, min, type SQL } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { keptFor } from '../../platform/db/kept.ts';
import { countedUpTo, type Total } from '../../platform/db/totals.ts';
import { contractorChanges, contractors } from './tables.ts';

/** How many totals are remembered; the one that was asked for longest ago is dropped first. */
const remembered = 500;

interface Known {
  /** The state of the contractors that the number is of. */
  state: string;
  at: number;
  total: Promise<number>;
}

/** By the database, because a process may have several, and the question. */
const known = new WeakMap<Database, Map<string, Known>>();

/**
 * How many contractors meet a condition. Counting a million takes longer than reading a page of
 * them, so a number is counted once for everybody who asks, and again only after contractors were
 * changed, by whichever process; above 10,000 at most once a minute, and then said to be about so.
 */
export async function totalOf(db: Database, where: SQL | undefined, now: Date): Promise<Total> {
  const question = db.select({ total: count() }).from(contractors).where(where);
  const { sql, params } = question.toSQL();
  const key = JSON.stringify([sql, params]);
  const state = await stateOf(db);
  const totals = known.get(db) ?? new Map<string, Known>();
  known.set(db, totals);
  const before = totals.get(key);
  if (
    before !== undefined &&
    before.state !== state &&
    Math.abs(now.getTime() - before.at) < keptFor
  ) {
    const total = await before.total;
    if (total > countedUpTo) return { total, about: true };
  }
  return { total: await counted(totals, { key, state, at: now.getTime() }, question) };
}

/** The number of a state of the contractors, counted by the first who asks. */
async function counted(
  totals: Map<string, Known>,
  { key, state, at }: { key: string; state: string; at: number },
  question: PromiseLike<{ total: number }[]>,
): Promise<number> {
  const before = totals.get(key);
  totals.delete(key);
  const now =
    before?.state === state
      ? before
      : { state, at, total: Promise.resolve(question.then(([row]) => row?.total ?? 0)) };
  totals.set(key, now);
  for (const oldest of totals.keys()) {
    if (totals.size <= remembered) break;
    totals.delete(oldest);
  }
  try {
    return await now.total;
  } catch (error) {
    // Nobody else should get the same failure.
    if (totals.get(key) === now) totals.delete(key);
    throw error;
  }
}

/**
 * Changes with each visible change of contractors, even when transactions become visible out of
 * order or old rows are deleted. It is read before counting, so a total may be newer than its
 * state, but never older.
 */
async function stateOf(db: Database): Promise<string> {
  const { id } = contractorChanges;
  const [row] = await db
    .select({ first: min(id), last: max(id), rows: count() })
    .from(contractorChanges);
  return `${row?.first ?? 0}-${row?.last ?? 0}-${row?.rows ?? 0}`;
}
