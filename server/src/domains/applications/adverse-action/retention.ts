import { sql, type SQL } from 'drizzle-orm';
import { removedPerson } from '@lintel/contract/privacy/constants';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import type { Due, RetentionSource } from '../../../platform/retention.ts';

/** Applications with a notice that the law requires and that wasn't sent yet. */
export const noticeHold: SQL = sql`exists (select from adverse_action_notices notice
  where notice.contractor_id = a.contractor_id and notice.application_id = a.id
    and notice.state in ('waiting', 'paper'))`;

const stamp = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;
const everyContractor = acrossContractors('Retention looks for what is due at every contractor.');
/** Notices that still have to be sent are never due. */
const isDue = ({ before }: Due): SQL => sql`notice.anonymised_at is null
  and notice.decided_at < ${stamp(before)} and notice.state not in ('waiting', 'paper')
  and coalesce(notice.sent_at, notice.mailed_on::timestamptz, notice.decided_at) < ${stamp(before)}`;

/** Retention of notices: removes the homeowner and the text, and keeps that a notice was sent. */
export const noticeRetention: RetentionSource = {
  kind: 'notices',
  name: 'Adverse action notices',
  countDue: async (db, due) => {
    const { rows } = await db.execute<{ count: string }>(
      sql`select count(*) from adverse_action_notices notice where ${isDue(due)} and ${everyContractor}`,
    );
    return Number(rows[0]?.count);
  },
  anonymise: async (tx, due) => {
    const { rowCount } = await tx.execute(sql`
      with due as materialized (select notice.contractor_id, notice.id from adverse_action_notices notice
        where ${isDue(due)} and ${everyContractor} order by notice.decided_at limit ${due.limit})
      update adverse_action_notices notice set applicant_name = ${removedPerson}, email = '', address = '',
        text = '', anonymised_at = ${stamp(due.now)}
      from due where notice.contractor_id = due.contractor_id and notice.id = due.id
        and notice.anonymised_at is null`);
    return rowCount ?? 0;
  },
};
