import { sql, type SQL } from 'drizzle-orm';
import { removedPerson } from '@lintel/contract/privacy/constants';
import { acrossContractors } from '../../platform/db/across-contractors.ts';
import type { Database } from '../../platform/db/connect.ts';
import { deleteLinks } from '../../platform/access-links/index.ts';
import { keyPairs, type RowKey } from '../../platform/db/queries.ts';
import { dequeue } from '../../platform/jobs/job.ts';
import type { Due, RetentionSource } from '../../platform/retention.ts';
import { forgetMessages } from '../messaging/index.ts';
import { reminderKey } from './queue-jobs.ts';

const stamp = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

const isDue = ({ before }: Due): SQL =>
  sql`anonymised_at is null and created_at < ${stamp(before)}`;

const everyContractor = acrossContractors('Retention looks for what is due at every contractor.');

/** Kept as long as e-mails; by then a link is no longer valid. */
export const linkRetention: RetentionSource = {
  kind: 'emails',
  name: 'Sent links',
  countDue: async (db, due) => {
    const { rows } = await db.execute<{ count: string }>(
      sql`select count(*) from sent_links where ${isDue(due)} and ${everyContractor}`,
    );
    return Number(rows[0]?.count);
  },
  anonymise: async (tx, due) => {
    const { rows } = await tx.execute<{ id: string; contractorId: number }>(sql`
      select id, contractor_id "contractorId" from sent_links where ${isDue(due)} and ${everyContractor}
      order by created_at, id limit ${due.limit}`);
    const found = rows.map(({ id, contractorId }) => ({ id: Number(id), contractorId }));
    return forgetLinks(tx, found, due.now);
  },
};

/**
 * Anonymizes these links and their messages, which then stop working, and returns the number of
 * links. The channel and progress remain for statistics; the confirmation before a text remains as
 * proof, with a hash of the number.
 */
export async function forgetLinks(
  tx: Database,
  found: readonly RowKey[],
  now: Date,
): Promise<number> {
  if (found.length === 0) return 0;
  const { rows } = await tx.execute<{ id: string; contractorId: number }>(sql`
    update sent_links set name = ${removedPerson}, phone = '', email = '', reply_to = '', reason = '',
      reminder_reason = '', reminder = case when reminder in ('waiting', 'queued') then 'skipped' else reminder end,
      anonymised_at = ${stamp(now)}
    where (contractor_id, id) in ${keyPairs(found)} and anonymised_at is null
    returning id, contractor_id "contractorId"`);
  const which = rows.map(({ id, contractorId }) => ({ id: Number(id), contractorId }));
  await deleteLinks(tx, 'sent-link', which);
  for (const { id } of which) await dequeue(tx, reminderKey(id));
  await forgetMessages(
    tx,
    which.map((link) => ({ ...link, kind: 'link' })),
    now,
  );
  return which.length;
}

/** Anonymizes the links that applications came from when their homeowners are removed. */
export async function forgetApplicationLinks(
  tx: Database,
  applications: readonly RowKey[],
  now: Date,
): Promise<void> {
  const { rows } = await tx.execute<{ id: string; contractorId: number }>(sql`
    select id, contractor_id "contractorId" from sent_links
    where (contractor_id, application_id) in ${keyPairs(applications)} and anonymised_at is null
    order by contractor_id, id`);
  await forgetLinks(
    tx,
    rows.map(({ id, contractorId }) => ({ id: Number(id), contractorId })),
    now,
  );
}
