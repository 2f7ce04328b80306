import type { Database } from '../../../platform/db/connect.ts';
import { countMarks, type markKinds } from './tables.ts';

export type Mark = readonly [kind: (typeof markKinds)[number], at: Date | null | undefined];

/**
 * Has the days of these moments counted again, in the transaction that changed what is counted. A
 * moment that is once set is never moved, so its new day is all that matters.
 */
export async function markDays(
  db: Database,
  contractorId: number,
  marks: readonly Mark[],
): Promise<void> {
  const rows = marks.flatMap(([kind, at]) => (at ? [{ contractorId, kind, at }] : []));
  if (rows.length > 0) await db.insert(countMarks).values(rows);
}
