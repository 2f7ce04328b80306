import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { applicationConsents, applications, consentTexts } from '../tables.ts';

export type ConsentRow = typeof applicationConsents.$inferSelect;
type NewConsentRow = typeof applicationConsents.$inferInsert;
interface ApplicationKey {
  contractorId: number;
  id: number;
}

/** Stores consent events with the texts that were shown. */
export async function insertConsents(
  tx: Database,
  rows: readonly (NewConsentRow & { text: string })[],
): Promise<void> {
  await tx
    .insert(consentTexts)
    .values(rows.map(({ contractorId, textHash: hash, text }) => ({ contractorId, hash, text })))
    .onConflictDoNothing();
  await tx.insert(applicationConsents).values(rows.map(({ text: _text, ...row }) => row));
}

/** An application's consent events in order, with the texts. */
export function selectConsents(
  db: Database,
  { contractorId, id }: ApplicationKey,
): Promise<{ row: ConsentRow; text: string }[]> {
  return db
    .select({ row: applicationConsents, text: consentTexts.text })
    .from(applicationConsents)
    .innerJoin(
      consentTexts,
      and(
        eq(consentTexts.contractorId, applicationConsents.contractorId),
        eq(consentTexts.hash, applicationConsents.textHash),
      ),
    )
    .where(
      and(
        eq(applicationConsents.contractorId, contractorId),
        eq(applicationConsents.applicationId, id),
      ),
    )
    .orderBy(asc(applicationConsents.id));
}

/** The consent events of the application with this reference, in order. */
export async function selectConsentsByReference(
  db: Database,
  contractorId: number,
  reference: string,
): Promise<ConsentRow[]> {
  const rows = await db
    .select({ row: applicationConsents })
    .from(applicationConsents)
    .innerJoin(
      applications,
      and(
        eq(applications.contractorId, applicationConsents.contractorId),
        eq(applications.id, applicationConsents.applicationId),
      ),
    )
    .where(
      and(
        eq(applicationConsents.contractorId, contractorId),
        eq(applications.contractorId, contractorId),
        eq(applications.reference, reference),
      ),
    )
    .orderBy(asc(applicationConsents.id));
  return rows.map(({ row }) => row);
}

/** Applications of a phone number, across contractors, with consent to automated contact. */
export async function selectContactsByPhone(
  db: Database,
  phone: string,
): Promise<ApplicationKey[]> {
  const rows = await db
    .selectDistinct({ contractorId: applications.contractorId, id: applications.id })
    .from(applicationConsents)
    .innerJoin(
      applications,
      and(
        eq(applications.contractorId, applicationConsents.contractorId),
        eq(applications.id, applicationConsents.applicationId),
      ),
    )
    .where(
      and(
        acrossContractors('A number that replies STOP gets no texts from any contractor.'),
        eq(applicationConsents.phone, phone),
        eq(applicationConsents.kind, 'contact'),
        isNotNull(applications.textsAgreedAt),
      ),
    )
    // A fixed order avoids deadlocks, because each row is locked.
    .orderBy(asc(applications.contractorId), asc(applications.id));
  return rows;
}

/** Rows per read. */
const batchSize = 1000;

/** All consents on a contractor's pages, in order. */
export async function* iterateConsents(
  db: Database,
  contractorId: number,
): AsyncGenerator<ConsentRow> {
  for (let after = 0; ;) {
    const rows = await db
      .select()
      .from(applicationConsents)
      .where(
        and(eq(applicationConsents.contractorId, contractorId), gt(applicationConsents.id, after)),
      )
      .orderBy(asc(applicationConsents.id))
      .limit(batchSize);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) return;
    after = last.id;
  }
}

/** Consents of an e-mail address, across contractors. */
export function selectConsentsByEmail(db: Database, email: string): Promise<ConsentRow[]> {
  return db
    .select()
    .from(applicationConsents)
    .where(
      and(
        acrossContractors('A person may have applied at any contractor.'),
        eq(sql`lower(${applicationConsents.email})`, email),
      ),
    )
    .orderBy(asc(applicationConsents.applicationId), asc(applicationConsents.id));
}

export interface FoundRecord extends Record<string, unknown> {
  applicationId: string;
  companyName: string;
  applicantName: string;
  applicantEmail: string;
  applicantPhone: string;
  sentAt: string;
  contact: ConsentRow['answer'] | null;
}

/** A search for records: by number, which may be an application's or a phone's, or by e-mail. */
export type ConsentSearch = { email: string } | { digits: string };

/**
 * Applications with consents, newest first. Both the application and its consents name the
 * homeowner, because the consents are kept longer.
 */
export async function searchConsents(
  db: Database,
  wanted: ConsentSearch,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: FoundRecord[]; total: number }> {
  const forStaff = acrossContractors('Staff look for a homeowner at every contractor.');
  // Larger numbers lose precision in JavaScript.
  const isNumber = 'digits' in wanted && wanted.digits.length <= 15;
  const ids =
    'email' in wanted
      ? sql`select contractor_id, id from applications where lower(email) = ${wanted.email} and consent_at is not null and ${forStaff}
          union select contractor_id, application_id from application_consents where lower(email) = ${wanted.email}`
      : sql`select contractor_id, application_id id from application_consents where phone = ${wanted.digits} and ${forStaff}
          ${isNumber ? sql`union select contractor_id, id from applications where id = ${wanted.digits}::bigint and consent_at is not null` : sql``}`;
  const { rows } = await db.execute<FoundRecord & { total: string }>(sql`
    with found as (${ids})
    select a.id "applicationId", c.company_name "companyName",
      coalesce(nullif(k.name, ''), case when a.anonymised_at is null then a.applicant_name else '' end) "applicantName",
      coalesce(nullif(k.email, ''), a.email) "applicantEmail",
      coalesce(nullif(k.phone, ''), a.phone) "applicantPhone",
      a.consent_at "sentAt", k.answer contact, count(*) over () total
    from found join applications a on a.contractor_id = found.contractor_id and a.id = found.id
      join contractors c on c.id = a.contractor_id
    left join lateral (select name, email, phone, answer from application_consents k
      where k.application_id = a.id and k.contractor_id = a.contractor_id and k.kind = 'contact'
      order by k.id desc limit 1) k on true
    order by a.id desc limit ${limit} offset ${offset}`);
  return { rows, total: Number(rows[0]?.total ?? 0) };
}
