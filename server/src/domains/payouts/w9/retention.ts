import { sql, type SQL } from 'drizzle-orm';
import { removedPerson } from '@lintel/contract/privacy/constants';
import type { Due, RetentionSource } from '../../../platform/retention.ts';

const isDue = ({ before }: Due): SQL =>
  sql`replaced_at < ${before.toISOString()}::timestamptz and file_key <> ''`;

/** Replaced tax forms. After their rows are deleted, the file sweep removes their files. */
export const taxFormRetention: RetentionSource = {
  kind: 'files',
  name: 'Tax forms that were replaced',
  countDue: async (db, due) => {
    const { rows } = await db.execute<{ count: string }>(
      sql`select count(*) from w9_forms where ${isDue(due)}`,
    );
    return Number(rows[0]?.count);
  },
  anonymise: async (tx, due) => {
    const { rowCount } = await tx.execute(sql`
      with due as (select id from w9_forms where ${isDue(due)} order by id limit ${due.limit} for update skip locked)
      update w9_forms set full_name = ${removedPerson}, company_name = '', tin_sealed = '', tin_last4 = '', fields = '{}',
        file_key = '', copy_key = '', signature = '', signed_from = null
      from due where w9_forms.id = due.id`);
    return rowCount ?? 0;
  },
};
