import { sql, type SQL } from 'drizzle-orm';
import { removedPerson, type RetentionKind } from '@lintel/contract/privacy/constants';
import { acrossContractors } from '../../platform/db/across-contractors.ts';
import type { Database } from '../../platform/db/connect.ts';
import { aboutEach } from '../../platform/db/about.ts';
import { lockEach, pairsOf, type RowOfContractor } from '../../platform/db/queries.ts';
import { dequeueAbout } from '../../platform/jobs/job.ts';
import type { Due, RetentionSource } from '../../platform/retention.ts';
import { forgetMessages } from '../emails/index.ts';
import { forgetTexts } from '../texts/index.ts';
import { mailStart, textStart } from './texting.ts';

const stamp = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

/**
 * What a contractor has to keep for its taxes: invoices that were sent, and estimates that were
 * accepted.
 */
export const isRecord = sql`((d.kind = 'invoice' and d.status <> 'draft') or d.status in ('accepted', 'invoiced'))`;

const everyContractor = acrossContractors('Retention looks for what is due at every contractor.');

const source = (kind: RetentionKind, name: string, which: SQL): RetentionSource => {
  const isDue = ({ before }: Due): SQL =>
    sql`d.anonymised_at is null and d.updated_at < ${stamp(before)} and ${which}`;
  return {
    kind,
    name,
    countDue: async (db, due) => {
      const { rows } = await db.execute<{ count: string }>(
        sql`select count(*) from documents d where ${isDue(due)} and ${everyContractor}`,
      );
      return Number(rows[0]?.count);
    },
    anonymise: async (tx, due) => {
      const { rows } = await tx.execute<{ id: string; contractorId: number }>(sql`
        select d.id, d.contractor_id "contractorId" from documents d where ${isDue(due)} and ${everyContractor}
        order by d.updated_at, d.id limit ${due.limit}`);
      const found = rows.map(({ id, contractorId }) => ({ id: Number(id), contractorId }));
      const locked = await lockEach(found, async (contractorId, ids) => {
        const some = await tx.execute<{ id: string }>(sql`
          select d.id from documents d where d.contractor_id = ${contractorId} and d.id = any(${ids}) and ${isDue(due)}
          order by d.id for update skip locked`);
        return some.rows;
      });
      await takeOut(tx, locked, due.now);
      return locked.length;
    },
  };
};

/** Financial records are kept seven years; what came to nothing loses its persons earlier. */
export const documentRetention: readonly RetentionSource[] = [
  source('documents', 'Invoices and accepted estimates', isRecord),
  source('document-drafts', 'Drafts and unaccepted estimates', sql`not ${isRecord}`),
];

const nobody = JSON.stringify({
  name: removedPerson,
  company: '',
  street: '',
  city: '',
  state: '',
  zip: '',
  email: '',
  phone: '',
});
/** What an item says at length may name the person, as notes do. */
const itemsWithoutDetails = sql`(
  select coalesce(jsonb_agg(item || '{"details": ""}'::jsonb order by place), '[]'::jsonb)
  from jsonb_array_elements(content -> 'items') with ordinality as items (item, place))`;
const withoutPerson = sql`content || jsonb_build_object('customer', ${nobody}::jsonb, 'notes', '', 'projectName', '', 'poNumber', '', 'items', ${itemsWithoutDetails})`;

/**
 * Takes the persons out of these documents, which the caller has locked. Numbers, amounts and dates
 * stay; their PDFs are named by nothing any more, so the sweep of files removes them, and their
 * links lead nowhere.
 */
export async function takeOut(
  tx: Database,
  which: readonly RowOfContractor[],
  now: Date,
): Promise<void> {
  if (which.length === 0) return;
  const pairs = pairsOf(which);
  await tx.execute(sql`
    update documents set content = ${withoutPerson}, customer_name = ${removedPerson}, project_name = '',
      words = fold_search(coalesce(number::text || ' ', '') || ${`${removedPerson} `}::text || (total_cents / 100.0)::numeric(20, 2)::text),
      void_reason = '', version = version + 1, anonymised_at = ${stamp(now)}
    where (contractor_id, id) in ${pairs} and anonymised_at is null`);
  await tx.execute(sql`
    update document_revisions set content = ${withoutPerson}, file_key = null, signed_file_key = null,
      signed_name = '', signed_address = null, signed_user_agent = '', decline_reason = ''
    where (contractor_id, document_id) in ${pairs}`);
  await tx.execute(sql`
    update document_payments set note = '', check_number = '', taken_back_reason = ''
    where (contractor_id, document_id) in ${pairs}`);
  await tx.execute(sql`
    update document_events set details = details - 'name' - 'reason'
    where (contractor_id, document_id) in ${pairs}`);
  await tx.execute(sql`
    update document_links set revoked_at = ${stamp(now)}
    where (contractor_id, document_id) in ${pairs} and revoked_at is null`);
  await forgetMessagesOf(tx, which, now);
}

const mailed = ['sent', 'accepted', 'declined'] as const;

/** Empties the messages about these documents, and cancels those that have not left. */
export async function forgetMessagesOf(
  tx: Database,
  which: readonly RowOfContractor[],
  now: Date,
): Promise<void> {
  const about = which.flatMap(({ contractorId, id }) =>
    mailed.map((event) => ({ contractorId, start: mailStart(event, { contractorId, id }) })),
  );
  await dequeueAbout(
    tx,
    about.map(({ start }) => `email-news:${start}`),
  );
  await forgetMessages(tx, about, now);
  await forgetTexts(
    tx,
    aboutEach(which, (id) => [textStart(id)]),
    now,
  );
}
