import type { Pool } from 'pg';
import {
  iterateConsents,
  selectConsents,
} from '../server/src/domains/applications/consents/repository.ts';
import { selectAbout } from '../server/src/domains/messaging/queue/index.ts';
import { readVisits } from '../server/src/domains/identity/sessions/visits.ts';
import { readCounts } from '../server/src/domains/links/counts.ts';
import { leftToday } from '../server/src/domains/links/limits.ts';
import { selectLinks, selectByApplication } from '../server/src/domains/links/repository.ts';
import { linkTimeline } from '../server/src/domains/links/timeline.ts';
import { selectStopped } from '../server/src/domains/messaging/text/repository.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { readConfig } from '../server/src/platform/config.ts';
import type { Database } from '../server/src/platform/db/connect.ts';
import { daysAgo, listed, now, type Question } from './questions.ts';

const config = readConfig({});
const seen = { applications: true, customers: true, documents: true };
const day = (at: Date): string => at.toISOString().slice(0, 10);

/** Queries of one contractor's users. */
export const contractorQuestions = async (
  db: Database,
  pool: Pool,
  contractorId: number,
): Promise<Question[]> => [
  ...(await homeownerQuestions(db, pool, contractorId)),
  ...companyQuestions(db, contractorId),
];

/** Queries about one application or customer, a different one each time. */
async function homeownerQuestions(
  db: Database,
  pool: Pool,
  contractorId: number,
): Promise<Question[]> {
  const own = (table: string) =>
    pool
      .query<{ id: string }>(
        `select id from ${table} where contractor_id = $1 order by id limit 400`,
        [contractorId],
      )
      .then(({ rows }) => rows.map(({ id }) => Number(id)));
  const [apps, customers] = await Promise.all([own('applications'), own('customers')]);
  let nextQuestion = 0;
  const one = (list: number[]): number => list[(nextQuestion += 1) % list.length] ?? 0;
  const whose = `contractor_id = ${contractorId}`;
  const about = (channel: string): string =>
    `select * from messages where ${whose} and channel = '${channel}' and about_kind = 'homeowner' and about_id = ${one(apps)}
      and status <> 'suppressed' order by id desc limit 100`;
  const links = (where: string): string =>
    `select * from sent_links where ${whose} and ${where} order by id desc`;
  return [
    {
      name: 'what a homeowner was told',
      ask: () => {
        const application = { kind: 'homeowner', id: one(apps) } as const;
        return Promise.all(
          (['text', 'email'] as const).map((channel) =>
            selectAbout(db, { contractorId, channel }, application, 100),
          ),
        );
      },
      hand: () => [about('text'), about('email')],
    },
    {
      name: 'the consents of an application',
      ask: () => selectConsents(db, { contractorId, id: one(apps) }),
      hand: () => [
        `select k.*, t.text from application_consents k join consent_texts t on t.contractor_id = k.contractor_id and t.hash = k.text_hash where k.${whose} and k.application_id = ${one(apps)} order by k.id`,
      ],
    },
    {
      name: 'the links of an application',
      ask: () => selectByApplication(db, { contractorId, applicationId: one(apps) }, 25),
      hand: () => [links(`application_id = ${one(apps)}`)],
    },
    {
      name: 'the links of a customer',
      ask: () =>
        selectLinks(db, { contractorId, customerId: one(customers) }, { page: 1, limit: 25 }),
      hand: () => [
        links(`customer_id = ${one(customers)}`),
        `select count(*) from sent_links where ${whose} and customer_id = ${one(customers)}`,
      ],
    },
    {
      name: 'the history of a customer',
      ask: () => linkTimeline(db, { contractorId, customerId: one(customers), seen }, now, 31),
      hand: () => [
        links(`customer_id = ${one(customers)}`),
        `select s.* from link_sends s join sent_links l on l.contractor_id = s.contractor_id and l.id = s.link_id where l.${whose} and l.customer_id = ${one(customers)}`,
      ],
    },
  ];
}

/** Queries about all of a contractor's records. */
function companyQuestions(db: Database, contractorId: number): Question[] {
  const whose = `contractor_id = ${contractorId}`;
  const channels = (days: number): Question => ({
    name: `links by their way, ${days} days`,
    ask: () =>
      readCounts({ db, config }, seen, contractorId, {
        from: day(daysAgo(days - 1)),
        to: day(now),
      }),
    hand: () => [
      `select channel, count(sent_at), count(delivered_at), count(opened_at), count(started_at), count(submitted_at) from sent_links
       where ${whose} and created_at >= '${day(daysAgo(days - 1))}' group by channel`,
    ],
  });
  const numbers = Array.from({ length: 25 }, (_, n) => `+1303555${String(n).padStart(4, '0')}`);
  return [
    channels(30),
    channels(365),
    {
      name: 'what is left of the day',
      ask: () => leftToday(db, { clock: systemClock, config }, contractorId),
      hand: () => [
        `select a_day from link_limits where ${whose}`,
        "select * from settings where name = 'LinksADay'",
        `select * from call_counters where key = 'links:${contractorId}:${day(now)}'`,
      ],
    },
    {
      name: 'which of 25 numbers are stopped',
      ask: () => selectStopped(db, numbers),
      hand: () => [`select number from text_stops where number = any('{${numbers.join(',')}}')`],
    },
    {
      name: 'a batch of consents for the export',
      ask: () => iterateConsents(db, contractorId).next(),
      hand: () => [
        `select * from application_consents where ${whose} and id > 0 order by id limit 1000`,
      ],
    },
    {
      name: 'visits of staff',
      ask: () => readVisits(db, contractorId, { page: 1, limit: 25, now }),
      hand: () => [
        ...listed('staff_visits', `where ${whose}`, 'id desc'),
        'select 1 from users where id = 1',
        'select 1 from sessions limit 1',
      ],
    },
  ];
}
