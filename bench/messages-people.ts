import { consentPerson } from '../server/src/domains/applications/consents/person.ts';
import {
  searchConsents,
  selectContactsByPhone,
} from '../server/src/domains/applications/consents/repository.ts';
import { readZones } from '../server/src/domains/contractors/index.ts';
import { mailPerson } from '../server/src/domains/messaging/email/person.ts';
import { linkPerson } from '../server/src/domains/links/person.ts';
import { selectStranded } from '../server/src/domains/messaging/queue/repository.ts';
import type { Database } from '../server/src/platform/db/connect.ts';
import { another, now, samplePhone, type Question } from './questions.ts';

const timeZone = 'America/New_York';

const consentsBy = (where: string): string =>
  `select k.*, c.company_name from application_consents k join applications a on a.contractor_id = k.contractor_id and a.id = k.application_id
    join contractors c on c.id = a.contractor_id where ${where} order by k.application_id desc, k.id desc`;

/** A homeowner's records at all contractors. */
export const personQuestions = (db: Database, rows: number): Question[] => [
  ...recordQuestions(db, rows),
  ...ownDataQuestions(db, rows),
];

/** Staff searches for a homeowner at all contractors. */
function recordQuestions(db: Database, rows: number): Question[] {
  const next = another(Math.floor((rows * 4) / 15));
  const email = (): string => `home${next()}@example.com`;
  const first = { limit: 25, offset: 0 };
  return [
    {
      name: 'a record by e-mail',
      ask: () => searchConsents(db, { email: email() }, first),
      hand: () => [
        consentsBy(`lower(k.email) = '${email()}'`),
        `select id from applications where lower(email) = '${email()}' and consent_at is not null`,
      ],
    },
    {
      name: 'a record by phone',
      ask: () => searchConsents(db, { digits: samplePhone(next()) }, first),
      hand: () => [consentsBy(`k.phone = '${samplePhone(next())}'`)],
    },
    {
      name: 'a record by the number of an application',
      ask: () => searchConsents(db, { digits: String(next()) }, first),
      hand: () => [consentsBy(`a.id = ${next()} and k.application_id = a.id`)],
    },
    {
      name: 'a record that nobody has',
      ask: () => searchConsents(db, { email: `no${email()}` }, first),
      hand: () => [
        consentsBy(`lower(k.email) = 'no${email()}'`),
        `select id from applications where lower(email) = 'no${email()}' and consent_at is not null`,
      ],
    },
    {
      name: 'who agreed to be called at a number (STOP)',
      ask: () => selectContactsByPhone(db, samplePhone(next())),
      hand: () => [
        consentsBy(
          `k.phone = '${samplePhone(next())}' and k.kind = 'contact' and a.texts_agreed_at is not null`,
        ),
      ],
    },
  ];
}

/** Data for a homeowner's access request, or for a deletion. */
function ownDataQuestions(db: Database, rows: number): Question[] {
  const next = another(Math.floor((rows * 4) / 15));
  const email = (): string => `home${next()}@example.com`;
  const mails = mailPerson(timeZone, readZones);
  const links = linkPerson(timeZone);
  const consents = consentPerson(timeZone);
  const mailsTo = (): string =>
    `select created_at, subject from messages where channel = 'email' and lower(recipient) = '${email()}' and anonymised_at is null order by id desc limit 1000`;
  return [
    {
      name: 'own data: consents',
      ask: () => consents.copy(db, email(), [], 'en'),
      hand: () => [
        `select * from application_consents where lower(email) = '${email()}' order by application_id, id`,
      ],
    },
    {
      name: 'own data: e-mails',
      ask: () => mails.copy(db, email(), [], 'en'),
      hand: () => [mailsTo(), `select * from unsubscribers where lower(email) = '${email()}'`],
    },
    {
      name: 'own data: what would go of e-mails',
      ask: () => mails.look(db, email(), now),
      hand: () => [
        `select count(*) from messages where channel = 'email' and lower(recipient) = '${email()}' and anonymised_at is null`,
        `select * from unsubscribers where lower(email) = '${email()}'`,
      ],
    },
    {
      name: 'own data: links',
      ask: () => links.look(db, email(), now),
      hand: () => [
        `select * from sent_links where lower(email) = '${email()}' and anonymised_at is null`,
        `select l.* from customers k join sent_links l on l.contractor_id = k.contractor_id and l.customer_id = k.id where lower(k.email) = '${email()}' and l.anonymised_at is null`,
      ],
    },
  ];
}

/** Queries of background jobs, without a waiting user. */
export function jobQuestions(db: Database): Question[] {
  return [
    {
      name: 'messages that no job will send',
      ask: () => selectStranded(db),
      hand: () => [
        "select contractor_id, id from messages where status = 'queued' order by id limit 1000",
      ],
    },
  ];
}
