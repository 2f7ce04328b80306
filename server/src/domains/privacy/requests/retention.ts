import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../platform/db/connect.ts';
import type { Due, RetentionSource } from '../../../platform/retention.ts';
import { isForgotten } from './repository.ts';

const isDue = ({ before }: Due): SQL =>
  sql`decided_at < ${before.toISOString()}::timestamptz and email <> '' and not waits`;

async function countWhere(db: Database, where: SQL): Promise<number> {
  const { rows } = await db.execute<{ count: string }>(
    sql`select count(*) from privacy_requests where ${where}`,
  );
  return Number(rows[0]?.count);
}

/** Answered requests lose their address; unconfirmed ones are deleted after a week. */
export const requestRetention: RetentionSource[] = [
  {
    kind: 'requests',
    name: 'Privacy requests',
    countDue: (db, due) => countWhere(db, isDue(due)),
    anonymise: async (tx, due) => {
      const { rowCount } = await tx.execute(sql`
        with due as (select id from privacy_requests where ${isDue(due)} order by id limit ${due.limit} for update skip locked)
        update privacy_requests set email = '', reason = '', extension_reason = '', copy_sealed = null
        from due where privacy_requests.id = due.id`);
      return rowCount ?? 0;
    },
  },
  {
    kind: 'requests',
    name: 'Privacy requests never confirmed',
    countDue: (db, { now }) => countWhere(db, isForgotten(now)),
    anonymise: async (tx, { now, limit }) => {
      const { rowCount } = await tx.execute(sql`
        delete from privacy_requests where id in (
          select id from privacy_requests where ${isForgotten(now)} order by id limit ${limit} for update skip locked)`);
      return rowCount ?? 0;
    },
  },
];
