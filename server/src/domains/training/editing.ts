import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { maxOrder } from '@lintel/contract/training/constants';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { fullNames } from '../identity/index.ts';

export interface Placed {
  id: number;
  position: number;
}

/** Who moves rows, and when. */
export interface PlacedBy {
  userId: number;
  at: Date;
}

/** The place that follows the last one. Beyond 999 the ids decide. */
export const placeAfter = (last: number): number => Math.min(last + 1, maxOrder);

/**
 * The rows of a list whose places change when `ids` take the places that they hold together, in the
 * given sequence, and all are counted from 1. Throws `conflict` for an id that is not in the list.
 */
export function moved(list: readonly Placed[], ids: readonly number[]): Placed[] {
  const wanted = new Set(ids);
  const held = list.filter(({ id }) => wanted.has(id));
  if (held.length < wanted.size)
    throw new AppError('conflict', {
      message: 'This list was changed meanwhile. Nothing was saved.',
    });
  const given = ids.values();
  return list
    .map((row, at) => ({
      row,
      id: wanted.has(row.id) ? (given.next().value ?? row.id) : row.id,
      position: Math.min(at + 1, maxOrder),
    }))
    .filter(({ id, position }) => list.find((one) => one.id === id)?.position !== position)
    .map(({ id, position }) => ({ id, position }));
}

/** Stores new places, each as the next version of its row. */
export async function storePlaces(
  tx: Database,
  table: PgTable,
  places: readonly Placed[],
  { userId, at }: PlacedBy,
): Promise<void> {
  if (places.length === 0) return;
  const values = sql.join(
    places.map(({ id, position }) => sql`(${id}::int, ${position}::int)`),
    sql`, `,
  );
  await tx.execute(sql`update ${table} as placed
    set position = given.position, version = placed.version + 1, updated_by = ${userId}::int, updated_at = ${at.toISOString()}::timestamptz
    from (values ${values}) as given (id, position) where placed.id = given.id`);
}

interface Change {
  from: unknown;
  to: unknown;
}

/** Texts that are too long for the audit log are told by their length. */
const recorded = (value: unknown): unknown =>
  typeof value === 'string' && value.length > 300 ? `${value.length} characters` : value;

/** Old and new value of each field that changes. */
export function changesBetween(
  stored: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
): Record<string, Change> {
  const fields = Object.keys(values);
  return Object.fromEntries(
    fields
      .filter((field) => stored[field] !== values[field])
      .map((field) => [field, { from: recorded(stored[field]), to: recorded(values[field]) }]),
  );
}

/**
 * The conflict of an editor who started from an older version: who was faster, and which fields
 * hold something else than was sent.
 */
export async function changedMeanwhile(
  tx: Database,
  updatedBy: number | null,
  differing: readonly string[],
): Promise<AppError> {
  const names = updatedBy === null ? new Map<number, string>() : await fullNames(tx, [updatedBy]);
  const who = names.get(updatedBy ?? 0) ?? 'Somebody else';
  const what =
    differing.length === 0 ? '' : ` What is stored now differs in: ${differing.join(', ')}.`;
  return new AppError('conflict', {
    message: `${who} changed this meanwhile.${what} Nothing was saved.`,
  });
}
