import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { dequeue } from '../../platform/jobs/job.ts';
import type { Due, RetentionSource } from '../../platform/retention.ts';
import { sendKey } from './queue-jobs.ts';

const stamp = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

/** Whom a message went to and what it said; that it was sent, when and about what stays. */
const emptied = (now: Date): SQL => sql`
  payload = null, "from" = null, "to" = null, bcc = null, subject = null, html = null, text = null,
  unsubscribe_url = null, reason = null, anonymised_at = ${stamp(now)}`;

const isDue = ({ before }: Due): SQL =>
  sql`anonymised_at is null and status <> 'queued' and settled_at < ${stamp(before)}`;

export const messageRetention: RetentionSource = {
  kind: 'emails',
  name: 'Messages',
  countDue: async (db, due) => {
    const { rows } = await db.execute<{ count: string }>(
      sql`select count(*) from email_messages where ${isDue(due)}`,
    );
    return Number(rows[0]?.count);
  },
  anonymise: async (tx, due) => {
    const { rowCount } = await tx.execute(sql`
      with due as (select id from email_messages where ${isDue(due)}
        order by settled_at, id limit ${due.limit} for update skip locked)
      update email_messages set ${emptied(due.now)} from due where email_messages.id = due.id`);
    return rowCount ?? 0;
  },
};

/** The messages whose keys begin so. Each start ends with a dash, and the next character is a dot. */
const aboutThese = (starts: readonly string[]): SQL => sql`
  id in (select m.id from json_array_elements_text(${JSON.stringify(starts)}::json) as start(text)
    join email_messages m on m.key ~>=~ start.text and m.key ~<~ (left(start.text, -1) || '.'))`;

/**
 * Takes back the messages whose keys begin so and that have not left, because they are no longer
 * true; nobody can send a failed one of them again. What is being handed over this moment leaves.
 */
export async function takeBackMessages(
  tx: Database,
  starts: readonly string[],
  now: Date,
): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with found as (select id from email_messages
      where ${aboutThese(starts)} and status in ('queued', 'failed') for update skip locked)
    update email_messages set status = 'suppressed', payload = null, settled_at = ${stamp(now)},
      reason = 'It was no longer true'
    from found where email_messages.id = found.id returning found.id`);
  for (const { id } of rows) await dequeue(tx, sendKey(Number(id)));
}

/**
 * Empties the messages whose keys begin so, and takes back those that have not left: they tell of
 * somebody who was taken out.
 */
export const forgetMessages = (tx: Database, starts: readonly string[], now: Date): Promise<void> =>
  forgetWhere(tx, aboutThese(starts), now);

/** The same for what went to an address by `until`. Returns how many there were. */
export async function forgetMessagesTo(
  tx: Database,
  { email, until, now }: { email: string; until: Date; now: Date },
): Promise<number> {
  const where = sql`lower("to") = ${email.toLowerCase()} and created_at <= ${stamp(until)} and anonymised_at is null`;
  const { rows } = await tx.execute<{ count: string }>(
    sql`select count(*) from email_messages where ${where}`,
  );
  await forgetWhere(tx, where, now);
  return Number(rows[0]?.count);
}

async function forgetWhere(tx: Database, where: SQL, now: Date): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with found as (select id, status from email_messages where ${where} and anonymised_at is null for update)
    update email_messages set ${emptied(now)},
      status = case when found.status = 'queued' then 'suppressed' else found.status end,
      settled_at = coalesce(settled_at, ${stamp(now)})
    from found where email_messages.id = found.id
    returning case when found.status = 'queued' then found.id end as id`);
  for (const { id } of rows) if (id !== null) await dequeue(tx, sendKey(Number(id)));
}
