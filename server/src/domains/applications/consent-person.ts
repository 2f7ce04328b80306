import { sql, type SQL } from 'drizzle-orm';
import { consentWords } from '@lintel/contract/legal/constants';
import { momentText } from '../../platform/days.ts';
import type { KeptWords, PersonSource } from '../../platform/persons.ts';
import type { Due, RetentionSource } from '../../platform/retention.ts';
import { selectConsentsOf } from './consent-repository.ts';

/**
 * What homeowners have agreed to. A copy names it; a deletion leaves it, because it is the proof
 * that they were asked, until the time for which proofs are kept is over.
 */
export const consentPerson = (timeZone: string): PersonSource => ({
  name: 'Consents',
  copy: async (db, email) =>
    (await selectConsentsOf(db, email)).map((row) => ({
      title: `Application ${row.applicationId}: ${consentWords[row.kind]}`,
      facts: [
        ['What you did', answerWords[row.answer]],
        ['When', momentText(row.at, timeZone)],
        ['Text', `Version ${row.version}, ${row.language === 'es' ? 'Spanish' : 'English'}`],
        ['SHA-256 of the text', row.textHash],
        ['Name', row.name],
        ['E-mail', row.email],
        ['Phone', row.phone],
        ['Network address', row.address ?? ''],
        ['Browser', row.userAgent],
      ],
    })),
  look: async (db, email) => {
    const rows = await selectConsentsOf(db, email);
    return { count: rows.length, kept: keptOf(rows) };
  },
  erase: async (tx, { email }) => {
    const kept = keptOf(await selectConsentsOf(tx, email));
    return { count: 0, kept, waits: false, removedAt: [] };
  },
  addresses: () => Promise.resolve([]),
});

const answerWords = {
  given: 'You agreed',
  declined: 'You did not agree',
  withdrawn: 'You withdrew your agreement',
};

const why =
  'They prove what you agreed to, when and beside which text (15 USC 1681b, 15 USC 7001, 47 CFR 64.1200). They are removed when the time for such questions is over.';

const whyInSpanish =
  'Demuestran lo que usted aceptó, cuándo y junto a qué texto (15 USC 1681b, 15 USC 7001, 47 CFR 64.1200). Se eliminan cuando pasa el plazo para esas preguntas.';

function keptOf(rows: readonly { applicationId: number }[]): KeptWords[] {
  const count = new Set(rows.map(({ applicationId }) => applicationId)).size;
  if (count === 0) return [];
  const isOne = count === 1;
  const what = isOne ? 'Consents of 1 application' : `Consents of ${count} applications`;
  const inSpanish = `Consentimientos de ${count} ${isOne ? 'solicitud' : 'solicitudes'}`;
  return [{ en: { what, why }, es: { what: inSpanish, why: whyInSpanish } }];
}

const at = (moment: Date): SQL => sql`${moment.toISOString()}::timestamptz`;

/**
 * Counted from the last thing that a homeowner did with the consents of an application. That it is
 * later than the one looked at goes without saying, but not for the planner, which else expects none
 * to be due and reads all.
 */
const isDue = ({ before }: Due): SQL => sql`k.anonymised_at is null and k.at < ${at(before)}
  and not exists (select 1 from application_consents later where later.contractor_id = k.contractor_id
    and later.application_id = k.application_id and later.at >= ${at(before)} and later.at > k.at)`;

/** Proofs of what homeowners have agreed to: what was agreed to and when stays. */
export const consentRetention: RetentionSource = {
  kind: 'consents',
  name: 'Consents',
  countDue: async (db, due) => {
    const { rows } = await db.execute<{ count: string }>(
      sql`select count(*) from application_consents k where ${isDue(due)}`,
    );
    return Number(rows[0]?.count);
  },
  anonymise: async (tx, due) => {
    const { rowCount } = await tx.execute(sql`
      with due as materialized (select k.contractor_id, k.application_id, k.id from application_consents k
        where ${isDue(due)} order by k.at limit ${due.limit})
      update application_consents k set name = '', email = '', phone = '', address = null,
        user_agent = '', anonymised_at = ${at(due.now)}
      from due where k.contractor_id = due.contractor_id and k.application_id = due.application_id
        and k.id = due.id and k.anonymised_at is null`);
    return rowCount ?? 0;
  },
};
