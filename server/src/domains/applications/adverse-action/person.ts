import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { noticeKinds, noticeStates } from '@lintel/contract/applications/adverse-action-constants';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { dayText, usDay } from '../../../platform/days.ts';
import {
  translateTo,
  type RetainedDataTexts,
  type PersonSource,
} from '../../../platform/persons.ts';
import { readZones } from '../../contractors/index.ts';
import { adverseActionNotices as notices, type NoticeRow } from './tables.ts';

const selectOf = (db: Database, email: string): Promise<NoticeRow[]> =>
  db
    .select()
    .from(notices)
    .where(
      and(
        acrossContractors('A person may have applied at any contractor.'),
        ne(notices.email, ''),
        eq(sql`lower(${notices.email})`, email),
      ),
    )
    .orderBy(asc(notices.id));

/**
 * Notices to a person. A data copy includes their texts; a deletion keeps them as the records that
 * the law requires until their retention period ends.
 */
export const noticePerson = (timeZone: string): PersonSource => ({
  name: 'Adverse action notices',
  spanishName: 'Avisos de decisiones adversas',
  copy: async (db, email, _included, language) => {
    const say = translateTo(language);
    // A lender that sends its own notice left nothing here to read.
    const rows = await selectOf(db, email);
    const zoneOf = await readZones(
      db,
      rows.map(({ contractorId }) => contractorId),
      timeZone,
    );
    return rows.map((row) => ({
      title: say(
        `Application ${row.applicationId}: notice of ${row.lenderName}`,
        `Solicitud ${row.applicationId}: aviso de ${row.lenderName}`,
      ),
      facts: [
        [say('Reason', 'Motivo'), say(noticeKinds[row.kind], kindsInSpanish[row.kind])],
        [say('State', 'Estado'), say(noticeStates[row.state], statesInSpanish[row.state])],
        [say('Sent', 'Enviado'), sentText(row, zoneOf(row.contractorId), language)],
        [say('Name', 'Nombre'), row.applicantName],
        [say('E-mail', 'Correo electrónico'), row.email],
        [say('Address', 'Dirección'), row.address],
        [say('Text', 'Texto'), row.text],
      ].filter((fact): fact is [string, string] => fact[1] !== ''),
    }));
  },
  look: async (db, email) => {
    const rows = await selectOf(db, email);
    return { count: rows.length, kept: keptOf(rows.length) };
  },
  erase: async (tx, { email }) => {
    const { length } = await selectOf(tx, email);
    return { count: 0, kept: keptOf(length), waits: false, removedAt: [] };
  },
  addresses: () => Promise.resolve([]),
});

const sentText = ({ sentAt, mailedOn }: NoticeRow, timeZone: string, language: 'en' | 'es') =>
  sentAt === null ? usDay(mailedOn ?? '') : dayText(sentAt, timeZone, language);

const kindsInSpanish = {
  declined: 'Rechazada',
  'no-offers': 'Sin oferta',
  withdrawn: 'Oferta retirada',
  'counter-offer': 'Contraoferta no aceptada',
} as const;
const statesInSpanish = {
  waiting: 'Pendiente',
  sent: 'Enviado por correo electrónico',
  paper: 'Pendiente de envío en papel',
  mailed: 'Enviado en papel',
  lender: 'Lo envía el prestamista',
  'not-needed': 'No es necesario',
} as const;

function keptOf(count: number): RetainedDataTexts[] {
  if (count === 0) return [];
  return [
    {
      en: {
        what: count === 1 ? '1 adverse action notice' : `${count} adverse action notices`,
        why: 'The law requires that we keep them for 25 months (12 CFR 1002.12(b)). They are removed after that.',
      },
      es: {
        what:
          count === 1 ? '1 aviso de decisión adversa' : `${count} avisos de decisiones adversas`,
        why: 'La ley exige conservarlos durante 25 meses (12 CFR 1002.12(b)). Después se eliminan.',
      },
    },
  ];
}
