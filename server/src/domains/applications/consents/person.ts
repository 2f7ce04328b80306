import { sql, type SQL } from 'drizzle-orm';
import { consentWords, type ConsentAnswer } from '@lintel/contract/legal/constants';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import { momentText } from '../../../platform/days.ts';
import {
  translateTo,
  type RetainedDataTexts,
  type PersonSource,
} from '../../../platform/persons.ts';
import type { Due, RetentionSource } from '../../../platform/retention.ts';
import { readZones } from '../../contractors/index.ts';
import { selectConsentsByEmail } from './repository.ts';

/**
 * Consents of a person. A data copy includes them; a deletion keeps them as proof until their
 * retention period ends.
 */
export const consentPerson = (timeZone: string): PersonSource => ({
  name: 'Consents',
  spanishName: 'Consentimientos',
  copy: async (db, email, _included, language) => {
    const say = translateTo(language);
    const rows = await selectConsentsByEmail(db, email);
    const zoneOf = await readZones(
      db,
      rows.map(({ contractorId }) => contractorId),
      timeZone,
    );
    return rows.map((row) => ({
      title: say(
        `Application ${row.applicationId}: ${consentWords[row.kind]}`,
        `Solicitud ${row.applicationId}: ${consentsInSpanish[row.kind]}`,
      ),
      facts: [
        [say('What you did', 'Lo que hizo'), say(...answerWords[row.answer])],
        [say('When', 'Cuándo'), momentText(row.at, zoneOf(row.contractorId), language)],
        [
          say('Text', 'Texto'),
          row.language === 'es'
            ? say(`Version ${row.version}, Spanish`, `Versión ${row.version}, en español`)
            : say(`Version ${row.version}, English`, `Versión ${row.version}, en inglés`),
        ],
        [say('SHA-256 of the text', 'SHA-256 del texto'), row.textHash],
        [say('Name', 'Nombre'), row.name],
        [say('E-mail', 'Correo electrónico'), row.email],
        [say('Phone', 'Teléfono'), row.phone],
        [say('Network address', 'Dirección de red'), row.address ?? ''],
        [say('Browser', 'Navegador'), row.userAgent],
      ],
    }));
  },
  look: async (db, email) => {
    const rows = await selectConsentsByEmail(db, email);
    return { count: rows.length, kept: describeRetained(rows) };
  },
  erase: async (tx, { email }) => {
    const retained = describeRetained(await selectConsentsByEmail(tx, email));
    return { count: 0, kept: retained, waits: false, removedAt: [] };
  },
  addresses: () => Promise.resolve([]),
});

const consentsInSpanish = {
  sharing: 'Compartir datos y consulta de crédito preliminar',
  'e-sign': 'Documentos electrónicos',
  contact: 'Llamadas y mensajes automáticos',
} as const;

const answerWords: Record<ConsentAnswer, readonly [english: string, spanish: string]> = {
  given: ['You agreed', 'Usted aceptó'],
  declined: ['You did not agree', 'Usted no aceptó'],
  withdrawn: ['You withdrew your agreement', 'Usted retiró su consentimiento'],
};

const why =
  'They prove what you agreed to, when, and with which text (15 USC 1681b, 15 USC 7001, 47 CFR 64.1200). They are removed when that proof is no longer needed.';

const whyInSpanish =
  'Demuestran lo que usted aceptó, cuándo y junto a qué texto (15 USC 1681b, 15 USC 7001, 47 CFR 64.1200). Se eliminan cuando pasa el plazo para esas preguntas.';

function describeRetained(rows: readonly { applicationId: number }[]): RetainedDataTexts[] {
  const count = new Set(rows.map(({ applicationId }) => applicationId)).size;
  if (count === 0) return [];
  const isOne = count === 1;
  const what = isOne ? 'Consents for 1 application' : `Consents for ${count} applications`;
  const inSpanish = `Consentimientos de ${count} ${isOne ? 'solicitud' : 'solicitudes'}`;
  return [{ en: { what, why }, es: { what: inSpanish, why: whyInSpanish } }];
}

const at = (moment: Date): SQL => sql`${moment.toISOString()}::timestamptz`;

/**
 * Due counts from the latest consent event of an application. `later.at > k.at` is implied, but the
 * planner needs it: without it, it expects no due rows and reads all.
 */
const isDue = ({ before }: Due): SQL => sql`k.anonymised_at is null and k.at < ${at(before)}
  and not exists (select 1 from application_consents later where later.contractor_id = k.contractor_id
    and later.application_id = k.application_id and later.at >= ${at(before)} and later.at > k.at)`;

const everyContractor = acrossContractors('Retention looks for what is due at every contractor.');

/** Retention of consent proofs: anonymizes the homeowner and keeps what was agreed to and when. */
export const consentRetention: RetentionSource = {
  kind: 'consents',
  name: 'Consents',
  countDue: async (db, due) => {
    const { rows } = await db.execute<{ count: string }>(
      sql`select count(*) from application_consents k where ${isDue(due)} and ${everyContractor}`,
    );
    return Number(rows[0]?.count);
  },
  anonymise: async (tx, due) => {
    const { rowCount } = await tx.execute(sql`
      with due as materialized (select k.contractor_id, k.application_id, k.id from application_consents k
        where ${isDue(due)} and ${everyContractor} order by k.at limit ${due.limit})
      update application_consents k set name = '', email = '', phone = '', address = null,
        user_agent = '', anonymised_at = ${at(due.now)}
      from due where k.contractor_id = due.contractor_id and k.application_id = due.application_id
        and k.id = due.id and k.anonymised_at is null`);
    return rowCount ?? 0;
  },
};
