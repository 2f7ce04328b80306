import { sql, type SQL } from 'drizzle-orm';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { keyPairs, type RowKey } from '../../../platform/db/queries.ts';
import { dequeue } from '../../../platform/jobs/job.ts';
import type { Due, RetentionSource } from '../../../platform/retention.ts';
import type { AboutKind, MessageAbout } from '../about.ts';
import { sendKey } from './jobs.ts';
import type { ChannelName } from '../events.ts';

const stamp = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

/** Erases recipient and content; the event, the time, and the subject row stay. */
const emptied = (now: Date): SQL => sql`
  payload = null, sender = null, recipient = null, bcc = null, reply_to = null, subject = null,
  html = null, text = null, unsubscribe_url = null, provider_id = null, reason = null,
  anonymised_at = ${stamp(now)}`;

const isDue = ({ before }: Due): SQL =>
  sql`anonymised_at is null and status <> 'queued' and settled_at < ${stamp(before)}`;

const everyContractor = acrossContractors('Retention looks for what is due at every contractor.');

export const messageRetention: RetentionSource = {
  kind: 'emails',
  name: 'Messages',
  countDue: async (db, due) => {
    const { rows } = await db.execute<{ count: string }>(
      sql`select count(*) from messages where ${isDue(due)} and ${everyContractor}`,
    );
    return Number(rows[0]?.count);
  },
  anonymise: async (tx, due) => {
    const { rowCount } = await tx.execute(sql`
      with due as materialized (select contractor_id, id from messages where ${isDue(due)} and ${everyContractor}
        order by settled_at, id limit ${due.limit})
      update messages message set ${emptied(due.now)} from due
      where message.contractor_id = due.contractor_id and message.id = due.id and ${isDue(due)}`);
    return rowCount ?? 0;
  },
};

interface ChangedMessage extends Record<string, unknown> {
  id: string;
  channel: ChannelName;
  status: string;
}

/** Removes the jobs of canceled messages. */
async function dequeueAll(tx: Database, rows: readonly ChangedMessage[]): Promise<void> {
  for (const { id, channel, status } of rows)
    if (status === 'suppressed') await dequeue(tx, sendKey(channel, Number(id)));
}

/**
 * Cancels a contractor's messages about a row that are no longer true, so failed ones can't be sent
 * again. A message that is being sent right now still goes out. `starts` limits them to keys with
 * one of these prefixes.
 */
export async function cancelMessages(
  tx: Database,
  {
    contractorId,
    about: { kind, id },
    starts = [''],
  }: {
    contractorId: number;
    about: MessageAbout;
    starts?: readonly string[];
  },
  now: Date,
): Promise<void> {
  const hasStart = sql`exists (select 1 from unnest(${sql.param(starts)}::text[]) start where starts_with(key, start))`;
  const found = await tx.execute<{ id: string }>(sql`
    select id from messages
    where contractor_id = ${contractorId} and about_kind = ${kind} and about_id = ${id}
      and status in ('queued', 'failed') and ${hasStart} for update skip locked`);
  if (found.rows.length === 0) return;
  const which = found.rows.map((row) => ({ contractorId, id: Number(row.id) }));
  const { rows } = await tx.execute<ChangedMessage>(sql`
    update messages set status = 'suppressed', payload = null, due_at = null,
      settled_at = ${stamp(now)}, reason = 'It was no longer true'
    where (contractor_id, id) in ${keyPairs(which)} returning id, channel, status`);
  await dequeueAll(tx, rows);
}

/** An erased message; a waiting one is never sent. */
const forgotten = (now: Date): SQL => sql`${emptied(now)}, due_at = null,
  status = case when status = 'queued' then 'suppressed' else status end,
  settled_at = coalesce(settled_at, ${stamp(now)})`;

/** A row that messages are about. */
export interface Subject extends RowKey {
  kind: AboutKind;
}

/** Erases messages about rows whose person is deleted, and cancels waiting ones. */
export async function forgetMessages(
  tx: Database,
  subjects: readonly Subject[],
  now: Date,
): Promise<void> {
  if (subjects.length === 0) return;
  // Arrays and not JSON, so that PostgreSQL knows the number of rows when it plans.
  const columns = [
    sql`${sql.param(subjects.map(({ contractorId }) => contractorId))}::int[]`,
    sql`${sql.param(subjects.map(({ kind }) => kind))}::text[]`,
    sql`${sql.param(subjects.map(({ id }) => id))}::bigint[]`,
  ];
  const { rows } = await tx.execute<ChangedMessage>(sql`
    update messages message set ${forgotten(now)}
    from unnest(${sql.join(columns, sql`, `)}) as subject(contractor_id, kind, id)
    where message.contractor_id = subject.contractor_id and message.about_kind = subject.kind
      and message.about_id = subject.id and message.anonymised_at is null
    returning message.id, message.channel, message.status`);
  await dequeueAll(tx, rows);
}

/**
 * Does the same for every e-mail sent to an address by `until`, by any contractor. Returns their
 * number.
 */
export async function forgetEmailsTo(
  tx: Database,
  { email, until, now }: { email: string; until: Date; now: Date },
): Promise<number> {
  const { rows } = await tx.execute<ChangedMessage>(sql`
    update messages set ${forgotten(now)}
    where channel = 'email' and lower(recipient) = ${email.toLowerCase()}
      and created_at <= ${stamp(until)} and anonymised_at is null
      and ${acrossContractors('A person gets messages of any contractor.')}
    returning id, channel, status`);
  await dequeueAll(tx, rows);
  return rows.length;
}
