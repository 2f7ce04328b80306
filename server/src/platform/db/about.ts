import { sql, type SQL } from 'drizzle-orm';
import type { Database } from './connect.ts';
import type { RowOfContractor } from './queries.ts';

/** What is kept of a contractor under keys that begin so. Each start ends with `-` or `:`. */
export interface About {
  contractorId: number;
  start: string;
}

/** The same starts of keys, for each of several rows of contractors. */
export const aboutEach = (
  rows: readonly RowOfContractor[],
  startsOf: (id: number) => readonly string[],
): About[] =>
  rows.flatMap(({ contractorId, id }) => startsOf(id).map((start) => ({ contractorId, start })));

/** A message that was locked, and whether it still waits to be sent. */
export interface LockedMessage extends RowOfContractor {
  isQueued: boolean;
}

/**
 * Locks the messages of a table that are about this, one contractor after the other: in a cluster a
 * statement can lock rows of one machine alone. Messages have a key and a status; in the condition
 * their name is `message`.
 */
export async function lockAbout(
  tx: Database,
  table: SQL,
  about: readonly About[],
  { condition, lock }: { condition: SQL; lock: SQL },
): Promise<LockedMessage[]> {
  const locked: LockedMessage[] = [];
  const contractors = new Set(about.map(({ contractorId }) => contractorId));
  // Everybody locks in the same order, so that nobody waits for each other.
  for (const contractorId of [...contractors].toSorted((one, other) => one - other)) {
    const starts = about.filter((one) => one.contractorId === contractorId);
    // Up to the character after the start's last one is all that begins so. Each start by itself
    // (offset 0), or all messages of the contractor would be read for a few.
    const { rows } = await tx.execute<{ id: string; isQueued: boolean }>(sql`
      select found.id, found."isQueued"
      from json_to_recordset(${JSON.stringify(starts)}::json) as listed(start text), lateral (
        select message.id, message.status = 'queued' "isQueued" from ${table} message
        where message.contractor_id = ${contractorId} and message.key ~>=~ listed.start
          and message.key ~<~ (left(listed.start, -1) || chr(ascii(right(listed.start, 1)) + 1)) and ${condition}
        offset 0 for update of message ${lock}) found`);
    locked.push(...rows.map(({ id, isQueued }) => ({ contractorId, id: Number(id), isQueued })));
  }
  return locked;
}
