import { sql, type SQL } from 'drizzle-orm';
import type { Due, RetentionSource } from '../../../platform/retention.ts';

const stamp = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

const isOldBounce = ({ before }: Due): SQL =>
  sql`reason <> 'complained' and last_at < ${stamp(before)}`;

/**
 * Undeliverable addresses are kept as long as messages: after that, an unused address may belong to
 * another person. Complaints stay, so that nothing is sent there by mistake.
 */
export const addressRetention: RetentionSource = {
  kind: 'emails',
  name: 'Undeliverable addresses',
  countDue: async (db, due) => {
    const { rows } = await db.execute<{ count: string }>(
      sql`select count(*) from undeliverable_addresses where ${isOldBounce(due)}`,
    );
    return Number(rows[0]?.count);
  },
  anonymise: async (tx, due) => {
    const { rowCount } = await tx.execute(sql`
      delete from undeliverable_addresses where id in (
        select id from undeliverable_addresses where ${isOldBounce(due)}
        order by last_at, id limit ${due.limit} for update skip locked)`);
    return rowCount ?? 0;
  },
};
