import { sql, type SQL } from 'drizzle-orm';
import type { TextStatus } from '@lintel/contract/texts/constants';
import type { Database } from '../../platform/db/connect.ts';
import { pairsOf, type RowOfContractor } from '../../platform/db/queries.ts';
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
      with due as materialized (select contractor_id, id from text_messages where ${isDue(due)}
        order by settled_at, id limit ${due.limit})
      update text_messages as text set ${emptied(due.now)} from due
      where text.contractor_id = due.contractor_id and text.id = due.id and ${isDue(due)}`);
    return rowCount ?? 0;
  },
};

/** The texts of a contractor whose keys begin so. Each start ends with a dash. */
export interface About {
  contractorId: number;
  start: string;
}

interface Locked extends RowOfContractor {
  status: TextStatus;
}

/** Locks these texts, contractor by contractor. */
async function lockAbout(
  tx: Database,
  about: readonly About[],
  { condition, lock }: { condition: SQL; lock: SQL },
): Promise<Locked[]> {
  const locked: Locked[] = [];
  const contractors = new Set(about.map(({ contractorId }) => contractorId));
  for (const contractorId of [...contractors].toSorted((one, other) => one - other)) {
    const starts = about.filter((one) => one.contractorId === contractorId);
    const { rows } = await tx.execute<{ id: string; status: TextStatus }>(sql`
      select t.id, t.status from text_messages t
        join json_to_recordset(${JSON.stringify(starts)}::json) as listed(start text)
          on t.key ~>=~ listed.start and t.key ~<~ (left(listed.start, -1) || '.')
      where t.contractor_id = ${contractorId} and ${condition} for update of t ${lock}`);
    locked.push(...rows.map(({ id, status }) => ({ contractorId, id: Number(id), status })));
  }
  return locked;
}

/**
 * Takes back texts that have not left, because they are no longer true. What is being handed over
 * this moment leaves.
 */
export async function takeBackTexts(
  tx: Database,
  about: readonly About[],
  now: Date,
): Promise<void> {
  const condition = sql`t.status in ('queued', 'failed')`;
  const locked = await lockAbout(tx, about, { condition, lock: sql`skip locked` });
  if (locked.length === 0) return;
  await tx.execute(sql`
    update text_messages set status = 'suppressed', payload = null, due_at = null,
      settled_at = ${stamp(now)}, reason = 'It was no longer true'
    where (contractor_id, id) in ${pairsOf(locked)}`);
  for (const { id } of locked) await dequeue(tx, textKey(id));
}

/** Empties texts about somebody who was taken out, and takes back those that have not left. */
export async function forgetTexts(tx: Database, about: readonly About[], now: Date): Promise<void> {
  const condition = sql`t.anonymised_at is null`;
  const locked = await lockAbout(tx, about, { condition, lock: sql`` });
  if (locked.length === 0) return;
  await tx.execute(sql`
    update text_messages set ${emptied(now)}, due_at = null,
      status = case when status = 'queued' then 'suppressed' else status end,
      settled_at = coalesce(settled_at, ${stamp(now)})
    where (contractor_id, id) in ${pairsOf(locked)}`);
  for (const { id, status } of locked) if (status === 'queued') await dequeue(tx, textKey(id));
}
