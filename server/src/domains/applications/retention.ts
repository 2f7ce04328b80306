import { randomUUID } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import { removedPerson, type HoldReason } from '@lintel/contract/privacy/constants';
import { deleteLinks } from '../../platform/access-links/index.ts';
import { acrossContractors } from '../../platform/db/across-contractors.ts';
import type { Database } from '../../platform/db/connect.ts';
import { keyPairs, type RowKey } from '../../platform/db/queries.ts';
import type { Emit } from '../../platform/events.ts';
import { dequeueAbout } from '../../platform/jobs/job.ts';
import type { Due, RetentionSource } from '../../platform/retention.ts';
import { forgetMessages } from '../messaging/index.ts';
import { deleteAll, removeLater } from './lender-requests/index.ts';
import { homeownerKeys } from './homeowner-news.ts';
import { lastUse } from './tables.ts';

/** A reason to keep an application's homeowner: a condition on the application `a`. */
export interface ApplicationHold {
  reason: HoldReason;
  holds: SQL;
}

/** Days an application without an answer or a choice counts as in progress. */
const openDays = 90;
/** Months in which a lender may still fund an approved offer. */
const approvedMonths = 36;

const stamp = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

/** Holds sent applications that are neither funded nor withdrawn while a lender may still act. */
export const openHold = (now: Date): ApplicationHold => ({
  reason: 'open',
  holds: sql`(a.completed_at is not null and a.funded_at is null and a.withdrawn_at is null and (
    (a.approved_at is not null and a.approved_at > ${stamp(now)} - make_interval(months => ${approvedMonths}))
    or ${lastUse} > ${stamp(now)} - make_interval(days => ${openDays})))`,
});

export const heldBy = (holds: readonly ApplicationHold[]): SQL =>
  sql`(${sql.join(
    holds.map(({ holds: condition }) => condition),
    sql` or `,
  )})`;

const sentAndDue = (holds: readonly ApplicationHold[], { before, now }: Due): SQL =>
  sql`a.anonymised_at is null and a.completed_at is not null and ${lastUse} < ${stamp(before)}
    and not ${heldBy([openHold(now), ...holds])}`;
const draftAndDue = ({ before }: Due): SQL =>
  sql`a.anonymised_at is null and a.completed_at is null and ${lastUse} < ${stamp(before)}`;

/** Retention of sent applications and of drafts; `holds` are reasons of other domains. */
export const applicationRetention = (holds: readonly ApplicationHold[]): RetentionSource[] => [
  {
    kind: 'applications',
    name: 'Sent applications',
    countDue: (db, due) => countWhere(db, sentAndDue(holds, due)),
    anonymise: (tx, due, emit) => anonymiseWhere(tx, emit, sentAndDue(holds, due), due),
  },
  {
    kind: 'drafts',
    name: 'Applications never sent',
    countDue: (db, due) => countWhere(db, draftAndDue(due)),
    anonymise: (tx, due, emit) => anonymiseWhere(tx, emit, draftAndDue(due), due),
  },
];

const everyContractor = acrossContractors('Retention looks for what is due at every contractor.');

async function countWhere(db: Database, where: SQL): Promise<number> {
  const { rows } = await db.execute<{ count: string }>(
    sql`select count(*) from applications a where ${where} and ${everyContractor}`,
  );
  return Number(rows[0]?.count);
}

async function anonymiseWhere(
  tx: Database,
  emit: Emit,
  where: SQL,
  { limit, now }: { limit: number; now: Date },
): Promise<number> {
  const { rows } = await tx.execute<{ id: string; contractorId: number }>(sql`
    select a.id, a.contractor_id "contractorId" from applications a where ${where} and ${everyContractor}
    order by ${lastUse}, a.id limit ${limit}`);
  const found = rows.map(({ id, contractorId }) => ({ id: Number(id), contractorId }));
  return (await anonymise(tx, emit, found, { now, condition: where })).length;
}

/**
 * Anonymizes the applications for which `condition` on the application `a` still holds, and returns
 * them. Also deletes their details, notes, follow-ups, documents, links, and queued messages. Amounts,
 * offers, dates, state, and the lender's reference stay, so that a late payout can still be booked.
 */
export async function anonymise(
  tx: Database,
  emit: Emit,
  found: readonly RowKey[],
  { now, condition = sql`true` }: { now: Date; condition?: SQL },
): Promise<RowKey[]> {
  if (found.length === 0) return [];
  const marked = found.map((one) => ({ ...one, mark: randomUUID() }));
  const { rows } = await tx.execute<{ id: string; contractorId: number }>(sql`
    update applications a set applicant_name = ${removedPerson}, email = '', phone = '', city = '', project_address = '',
      draft = '{}', address = null, information_wanted = null, monthly_budget_cents = null,
      person_key = coalesce(a.person_key, gone.mark), anonymised_at = ${stamp(now)}
    from json_to_recordset(${JSON.stringify(marked)}::json) as gone(id bigint, "contractorId" int, mark text)
    where a.contractor_id = gone."contractorId" and a.id = gone.id and a.anonymised_at is null and ${condition}
    returning a.id, a.contractor_id "contractorId"`);
  const which = rows.map(({ id, contractorId }) => ({ id: Number(id), contractorId }));
  if (which.length === 0) return [];
  await deleteLinks(
    tx,
    ['application', 'application-device', 'application-text', 'adverse-action'],
    which,
  );
  await removeLater(tx, await deleteAll(tx, which));
  await forgetLenderWords(tx, which);
  await forgetDetails(tx, which, now);
  await tx.execute(
    sql`delete from application_notes where (contractor_id, application_id) in ${keyPairs(which)}`,
  );
  await tx.execute(
    sql`delete from application_follow_ups where (contractor_id, application_id) in ${keyPairs(which)}`,
  );
  await dequeueAbout(
    tx,
    which.flatMap(({ id }) =>
      messageKeys(id).flatMap((start) => [`email-news:${start}`, `push-news:${start}`]),
    ),
  );
  await emit(tx, 'applications.anonymized', { applications: which, now });
  const kinds = ['application', 'homeowner'] as const;
  const about = which.flatMap((row) => kinds.map((kind) => ({ ...row, kind })));
  await forgetMessages(tx, about, now);
  return which;
}

/** Erases the details for lenders; that they were given stays. */
async function forgetDetails(tx: Database, which: readonly RowKey[], now: Date): Promise<void> {
  await tx.execute(sql`
    update applicant_details set sealed = null, erased_at = ${stamp(now)}
    where (contractor_id, application_id) in ${keyPairs(which)} and sealed is not null`);
}

/** Removes what lenders wrote about the homeowners, and their credit scores. */
async function forgetLenderWords(tx: Database, which: readonly RowKey[]): Promise<void> {
  await tx.execute(sql`
    update application_lenders set decline_details = null, credit_score = null, bureau = null
    where (contractor_id, application_id) in ${keyPairs(which)} and (decline_details is not null or credit_score is not null)`);
  await tx.execute(sql`
    update offer_fundings set reason = '' where (contractor_id, application_id) in ${keyPairs(which)} and reason <> ''`);
  await tx.execute(sql`
    update offers set conditions = '{}', extra = null, apply_url = null
    where (contractor_id, application_id) in ${keyPairs(which)}
      and (conditions <> '{}' or extra is not null or apply_url is not null)`);
  await tx.execute(sql`
    update lender_events set extra = null, done = null where (contractor_id, application_id) in ${keyPairs(which)} and (extra is not null or done is not null)`);
}

/** Key prefixes of the messages about an application. */
const messageKeys = (id: number): string[] => [`application-${id}-`, homeownerKeys(id)];
