import { sql, type SQL } from 'drizzle-orm';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import type { Due, RetentionSource } from '../../../platform/retention.ts';
import { lastUse } from '../tables.ts';

const stamp = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;
const ofDetails = sql`contractor_id = d.contractor_id and application_id = d.application_id`;

/**
 * Details whose homeowner and lenders did nothing since; not while a lender has yet to get them.
 * They are erased at once when an application ends, so these are those that no one continues.
 */
const isDue = ({ before }: Due): SQL => sql`
  d.sealed is not null and d.given_at < ${stamp(before)}
  and exists (select 1 from applications where contractor_id = d.contractor_id
    and id = d.application_id and ${lastUse} < ${stamp(before)})
  and not exists (select 1 from application_lenders where ${ofDetails}
    and (state in ('waiting', 'sending') or sent_at >= ${stamp(before)} or answered_at >= ${stamp(before)}))
  and not exists (select 1 from lender_events where ${ofDetails} and received_at >= ${stamp(before)})
  and ${acrossContractors('Retention looks for what is due at every contractor.')}`;

export const detailsRetention: RetentionSource = {
  kind: 'details',
  name: 'Applicant details for lenders',
  countDue: async (db, due) => {
    const { rows } = await db.execute<{ count: string }>(
      sql`select count(*) from applicant_details d where ${isDue(due)}`,
    );
    return Number(rows[0]?.count);
  },
  anonymise: async (tx, due) => {
    const { rowCount } = await tx.execute(sql`
      with due as (select contractor_id, application_id from applicant_details d where ${isDue(due)}
        order by given_at limit ${due.limit} for update skip locked)
      update applicant_details set sealed = null, erased_at = ${stamp(due.now)} from due
      where applicant_details.contractor_id = due.contractor_id
        and applicant_details.application_id = due.application_id`);
    return rowCount ?? 0;
  },
};
