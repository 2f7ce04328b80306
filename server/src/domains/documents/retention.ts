import { sql, type SQL } from 'drizzle-orm';
import { removedPerson, type RetentionKind } from '@lintel/contract/privacy/constants';
import { deleteLinks } from '../../platform/access-links/index.ts';
import { acrossContractors } from '../../platform/db/across-contractors.ts';
import type { Database } from '../../platform/db/connect.ts';
import { keyPairs, type RowKey } from '../../platform/db/queries.ts';
import { dequeueAbout } from '../../platform/jobs/job.ts';
import type { Due, RetentionSource } from '../../platform/retention.ts';
import { forgetMessages } from '../messaging/index.ts';
import { mailStart } from './texting.ts';

const stamp = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

/** What a contractor must keep for tax purposes: sent invoices and accepted estimates. */
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
      return (await takeOut(tx, found, due.now, isDue(due))).length;
    },
  };
};

/** Financial records keep their persons for seven years; other documents lose them earlier. */
export const documentRetention: readonly RetentionSource[] = [
  source('documents', 'Invoices and accepted estimates', isRecord),
  source('document-drafts', 'Drafts and unaccepted estimates', sql`not ${isRecord}`),
];

const removedWords = JSON.stringify({
  customer: {
    name: removedPerson,
    company: '',
    street: '',
    city: '',
    state: '',
    zip: '',
    email: '',
    phone: '',
  },
  notes: '',
  projectName: '',
  poNumber: '',
});
/** Item details may name the person, as notes do. */
const itemsWithoutDetails = sql`(
  select coalesce(jsonb_agg(item || '{"details": ""}'::jsonb order by place), '[]'::jsonb)
  from jsonb_array_elements(content -> 'items') with ordinality as items (item, place))`;
const withoutPerson = sql`jsonb_set(content || ${removedWords}::jsonb, '{items}', ${itemsWithoutDetails})`;

/**
 * Erases the persons of these documents, if `condition` on the document `d` still holds, and
 * returns those documents. Numbers, amounts, and dates stay. Their PDFs are no longer referenced,
 * so the file sweep deletes them, and their links stop working.
 */
export async function takeOut(
  tx: Database,
  found: readonly RowKey[],
  now: Date,
  condition: SQL,
): Promise<RowKey[]> {
  if (found.length === 0) return [];
  const { rows } = await tx.execute<{ id: string; contractorId: number }>(sql`
    update documents d set content = ${withoutPerson}, customer_name = ${removedPerson}, project_name = '',
      words = fold_search(coalesce(number::text || ' ', '') || ${`${removedPerson} `}::text || (total_cents / 100.0)::numeric(20, 2)::text),
      void_reason = '', version = version + 1, anonymised_at = ${stamp(now)}
    where (d.contractor_id, d.id) in ${keyPairs(found)} and d.anonymised_at is null and ${condition}
    returning d.id, d.contractor_id "contractorId"`);
  const which = rows.map(({ id, contractorId }) => ({ id: Number(id), contractorId }));
  if (which.length === 0) return [];
  const pairs = keyPairs(which);
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
  await deleteLinks(tx, 'document', which);
  await forgetDocumentMessages(tx, which, now);
  return which;
}

const mailed = ['sent', 'accepted', 'declined'] as const;

/** Erases the messages about these documents, and cancels unsent ones. */
export async function forgetDocumentMessages(
  tx: Database,
  which: readonly RowKey[],
  now: Date,
): Promise<void> {
  await dequeueAbout(
    tx,
    which.flatMap((row) => mailed.map((event) => `email-news:${mailStart(event, row)}`)),
  );
  const kinds = ['document', 'document-answer'] as const;
  await forgetMessages(
    tx,
    which.flatMap((row) => kinds.map((kind) => ({ ...row, kind }))),
    now,
  );
}
