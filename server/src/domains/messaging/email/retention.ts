import { sql, type SQL } from 'drizzle-orm';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import { isAbout, isListed, listed, type About } from '../../../platform/db/about.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { pairsOf } from '../../../platform/db/queries.ts';
import { dequeue } from '../../../platform/jobs/job.ts';
import type { Due, RetentionSource } from '../../../platform/retention.ts';
import { sendKey } from './queue-jobs.ts';

const stamp = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

/** Erases recipient and content; the event, the time, and the subject row stay. */
const emptied = (now: Date): SQL => sql`
  payload = null, "from" = null, "to" = null, bcc = null, reply_to = null, subject = null, html = null, text = null,
  unsubscribe_url = null, reason = null, anonymised_at = ${stamp(now)}`;

const isDue = ({ before }: Due): SQL =>
  sql`anonymised_at is null and status <> 'queued' and settled_at < ${stamp(before)}`;

const everyContractor = acrossContractors('Retention looks for what is due at every contractor.');

export const messageRetention: RetentionSource = {
  kind: 'emails',
  name: 'Messages',
  countDue: async (db, due) => {
    const { rows } = await db.execute<{ count: string }>(
      sql`select count(*) from email_messages where ${isDue(due)} and ${everyContractor}`,
    );
    return Number(rows[0]?.count);
  },
  anonymise: async (tx, due) => {
    const { rowCount } = await tx.execute(sql`
      with due as materialized (select contractor_id, id from email_messages where ${isDue(due)} and ${everyContractor}
        order by settled_at, id limit ${due.limit})
      update email_messages message set ${emptied(due.now)} from due
      where message.contractor_id = due.contractor_id and message.id = due.id and ${isDue(due)}`);
    return rowCount ?? 0;
  },
};

const isOldBounce = ({ before }: Due): SQL =>
  sql`reason <> 'complained' and last_at < ${stamp(before)}`;

/**
 * Undeliverable addresses are kept as long as messages: after that, an unused address may belong to
 * another person. Complaints stay, so that nothing is sent there by mistake.
 */
const addressRetention: RetentionSource = {
  kind: 'emails',
  name: 'Undeliverable addresses',
  countDue: async (db, due) => {
    const { rows } = await db.execute<{ count: string }>(
      sql`select count(*) from undeliverable_addresses where ${isOldBounce(due)}`,
    );
    return Number(rows[0]?.count);
  },
  anonymise: async (tx, due) => {
    const { rowCount } = await tx.execute(sql`
      delete from undeliverable_addresses where id in (
        select id from undeliverable_addresses where ${isOldBounce(due)}
        order by last_at, id limit ${due.limit} for update skip locked)`);
    return rowCount ?? 0;
  },
};

export const emailRetention: readonly RetentionSource[] = [messageRetention, addressRetention];

/**
 * Cancels a contractor's messages that are no longer true, so failed ones can't be sent again. A
 * message that is being sent right now still goes out.
 */
export async function takeBackMessages(
  tx: Database,
  contractorId: number,
  starts: readonly string[],
  now: Date,
): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from email_messages message
    where ${isAbout(contractorId, starts)} and status in ('queued', 'failed') for update skip locked`);
  if (rows.length === 0) return;
  const which = rows.map(({ id }) => ({ contractorId, id: Number(id) }));
  await tx.execute(sql`
    update email_messages set status = 'suppressed', payload = null, settled_at = ${stamp(now)},
      reason = 'It was no longer true'
    where (contractor_id, id) in ${pairsOf(which)}`);
  for (const { id } of which) await dequeue(tx, sendKey(id));
}

/** An erased message; a waiting one is never sent. */
const forgotten = (now: Date): SQL => sql`${emptied(now)},
  status = case when status = 'queued' then 'suppressed' else status end,
  settled_at = coalesce(settled_at, ${stamp(now)})`;

/** Erases messages about a person whose data are deleted, and cancels waiting ones. */
export async function forgetMessages(
  tx: Database,
  about: readonly About[],
  now: Date,
): Promise<void> {
  if (about.length === 0) return;
  const { rows } = await tx.execute<Forgotten>(sql`
    update email_messages message set ${forgotten(now)} from ${listed(about)}
    where ${isListed} and message.anonymised_at is null
    returning message.id, message.status`);
  await dequeueAll(tx, rows);
}

/**
 * Does the same for everything sent to an address by `until`, by any contractor. Returns the number
 * of messages.
 */
export async function forgetMessagesTo(
  tx: Database,
  { email, until, now }: { email: string; until: Date; now: Date },
): Promise<number> {
  const { rows } = await tx.execute<Forgotten>(sql`
    update email_messages set ${forgotten(now)}
    where lower("to") = ${email.toLowerCase()} and created_at <= ${stamp(until)} and anonymised_at is null
      and ${acrossContractors('A person gets messages of any contractor.')}
    returning id, status`);
  await dequeueAll(tx, rows);
  return rows.length;
}

interface Forgotten extends Record<string, unknown> {
  id: string;
  status: string;
}

async function dequeueAll(tx: Database, rows: readonly Forgotten[]): Promise<void> {
  for (const { id, status } of rows)
    if (status === 'suppressed') await dequeue(tx, sendKey(Number(id)));
}
