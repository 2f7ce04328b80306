import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import { momentText } from '../../../platform/days.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { translateTo, type PersonSource } from '../../../platform/persons.ts';
import { findUnsubscriber } from './preference-repository.ts';
import { forgetEmailsTo, messages as table } from '../queue/index.ts';
import { undeliverablePerson } from './undeliverable-person.ts';

/** An export lists at most this many messages, the newest. */
const mostListed = 1000;

const everyContractor = acrossContractors('A person gets messages of any contractor.');

const sentTo = (email: string) =>
  and(
    sql`channel = 'email' and lower(recipient) = ${email}`,
    isNull(table.anonymisedAt),
    everyContractor,
  );

/** The time zones of contractors; `fallback` where unknown. */
type ReadZones = (
  db: Database,
  contractorIds: readonly number[],
  fallback: string,
) => Promise<(contractorId: number) => string>;

/** E-mails sent to a person, and unsubscribes, for the person's data requests. */
export const mailPerson = (timeZone: string, zonesOf: ReadZones): PersonSource => ({
  name: 'E-mails',
  spanishName: 'Correos electrónicos',
  copy: async (db, email, _included, language) => {
    const say = translateTo(language);
    const messages = await db
      .select({
        contractorId: table.contractorId,
        at: table.createdAt,
        subject: table.subject,
      })
      .from(table)
      .where(sentTo(email))
      .orderBy(desc(table.id))
      .limit(mostListed);
    const unsubscribed = await findUnsubscriber(db, email);
    const zoneOf = await zonesOf(
      db,
      messages.map(({ contractorId }) => contractorId),
      timeZone,
    );
    const facts = messages.map(
      ({ contractorId, at, subject }) =>
        [momentText(at, zoneOf(contractorId), language), subject ?? ''] as const,
    );
    return [
      ...(facts.length === 0
        ? []
        : [{ title: say('E-mails to you', 'Correos enviados a usted'), facts }]),
      ...(unsubscribed === undefined
        ? []
        : [
            {
              title: say('Unsubscribed', 'Sin más avisos'),
              facts: [
                [
                  say('Unsubscribed', 'Suscripción cancelada'),
                  momentText(unsubscribed.date, timeZone, language),
                ] as const,
              ],
            },
          ]),
    ];
  },
  look: async (db, email) => {
    const [row] = await db
      .select({ count: sql<string>`count(*)` })
      .from(table)
      .where(sentTo(email));
    return { count: Number(row?.count), kept: await describeRetained(db, email) };
  },
  erase: async (tx, { email, until, now }) => ({
    count: await forgetEmailsTo(tx, { email, until, now }),
    kept: await describeRetained(tx, email),
    waits: false,
    removedAt: [],
  }),
  addresses: async (db, { afterId, limit }) => {
    const rows = await db
      .select({ id: table.id, email: table.recipient })
      .from(table)
      .where(
        and(
          gt(table.id, afterId),
          eq(table.channel, 'email'),
          isNull(table.anonymisedAt),
          everyContractor,
        ),
      )
      .orderBy(asc(table.id))
      .limit(limit);
    return rows.map(({ id, email }) => ({ id, email: email ?? '' }));
  },
});

export const emailPersons = (timeZone: string, zonesOf: ReadZones): PersonSource[] => [
  mailPerson(timeZone, zonesOf),
  undeliverablePerson(timeZone),
];

const describeRetained = async (db: Parameters<typeof findUnsubscriber>[0], email: string) =>
  (await findUnsubscriber(db, email)) === undefined
    ? []
    : [
        {
          en: {
            what: 'Your address on the unsubscribe list',
            why: 'So that no one e-mails it again by mistake, as the CAN-SPAM Act requires.',
          },
          es: {
            what: 'La dirección en la lista de quienes cancelaron la suscripción',
            why: 'Para que nadie le escriba otra vez por error, como lo pide la ley CAN-SPAM.',
          },
        },
      ];
