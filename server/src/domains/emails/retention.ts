import { sql, type SQL } from 'drizzle-orm';
import { acrossContractors } from '../../platform/db/across-contractors.ts';
import { lockAbout, type About, type LockedMessage } from '../../platform/db/about.ts';
import type { Database } from '../../platform/db/connect.ts';
import { lockEach, pairsOf, type RowOfContractor } from '../../platform/db/queries.ts';
import { dequeue } from '../../platform/jobs/job.ts';
import type { Due, RetentionSource } from '../../platform/retention.ts';
import { sendKey } from './queue-jobs.ts';

const stamp = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

/** Whom a message went to and what it said; that it was sent, when and about what stays. */
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
    const { rows } = await tx.execute<Found>(sql`
      select contractor_id "contractorId", id from email_messages where ${isDue(due)} and ${everyContractor}
      order by settled_at, id limit ${due.limit}`);
    const which = await lockEach(rows.map(asRow), async (contractorId, ids) => {
      const locked = await tx.execute<{ id: string }>(sql`
        select id from email_messages where contractor_id = ${contractorId} and id = any(${ids}) and ${isDue(due)}
        order by id for update skip locked`);
      return locked.rows;
    });
    await empty(tx, which, due.now);
    return which.length;
  },
};

const isOldBounce = ({ before }: Due): SQL =>
  sql`reason <> 'complained' and last_at < ${stamp(before)}`;

/**
 * Undeliverable addresses are kept for as long as messages: an address that gets no mail for so long
 * may belong to another person by then. A complaint stays, so that no message goes there again by mistake.
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

interface Found extends Record<string, unknown> {
  contractorId: number;
  id: string;
}
const asRow = ({ contractorId, id }: Found): RowOfContractor => ({ contractorId, id: Number(id) });

const messages = sql`email_messages`;

/**
 * Takes back messages that have not left, because they are no longer true; nobody can send a failed
 * one of them again. What is being handed over this moment leaves.
 */
export async function takeBackMessages(
  tx: Database,
  about: readonly About[],
  now: Date,
): Promise<void> {
  const condition = sql`message.status in ('queued', 'failed')`;
  const locked = await lockAbout(tx, messages, about, { condition, lock: sql`skip locked` });
  if (locked.length === 0) return;
  await tx.execute(sql`
    update email_messages set status = 'suppressed', payload = null, settled_at = ${stamp(now)},
      reason = 'It was no longer true'
    where (contractor_id, id) in ${pairsOf(locked)}`);
  for (const { id } of locked) await dequeue(tx, sendKey(id));
}

/**
 * Empties messages about somebody who was taken out, and takes back those that have not left.
 */
export async function forgetMessages(
  tx: Database,
  about: readonly About[],
  now: Date,
): Promise<void> {
  const condition = sql`message.anonymised_at is null`;
  await forget(tx, await lockAbout(tx, messages, about, { condition, lock: sql`` }), now);
}

/**
 * The same for what went to an address by `until`, whomever it concerned. Returns how many there
 * were.
 */
export async function forgetMessagesTo(
  tx: Database,
  { email, until, now }: { email: string; until: Date; now: Date },
): Promise<number> {
  const { rows } = await tx.execute<Found>(sql`
    select contractor_id "contractorId", id from email_messages
    where lower("to") = ${email.toLowerCase()} and created_at <= ${stamp(until)} and anonymised_at is null
      and ${acrossContractors('A person gets messages of any contractor.')}`);
  const locked: LockedMessage[] = [];
  await lockEach(rows.map(asRow), async (contractorId, ids) => {
    const all = await tx.execute<{ id: string; isQueued: boolean }>(sql`
      select id, status = 'queued' "isQueued" from email_messages
      where contractor_id = ${contractorId} and id = any(${ids}) and anonymised_at is null
      order by id for update`);
    locked.push(
      ...all.rows.map(({ id, isQueued }) => ({ contractorId, id: Number(id), isQueued })),
    );
    return all.rows;
  });
  await forget(tx, locked, now);
  return locked.length;
}

async function forget(tx: Database, locked: readonly LockedMessage[], now: Date): Promise<void> {
  await empty(tx, locked, now);
  for (const { id, isQueued } of locked) if (isQueued) await dequeue(tx, sendKey(id));
}

/** Messages that were locked. One that waits is never sent. */
async function empty(tx: Database, which: readonly RowOfContractor[], now: Date): Promise<void> {
  if (which.length === 0) return;
  await tx.execute(sql`
    update email_messages set ${emptied(now)},
      status = case when status = 'queued' then 'suppressed' else status end,
      settled_at = coalesce(settled_at, ${stamp(now)})
    where (contractor_id, id) in ${pairsOf(which)}`);
}
