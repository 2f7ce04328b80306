import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { fullNames } from '../identity/index.ts';

interface Change {
  from: unknown;
  to: unknown;
}

/** Texts that are too long for the audit log are told by their length. */
const recorded = (value: unknown): unknown =>
  typeof value === 'string' && value.length > 300 ? `${value.length} characters` : value;

/** Old and new value of each field that changes. */
export function changesBetween<Row extends object>(
  stored: Row,
  values: Partial<Row>,
): Record<string, Change> {
  const fields = Object.keys(values) as (keyof Row & string)[];
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
