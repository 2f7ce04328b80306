import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { dequeue } from '../../platform/jobs/job.ts';
import type { Due, RetentionSource } from '../../platform/retention.ts';
import { textKey } from './queue-jobs.ts';

const stamp = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

/** Whom a text went to and what it said; that it was sent, when and about what stays. */
const emptied = (now: Date): SQL =>
  sql`"to" = null, payload = null, body = null, provider_id = null, reason = null, anonymised_at = ${stamp(now)}`;

const isDue = ({ before }: Due): SQL =>
  sql`anonymised_at is null and status <> 'queued' and settled_at < ${stamp(before)}`;

/** Kept for as long as e-mails are. */
export const textRetention: RetentionSource = {
  kind: 'emails',
  name: 'Text messages',
  countDue: async (db, due) => {
    const { rows } = await db.execute<{ count: string }>(
      sql`select count(*) from text_messages where ${isDue(due)}`,
    );
    return Number(rows[0]?.count);
  },
  anonymise: async (tx, due) => {
    const { rowCount } = await tx.execute(sql`
      with due as (select contractor_id, id from text_messages where ${isDue(due)}
        order by settled_at, id limit ${due.limit} for update skip locked)
      update text_messages as text set ${emptied(due.now)} from due
      where text.contractor_id = due.contractor_id and text.id = due.id`);
    return rowCount ?? 0;
  },
};

/** The texts of a contractor whose keys begin so. Each start ends with a dash. */
export interface About {
  contractorId: number;
  start: string;
}

const found = (about: readonly About[], condition: SQL, lock: SQL): SQL => sql`
  found as (select t.contractor_id, t.id, t.status
    from json_to_recordset(${JSON.stringify(about)}::json) as listed("contractorId" int, start text)
    join text_messages t on t.contractor_id = listed."contractorId"
      and t.key ~>=~ listed.start and t.key ~<~ (left(listed.start, -1) || '.')
    where ${condition} for update of t ${lock})`;

/**
 * Takes back texts that have not left, because they are no longer true. What is being handed over
 * this moment leaves.
 */
export async function takeBackTexts(
  tx: Database,
  about: readonly About[],
  now: Date,
): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with ${found(about, sql`t.status in ('queued', 'failed')`, sql`skip locked`)}
    update text_messages as text set status = 'suppressed', payload = null, due_at = null,
      settled_at = ${stamp(now)}, reason = 'It was no longer true'
    from found where text.contractor_id = found.contractor_id and text.id = found.id
    returning text.id`);
  for (const { id } of rows) await dequeue(tx, textKey(Number(id)));
}

/** Empties texts about somebody who was taken out, and takes back those that have not left. */
export async function forgetTexts(tx: Database, about: readonly About[], now: Date): Promise<void> {
  const { rows } = await tx.execute<{ id: string | null }>(sql`
    with ${found(about, sql`t.anonymised_at is null`, sql``)}
    update text_messages as text set ${emptied(now)}, due_at = null,
      status = case when found.status = 'queued' then 'suppressed' else found.status end,
      settled_at = coalesce(settled_at, ${stamp(now)})
    from found where text.contractor_id = found.contractor_id and text.id = found.id
    returning case when found.status = 'queued' then text.id end as id`);
  for (const { id } of rows) if (id !== null) await dequeue(tx, textKey(Number(id)));
}
