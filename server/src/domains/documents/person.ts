import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { documentKinds, documentStatuses } from '@lintel/contract/documents/constants';
import { phoneText } from '@lintel/contract/core/field-rules';
import { acrossContractors } from '../../platform/db/across-contractors.ts';
import { momentText } from '../../platform/days.ts';
import type { Database } from '../../platform/db/connect.ts';
import { dollarsText } from '../../platform/money.ts';
import type { Language } from '@lintel/contract/core/language';
import {
  translateTo,
  type CopiedItem,
  type RetainedDataTexts,
  type PersonSource,
} from '../../platform/persons.ts';
import { readZones } from '../contractors/index.ts';
import { forgetDocumentMessages, isRecord, takeOut } from './retention.ts';
import { documentRevisions, documents } from './tables.ts';

const everyContractor = acrossContractors('A person may be known to any contractor.');
const customerEmail = sql`lower(${documents.content} -> 'customer' ->> 'email')`;

/** Estimates and invoices for people, by their e-mail address. */
export const documentPerson = (timeZone: string): PersonSource => ({
  name: 'Estimates and invoices',
  spanishName: 'Presupuestos y facturas',
  copy: (db, email, _included, language) => copyDocuments(db, email, { timeZone, language }),
  look: async (db, email, now) => {
    const rows = await selectByEmail(db, email, now);
    return { count: rows.length, kept: describeRetained(rows) };
  },
  erase: async (tx, { email, until, now }) => {
    const found = await selectByEmail(tx, email, until);
    const removed = await takeOut(tx, found, now, sql`not ${isRecord}`);
    const retainedDocuments = await selectByEmail(tx, email, until);
    await forgetDocumentMessages(tx, retainedDocuments, now);
    // The retention job deletes the rest when its time is over.
    return {
      count: removed.length,
      kept: describeRetained(retainedDocuments),
      waits: false,
      removedAt: [],
    };
  },
  addresses: async (db, { afterId, limit }) =>
    db
      .select({
        id: documents.id,
        email: sql<string>`${documents.content} -> 'customer' ->> 'email'`,
      })
      .from(documents)
      .where(and(gt(documents.id, afterId), isNull(documents.anonymisedAt), everyContractor))
      .orderBy(asc(documents.id))
      .limit(limit),
});

interface PersonsDocument {
  contractorId: number;
  id: number;
  isKept: boolean;
}

/** A person's documents started by `until`, each with whether tax law requires keeping it. */
async function selectByEmail(db: Database, email: string, until: Date): Promise<PersonsDocument[]> {
  const { rows } = await db.execute<{ contractorId: number; id: string; isKept: boolean }>(sql`
    select d.contractor_id "contractorId", d.id, ${isRecord} "isKept" from documents d
    where lower(d.content -> 'customer' ->> 'email') = ${email} and d.anonymised_at is null
      and d.created_at <= ${until.toISOString()}::timestamptz and ${everyContractor}
    order by d.id`);
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

function describeRetained(rows: readonly PersonsDocument[]): RetainedDataTexts[] {
  const count = rows.filter(({ isKept }) => isKept).length;
  if (count === 0) return [];
  return [
    {
      en: {
        what: `${count} invoice${count === 1 ? '' : 's'} and accepted estimates`,
        why: 'Your contractor has to keep them for seven years for tax purposes. After that, they are removed.',
      },
      es: {
        what: `${count} factura${count === 1 ? '' : 's'} y presupuestos aceptados`,
        why: 'Su contratista debe guardarlos por los impuestos durante siete años. Después se eliminan.',
      },
    },
  ];
}

const inSpanish = {
  estimate: 'Presupuesto',
  invoice: 'Factura',
  draft: 'Borrador',
  sent: 'Enviado',
  viewed: 'Visto',
  accepted: 'Aceptado',
  declined: 'Rechazado',
  invoiced: 'Facturado',
  part_paid: 'Pagado en parte',
  paid: 'Pagado',
  void: 'Anulado',
} as const;

async function copyDocuments(
  db: Database,
  email: string,
  { timeZone, language }: { timeZone: string; language: Language },
): Promise<CopiedItem[]> {
  const say = translateTo(language);
  const rows = await db
    .select()
    .from(documents)
    .where(and(eq(customerEmail, email), isNull(documents.anonymisedAt), everyContractor))
    .orderBy(asc(documents.id));
  const zoneOf = await readZones(
    db,
    rows.map(({ contractorId }) => contractorId),
    timeZone,
  );
  const items: CopiedItem[] = [];
  for (const row of rows) {
    const at = (time: Date): string => momentText(time, zoneOf(row.contractorId), language);
    const { customer, items: written, notes } = row.content;
    const details = written.flatMap((item) => (item.details === '' ? [] : [item.details]));
    const signed = await db
      .select({
        name: documentRevisions.signedName,
        signedAt: documentRevisions.signedAt,
        address: documentRevisions.signedAddress,
      })
      .from(documentRevisions)
      .where(
        and(
          eq(documentRevisions.contractorId, row.contractorId),
          eq(documentRevisions.documentId, row.id),
        ),
      );
    const place = [customer.street, customer.city, customer.state, customer.zip];
    const facts: [string, string][] = [
      [say('State', 'Estado'), say(documentStatuses[row.status], inSpanish[row.status])],
      [say('Name', 'Nombre'), customer.name],
      [say('Company', 'Empresa'), customer.company],
      [say('E-mail', 'Correo electrónico'), customer.email],
      [say('Phone', 'Teléfono'), phoneText(customer.phone)],
      [say('Address', 'Dirección'), place.filter(Boolean).join(', ')],
      [say('Project', 'Proyecto'), row.content.projectName],
      [say('Notes', 'Notas'), notes],
      [say('Details', 'Detalles'), details.join('\n')],
      [say('Total', 'Total'), dollarsText(row.totalCents)],
      [say('Written', 'Escrito'), at(row.createdAt)],
      ...signed.flatMap(({ name, signedAt, address }): [string, string][] =>
        signedAt === null
          ? []
          : [[say('Signed', 'Firmado'), `${name}, ${at(signedAt)}, ${address ?? ''}`]],
      ),
    ];
    items.push({
      title: `${say(documentKinds[row.kind], inSpanish[row.kind])} ${row.number ?? ''}`.trim(),
      facts: facts.filter(([, value]) => value !== ''),
    });
  }
  return items;
}
