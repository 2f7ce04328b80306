import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { maxOrder } from '@lintel/contract/training/constants';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { fullNames } from '../identity/index.ts';

export interface Place {
  id: number;
  position: number;
}

export interface Editor {
  userId: number;
  at: Date;
}

/** The position after the last one. Beyond 999, ids decide the order. */
export const placeAfter = (last: number): number => Math.min(last + 1, maxOrder);

/**
 * The rows of a list whose positions change when `ids` exchange their positions in the given order,
 * renumbered from 1. Throws `conflict` for an id that isn't in the list.
 */
export function reordered(list: readonly Place[], ids: readonly number[]): Place[] {
  const idSet = new Set(ids);
  const held = list.filter(({ id }) => idSet.has(id));
  if (held.length < idSet.size)
    throw new AppError('conflict', {
      message: 'Someone else changed this list. Nothing was saved.',
    });
  const idValues = ids.values();
  return list
    .map((row, at) => ({
      row,
      id: idSet.has(row.id) ? (idValues.next().value ?? row.id) : row.id,
      position: Math.min(at + 1, maxOrder),
    }))
    .filter(({ id, position }) => list.find((one) => one.id === id)?.position !== position)
    .map(({ id, position }) => ({ id, position }));
}

/** Stores new positions and increments the rows' versions. */
export async function storePlaces(
  tx: Database,
  table: PgTable,
  places: readonly Place[],
  { userId, at }: Editor,
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

/** Texts too long for the audit log are recorded by their length. */
const recorded = (value: unknown): unknown =>
  typeof value === 'string' && value.length > 300 ? `${value.length} characters` : value;

/** Old and new value of each changed field. */
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
 * The conflict for a stale version: who saved first, and which fields differ from the sent values.
 */
export async function staleVersion(
  tx: Database,
  updatedBy: number | null,
  differing: readonly string[],
): Promise<AppError> {
  const names = updatedBy === null ? new Map<number, string>() : await fullNames(tx, [updatedBy]);
  const who = names.get(updatedBy ?? 0) ?? 'Someone else';
  const what = differing.length === 0 ? '' : ` Fields that differ: ${differing.join(', ')}.`;
  return new AppError('conflict', {
    message: `${who} changed this while you were editing.${what} Nothing was saved.`,
  });
}
