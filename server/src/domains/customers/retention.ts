import { sql, type SQL } from 'drizzle-orm';
import { removedPerson } from '@lintel/contract/privacy/constants';
import { acrossContractors } from '../../platform/db/across-contractors.ts';
import type { Database } from '../../platform/db/connect.ts';
import { keyPairs, type RowKey } from '../../platform/db/queries.ts';
import type { Due, RetentionSource } from '../../platform/retention.ts';

const stamp = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

const everyContractor = acrossContractors('Retention looks for what is due at every contractor.');

/** Counted from the last activity, which other domains update, too. */
const isDue = ({ before }: Due): SQL =>
  sql`c.anonymised_at is null and c.active_at < ${stamp(before)}`;

/** Customers without activity for the retention period. */
export const customerRetention: RetentionSource = {
  kind: 'customers',
  name: 'Customers',
  countDue: async (db, due) => {
    const { rows } = await db.execute<{ count: string }>(
      sql`select count(*) from customers c where ${isDue(due)} and ${everyContractor}`,
    );
    return Number(rows[0]?.count);
  },
  anonymise: async (tx, due) => {
    const { rows } = await tx.execute<{ id: string; contractorId: number }>(sql`
      select c.id, c.contractor_id "contractorId" from customers c where ${isDue(due)} and ${everyContractor}
      order by c.active_at, c.id limit ${due.limit}`);
    const found = rows.map(({ id, contractorId }) => ({ id: Number(id), contractorId }));
    return takeOut(tx, found, due.now, isDue(due));
  },
};

/**
 * Anonymizes these customers where `condition` on the customer `c` still holds, and returns their
 * number. Events remain, without the person.
 */
export async function takeOut(
  tx: Database,
  found: readonly RowKey[],
  now: Date,
  condition: SQL = sql`true`,
): Promise<number> {
  if (found.length === 0) return 0;
  const { rowCount } = await tx.execute(sql`
    update customers c set name = ${removedPerson}, phone = '', email = '', street = '', city = '', state = '', zip = '',
      notes = '', tags = '{}', tag_words = '', version = version + 1, anonymised_at = ${stamp(now)}
    where (c.contractor_id, c.id) in ${keyPairs(found)} and c.anonymised_at is null and ${condition}`);
  return rowCount ?? 0;
}
