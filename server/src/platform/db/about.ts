import { sql, type SQL } from 'drizzle-orm';
import type { RowOfContractor } from './queries.ts';

/** A contractor's messages whose keys have this prefix. Each prefix ends with `-` or `:`. */
export interface About {
  contractorId: number;
  start: string;
}

/** The key prefixes of several rows. */
export const aboutEach = (
  rows: readonly RowOfContractor[],
  startsOf: (id: number) => readonly string[],
): About[] =>
  rows.flatMap(({ contractorId, id }) => startsOf(id).map((start) => ({ contractorId, start })));

/**
 * For `from` in an update of the messages `message` that `isListed` selects. Arrays and not JSON, so that
 * PostgreSQL knows the number of starts when it plans.
 */
export const listed = (about: readonly About[]): SQL => {
  const contractors = sql.param(about.map(({ contractorId }) => contractorId));
  const starts = sql.param(about.map(({ start }) => start));
  return sql`unnest(${contractors}::int[], ${starts}::text[]) as listed("contractorId", start)`;
};

/** In that update: the key range from the start to its last character's successor, by index. */
export const isListed = sql`message.contractor_id = listed."contractorId" and message.key ~>=~ listed.start
  and message.key ~<~ (left(listed.start, -1) || chr(ascii(right(listed.start, 1)) + 1))`;

/** One contractor's messages whose keys have one of these prefixes. */
export const isAbout = (contractorId: number, starts: readonly string[]): SQL =>
  sql`message.contractor_id = ${contractorId} and (${sql.join(
    starts.map(
      (start) =>
        sql`(message.key ~>=~ ${start}::text and message.key ~<~ ${successorOf(start)}::text)`,
    ),
    sql` or `,
  )})`;

const successorOf = (start: string): string =>
  `${start.slice(0, -1)}${String.fromCodePoint((start.at(-1)?.codePointAt(0) ?? 0) + 1)}`;
