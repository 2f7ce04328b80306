import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';

interface BranchedPage {
  /** Conditions of which each row meets exactly one. */
  branches: readonly SQL[];
  /** The branches come one after the other; else their rows are merged. */
  inTurn: boolean;
  where: SQL | undefined;
  columns: readonly SQL[];
  descending: boolean;
  limit: number;
  offset: number;
}

/**
 * The ids of one page of rows that come in branches: of several values of one column, or plan by
 * plan. Each branch is read in order from the index that begins with that column, and no further
 * than the page reaches, so nothing is sorted but what could be on it.
 */
export async function idsOfBranches(db: Database, page: BranchedPage): Promise<number[]> {
  const { branches, inTurn, where, columns, limit, offset } = page;
  if (branches.length === 0) return [];
  const direction = page.descending ? sql`desc` : sql`asc`;
  const ordered = (names: readonly SQL[]): SQL =>
    sql.join(
      [...names, sql`id`].map((name) => sql`${name} ${direction}`),
      sql`, `,
    );
  const keys = columns.map((_column, at) => sql.raw(`key${at}`));
  const selected = columns.map((column, at) => sql`, ${column} as ${keys[at]}`);
  const rows = branches.map(
    (
      branch,
      turn,
    ) => sql`(select id, ${sql.raw(String(turn))} as turn${sql.join(selected)} from contractors
      where ${branch}${where ? sql` and ${where}` : sql``} order by ${ordered(columns)} limit ${limit + offset})`,
  );
  const found = await db.execute<{ id: number }>(sql`
    select id from (${sql.join(rows, sql` union all `)}) as found
    order by ${inTurn ? sql`turn, ` : sql``}${ordered(keys)} limit ${limit} offset ${offset}`);
  return found.rows.map(({ id }) => id);
}
