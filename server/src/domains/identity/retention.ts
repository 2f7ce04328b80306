import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import type { Due, RetentionSource } from '../../platform/retention.ts';

const stamp = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

async function countRows(db: Database, from: SQL): Promise<number> {
  const { rows } = await db.execute<{ count: string }>(sql`select count(*) from ${from}`);
  return Number(rows[0]?.count);
}

// The sweep deletes most sessions long before; those with staff visits remain.
const oldSessions = ({ before }: Due): SQL =>
  sql`sessions where last_seen_at < ${stamp(before)} and (user_agent <> '' or address is not null)`;

/** Retention of sign-ins. */
export const accessRetention: RetentionSource[] = [
  {
    kind: 'access-logs',
    name: 'Devices and addresses of sign-ins',
    countDue: (db, due) => countRows(db, oldSessions(due)),
    anonymise: async (tx, due) => {
      const { rowCount } = await tx.execute(sql`
        with due as (select id from ${oldSessions(due)} order by last_seen_at limit ${due.limit} for update skip locked)
        update sessions set user_agent = '', address = null from due where sessions.id = due.id`);
      return rowCount ?? 0;
    },
  },
];
