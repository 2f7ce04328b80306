import { sql, type SQL } from 'drizzle-orm';
import type { Due, RetentionSource } from '../retention.ts';

const isDue = ({ before }: Due): SQL =>
  sql`attempts >= max_attempts and locked_at is null and updated_at < ${before.toISOString()}::timestamptz`;

/** Permanently failed jobs keep their payload, which may contain personal data. */
export const failedJobs: RetentionSource = {
  kind: 'emails',
  name: 'Jobs that were given up',
  countDue: async (db, due) => {
    const { rows } = await db.execute<{ count: string }>(
      sql`select count(*) from graphile_worker.jobs where ${isDue(due)}`,
    );
    return Number(rows[0]?.count);
  },
  anonymise: async (tx, due) => {
    const { rows } = await tx.execute(sql`
      select graphile_worker.complete_jobs(array(
        select id from graphile_worker.jobs where ${isDue(due)} order by id limit ${due.limit}))`);
    return rows.length;
  },
};
