import { sql, type SQL } from 'drizzle-orm';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import { isAbout, isListed, listed, type About } from '../../../platform/db/about.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { pairsOf } from '../../../platform/db/queries.ts';
import { dequeue } from '../../../platform/jobs/job.ts';
import type { Due, RetentionSource } from '../../../platform/retention.ts';
import { textKey } from './queue-jobs.ts';

const stamp = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

/** Erases recipient and content; the event, the time, and the subject row stay. */
const emptied = (now: Date): SQL =>
  sql`"to" = null, payload = null, body = null, provider_id = null, reason = null, anonymised_at = ${stamp(now)}`;

const isDue = ({ before }: Due): SQL =>
  sql`anonymised_at is null and status <> 'queued' and settled_at < ${stamp(before)}`;

const everyContractor = acrossContractors('Retention looks for what is due at every contractor.');

/** The same period as for e-mails. */
export const textRetention: RetentionSource = {
  kind: 'emails',
  name: 'Text messages',
  countDue: async (db, due) => {
    const { rows } = await db.execute<{ count: string }>(
      sql`select count(*) from text_messages where ${isDue(due)} and ${everyContractor}`,
    );
    return Number(rows[0]?.count);
  },
  anonymise: async (tx, due) => {
    const { rowCount } = await tx.execute(sql`
      with due as materialized (select contractor_id, id from text_messages where ${isDue(due)} and ${everyContractor}
        order by settled_at, id limit ${due.limit})
      update text_messages as text set ${emptied(due.now)} from due
      where text.contractor_id = due.contractor_id and text.id = due.id and ${isDue(due)}`);
    return rowCount ?? 0;
  },
};

/**
 * Cancels a contractor's texts that are no longer true. A text that is being sent right now still
 * goes out.
 */
export async function takeBackTexts(
  tx: Database,
  contractorId: number,
  starts: readonly string[],
  now: Date,
): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from text_messages message
    where ${isAbout(contractorId, starts)} and status in ('queued', 'failed') for update skip locked`);
  if (rows.length === 0) return;
  const which = rows.map(({ id }) => ({ contractorId, id: Number(id) }));
  await tx.execute(sql`
    update text_messages set status = 'suppressed', payload = null, due_at = null,
      settled_at = ${stamp(now)}, reason = 'It was no longer true'
    where (contractor_id, id) in ${pairsOf(which)}`);
  for (const { id } of which) await dequeue(tx, textKey(id));
}

/** Erases texts about a person whose data are deleted, and cancels waiting ones. */
export async function forgetTexts(tx: Database, about: readonly About[], now: Date): Promise<void> {
  if (about.length === 0) return;
  const { rows } = await tx.execute<{ id: string; status: string }>(sql`
    update text_messages message set ${emptied(now)}, due_at = null,
      status = case when status = 'queued' then 'suppressed' else status end,
      settled_at = coalesce(settled_at, ${stamp(now)})
    from ${listed(about)} where ${isListed} and message.anonymised_at is null
    returning message.id, message.status`);
  for (const { id, status } of rows)
    if (status === 'suppressed') await dequeue(tx, textKey(Number(id)));
}
