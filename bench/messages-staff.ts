import { waitingCounts } from '../server/src/domains/dashboard/waiting-repository.ts';
import {
  countUnsent,
  selectBuiltIn,
  selectFailed,
} from '../server/src/domains/messaging/email/message-repository.ts';
import { selectUnsubscribers } from '../server/src/domains/messaging/email/preference-repository.ts';
import { selectStops, selectTexts } from '../server/src/domains/messaging/text/repository.ts';
import type { Database } from '../server/src/platform/db/connect.ts';
import { another, daysAgo, listed, now, samplePhone, type Question } from './questions.ts';

/** Staff queries about the texts, phone numbers, and e-mails of all contractors. */
export const staffMessageQuestions = (db: Database, rows: number): Question[] => [
  ...textQuestions(db, rows),
  ...numberQuestions(db, rows),
  ...unsubscriberQuestions(db),
  ...emailQuestions(db),
];

type TextsQuery = Partial<Parameters<typeof selectTexts>[1]>;
type Filters = TextsQuery['filters'];

const filtered = (filters: Partial<Filters>): TextsQuery => ({
  filters: { to: '', status: '', ...filters },
});

function textQuestions(db: Database, rows: number): Question[] {
  const next = another(rows);
  const question = (name: string, textsQuery: () => TextsQuery, where: () => string): Question => {
    const query = () => ({
      page: 1,
      limit: 25,
      filters: { to: '', status: '' as const },
      ...textsQuery(),
    });
    const handWritten = () =>
      listed(
        'messages',
        `where channel = 'text'${where()}`,
        'created_at desc, id desc',
        textsQuery().page,
      );
    return { name, ask: () => selectTexts(db, query()), hand: handWritten };
  };
  const page = (name: string, query: TextsQuery): Question =>
    question(
      `texts, ${name}`,
      () => query,
      () => '',
    );
  const status = (name: string, filters: Partial<Filters>, where: string): Question =>
    question(
      `texts ${name}`,
      () => filtered(filters),
      () => ` and ${where}`,
    );
  const number = (name: string, to: () => string): Question =>
    question(
      `texts to ${name}`,
      () => filtered({ to: to() }),
      () => ` and recipient like '%${to()}%'`,
    );
  const middle = rows / 50;
  return [
    page('first page', {}),
    page('page 1,000', { page: 1000 }),
    page('the page in the middle, by its number', { page: middle }),
    page('the page in the middle, beside a known row', { page: middle, after: rows / 2 }),
    page('the last page', { page: rows / 25 }),
    status('that failed', { status: 'failed' }, "status = 'failed'"),
    status('that were delivered', { status: 'delivered' }, "status = 'delivered'"),
    status(
      'to an area that failed',
      { to: '303', status: 'failed' },
      `recipient like '%303%' and status = 'failed'`,
    ),
    number('an area', () => '303'),
    number('six digits, each others', () => samplePhone(next()).slice(0, 6)),
    number('a number, each another', () => samplePhone(next())),
    number('a number that nobody has', () => `999${samplePhone(next()).slice(3)}`),
  ];
}

function numberQuestions(db: Database, rows: number): Question[] {
  const next = another(rows / 50);
  const question = (name: string, number: () => string, page = 1): Question => ({
    name,
    ask: () => selectStops(db, { page, limit: 25, number: number() }),
    hand: () =>
      listed(
        'text_stops',
        `where number like '%${number()}%'`,
        'stopped_at desc, number desc',
        page,
      ),
  });
  return [
    question('stopped numbers', () => ''),
    question('stopped numbers, page 1,000', () => '', 1000),
    question('stopped numbers of an area', () => '303'),
    question('a stopped number, each another', () => samplePhone(next() * 50)),
  ];
}

function unsubscriberQuestions(db: Database): Question[] {
  const order = { field: 'date', descending: true } as const;
  const question = (name: string, email: string, page = 1): Question => ({
    name: `unsubscribed, ${name}`,
    ask: () => selectUnsubscribers(db, { page, limit: 25, order, filters: { email, source: '' } }),
    hand: () =>
      listed('unsubscribers', `where lower(email) like '%${email}%'`, 'date desc, id desc', page),
  });
  return [
    question('first page', ''),
    question('page 1,000', '', 1000),
    question('a common part', 'example.org'),
    question('one address', 'home77727@'),
  ];
}

const count = (where: string): string => `select count(*) from messages ${where}`;

function emailQuestions(db: Database): Question[] {
  const failed = "where channel = 'email' and status = 'failed' and anonymised_at is null";
  const page = (name: string, n: number): Question => ({
    name,
    ask: () => selectFailed(db, { page: n, limit: 25 }),
    hand: () => listed('messages', failed, 'settled_at desc, id desc', n),
  });
  const since = daysAgo(30);
  const builtIn = `where built_in_reason is not null and created_at >= '${since.toISOString()}'`;
  return [
    page('e-mails that failed', 1),
    page('e-mails that failed, page 1,000', 1000),
    {
      name: 'e-mails with the built-in text',
      ask: () => selectBuiltIn(db, { since, page: 1, limit: 25 }),
      hand: () => listed('messages', builtIn, 'created_at desc, id desc'),
    },
    {
      name: 'how many e-mails failed (dashboard of staff)',
      ask: () => waitingCounts.undeliveredEmails(db, now, 1),
      hand: () => [count(failed)],
    },
    {
      name: 'unsent e-mails (metrics)',
      ask: () => countUnsent(db),
      hand: () => [count(failed), count("where channel = 'email' and status = 'queued'")],
    },
  ];
}
