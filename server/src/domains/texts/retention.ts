import { sql, type SQL } from 'drizzle-orm';
import { acrossContractors } from '../../platform/db/across-contractors.ts';
import { lockAbout, type About } from '../../platform/db/about.ts';
import type { Database } from '../../platform/db/connect.ts';
import { pairsOf } from '../../platform/db/queries.ts';
import { dequeue } from '../../platform/jobs/job.ts';
import type { Due, RetentionSource } from '../../platform/retention.ts';
import { textKey } from './queue-jobs.ts';

const stamp = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

/** Whom a text went to and what it said; that it was sent, when and about what stays. */
const emptied = (now: Date): SQL =>
  sql`"to" = null, payload = null, body = null, provider_id = null, reason = null, anonymised_at = ${stamp(now)}`;

const isDue = ({ before }: Due): SQL =>
  sql`anonymised_at is null and status <> 'queued' and settled_at < ${stamp(before)}`;

const everyContractor = acrossContractors('Retention looks for what is due at every contractor.');

/** Kept for as long as e-mails are. */
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

const texts = sql`text_messages`;

/**
 * Takes back texts that have not left, because they are no longer true. What is being handed over
 * this moment leaves.
 */
export async function takeBackTexts(
  tx: Database,
  about: readonly About[],
  now: Date,
): Promise<void> {
  const condition = sql`message.status in ('queued', 'failed')`;
  const locked = await lockAbout(tx, texts, about, { condition, lock: sql`skip locked` });
  if (locked.length === 0) return;
  await tx.execute(sql`
    update text_messages set status = 'suppressed', payload = null, due_at = null,
      settled_at = ${stamp(now)}, reason = 'It was no longer true'
    where (contractor_id, id) in ${pairsOf(locked)}`);
  for (const { id } of locked) await dequeue(tx, textKey(id));
}

/** Empties texts about somebody who was taken out, and takes back those that have not left. */
export async function forgetTexts(tx: Database, about: readonly About[], now: Date): Promise<void> {
  const condition = sql`message.anonymised_at is null`;
  const locked = await lockAbout(tx, texts, about, { condition, lock: sql`` });
  if (locked.length === 0) return;
  await tx.execute(sql`
    update text_messages set ${emptied(now)}, due_at = null,
      status = case when status = 'queued' then 'suppressed' else status end,
      settled_at = coalesce(settled_at, ${stamp(now)})
    where (contractor_id, id) in ${pairsOf(locked)}`);
  for (const { id, isQueued } of locked) if (isQueued) await dequeue(tx, textKey(id));
}
