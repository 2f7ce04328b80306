import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultAccountNames, postings } from '@lintel/contract/accounting/accounts';
import { ledgerKinds } from '@lintel/contract/billing/constants';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../test/app.ts';
import { auditLog } from '../../platform/tables.ts';
import { ledgerEntries } from '../billing/payments/tables.ts';

let app: TestApp;
let admin: TestClient;
const db = () => app.deps.database.db;
beforeAll(async () => {
  app = await createTestApp();
  admin = await signedInAs(app, 'admin@demo.test');
  // A name that a spreadsheet would run, and that would break a line of an IIF file.
  await db().execute(sql`update contractors set company_name = ${'=Oak\t"& Iron"'} where id = 102`);
  // One entry of every kind.
  for (const [index, kind] of ledgerKinds.entries())
    await db()
      .insert(ledgerEntries)
      .values({
        source: `test:${kind}`,
        contractorId: 102,
        account: 'earnings',
        kind,
        amountCents: (index % 2 === 0 ? 1 : -1) * (10_001 + index),
        happenedAt: new Date('2025-12-31T23:30:00-05:00'),
        bookedAt: new Date('2026-01-01T00:30:00-05:00'),
      });
});
afterAll(() => app.close());
// Exports are limited to 20 a minute.
beforeEach(async () => {
  app.clock.pass(61);
  admin = await signedInAs(app, 'admin@demo.test');
});

const all = 'from=2000-01-01&to=2099-12-31';
const fetchExport = (query: string, client = admin) =>
  client.get(`/manage/accounting/export?${query}`);
/** The rows of a CSV file, by their titles. */
async function readCsv(query: string): Promise<Record<string, string>[]> {
  const answer = await fetchExport(query);
  expect(answer.statusCode, answer.body).toBe(200);
  const [titles = [], ...rows] = answer.body
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map(cellsOf);
  return rows.map((row) =>
    Object.fromEntries(titles.map((title, index) => [title, row[index] ?? ''])),
  );
}
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)("(?:[^"]|"")*"|[^,]*)/g)].map(([, cell = '']) =>
    cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
  );
const cents = (text = ''): number => Math.round(Number(text || 0) * 100);
const sumOf = (rows: readonly Record<string, string>[], title: string): number =>
  rows.reduce((sum, row) => sum + cents(row[title]), 0);
const ledger = async () => db().select().from(ledgerEntries);

describe('the ledger export', () => {
  test('adds up to the ledger, in total and by kind', async () => {
    const [rows, entries] = [await readCsv(`what=ledger&${all}`), await ledger()];
    expect(rows).toHaveLength(entries.length);
    expect(sumOf(rows, 'Amount (USD)')).toBe(
      entries.reduce((sum, { amountCents }) => sum + amountCents, 0),
    );
  });

  test('selects by the booked or the happened day, in the business time zone', async () => {
    const of = async (days: string, by: string) =>
      (await readCsv(`what=ledger&${days}&by=${by}`)).filter(({ Source = '' }) =>
        Source.startsWith('test:'),
      ).length;
    const [december, january] = ['from=2025-12-31&to=2025-12-31', 'from=2026-01-01&to=2026-01-01'];
    const count = ledgerKinds.length;
    expect([await of(december, 'happened'), await of(january, 'happened')]).toEqual([count, 0]);
    expect([await of(december, 'booked'), await of(january, 'booked')]).toEqual([0, count]);
  });

  test('is a workbook, too', async () => {
    const answer = await fetchExport(`what=ledger&format=xlsx&${all}`);
    expect([answer.statusCode, answer.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK']);
  });
});

describe.each([
  ['for each ledger entry', ''],
  ['for each day', '&daily=1'],
])('the journal %s', (_what, more) => {
  const query = `what=journal&${all}${more}`;

  test('balances in every journal entry', async () => {
    const rows = await readCsv(query);
    expect(Object.keys(rows[0] ?? {})).toEqual([
      'Journal No',
      'Journal Date',
      'Account',
      'Debits',
      'Credits',
      'Description',
      'Name',
    ]);
    for (const number of new Set(rows.map((row) => row['Journal No']))) {
      const lines = rows.filter((row) => row['Journal No'] === number);
      expect(sumOf(lines, 'Debits')).toBe(sumOf(lines, 'Credits'));
      expect(lines.every((line) => (line['Debits'] === '') !== (line['Credits'] === ''))).toBe(
        true,
      );
      expect(new Set(lines.map((line) => line['Journal Date'])).size).toBe(1);
    }
  });

  test('changes each account by what the ledger says', async () => {
    const expected = new Map<string, number>();
    const add = (name: string, amount: number) =>
      expected.set(name, (expected.get(name) ?? 0) + amount);
    for (const { kind, amountCents } of await ledger()) {
      const [up, down] = postings[kind];
      add(defaultAccountNames[up], amountCents);
      add(defaultAccountNames[down], -amountCents);
    }
    const rows = await readCsv(query);
    for (const [account, amount] of expected) {
      const lines = rows.filter((row) => row['Account'] === account);
      expect([account, sumOf(lines, 'Debits') - sumOf(lines, 'Credits')]).toEqual([
        account,
        amount,
      ]);
    }
  });

  test('is an IIF file whose entries add up to zero', async () => {
    const { body, headers } = await fetchExport(`${query}&format=iif`);
    expect(headers['content-disposition']).toContain('.iif"');
    const [head, ...entries] = body.split('ENDTRNS\r\n');
    expect(head).toMatch(/^!TRNS\tTRNSTYPE\tDATE\tACCNT\tNAME\tAMOUNT\tDOCNUM\tMEMO\r\n!SPL\t/);
    expect(entries.pop()).toBe('');
    for (const entry of entries) {
      const lines = entry
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split('\t'));
      expect(lines.map((line) => line.length)).toEqual(lines.map(() => 8));
      expect(lines.map(([first]) => first)).toEqual(['TRNS', ...lines.slice(1).map(() => 'SPL')]);
      expect(lines.reduce((sum, line) => sum + cents(line[5]), 0)).toBe(0);
    }
    expect(body).not.toContain('"');
  });
});

test('a formula in a company name stays text', async () => {
  const rows = await readCsv(`what=journal&${all}`);
  const names = rows.map(({ Name = '' }) => Name).filter((name) => name.includes('Iron'));
  expect(names.length).toBeGreaterThan(0);
  expect(names.every((name) => name.startsWith("'="))).toBe(true);
});

test('payments and payouts add up to their tables', async () => {
  const total = async (statement: string): Promise<number> => {
    const { rows } = await db().execute<{ cents: string }>(sql.raw(statement));
    return Number(rows[0]?.cents ?? 0);
  };
  const payments = await readCsv(`what=payments&${all}`);
  expect(sumOf(payments, 'Amount (USD)')).toBe(
    await total('select sum(amount_cents) cents from payments where paid_at is not null'),
  );
  const payouts = await readCsv(`what=payouts&${all}`);
  expect(sumOf(payouts, 'Amount (USD)')).toBe(
    await total('select sum(amount_cents) cents from payouts where sent_at is not null'),
  );
});

test.each([
  ['to', 'what=ledger&from=2026-02-01&to=2026-01-01'],
  ['format', `what=ledger&format=iif&${all}`],
  ['what', `what=cards&${all}`],
  ['from', 'what=ledger&from=2026-02-30&to=2026-03-01'],
])('rejects a wrong %s', async (field, query) => {
  const answer = await fetchExport(query);
  expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]]);
});

test('an export is in the audit log', async () => {
  await fetchExport('what=payouts&from=2026-01-01&to=2026-01-31');
  const entries = await db()
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'accounting.exported'));
  expect(entries.at(-1)).toMatchObject({
    actorId: 1,
    details: { what: 'payouts', format: 'csv', from: '2026-01-01', to: '2026-01-31' },
  });
});

describe('account names', () => {
  const path = '/manage/accounting/accounts';
  test('are used in the journal, and a stale save is a conflict', async () => {
    const read = await admin.get(path);
    expect(read.statusCode, read.body).toBe(200);
    const { names, savedAt } = read.json();
    expect([names, savedAt]).toEqual([defaultAccountNames, null]);
    const changed = { ...names, bank: 'Operating:First Bank', savedAt };
    const answers = await Promise.all([admin.post(path, changed), admin.post(path, changed)]);
    expect(
      answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other),
    ).toEqual([200, 409]);
    const accounts = new Set((await readCsv(`what=journal&${all}`)).map((row) => row['Account']));
    expect([accounts.has('Operating:First Bank'), accounts.has('Checking')]).toEqual([true, false]);
    const [entry] = await db()
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'accounting.accounts-saved'));
    expect(entry?.details).toMatchObject({
      before: { bank: 'Checking' },
      after: { bank: 'Operating:First Bank' },
    });
  });

  test.each([
    ['bank', ' '],
    ['income', 'a'.repeat(101)],
    ['payable', 'Owed "now"'],
  ])('rejects a wrong %s', async (field, value) => {
    const { names, savedAt } = (await admin.get(path)).json();
    const answer = await admin.post(path, { ...names, [field]: value, savedAt });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([422, [field]]);
  });
});

const calls = [
  `/manage/accounting/export?what=ledger&${all}`,
  '/manage/accounting/accounts',
  '/manage/accounting/year-totals?year=2026',
  '/manage/accounting/year-totals-export?year=2026',
];

test('contractors, team users, and staff without the privilege get nothing', async () => {
  for (const email of [
    'brand@demo.test',
    'pro@demo.test',
    'support@demo.test',
    'payer@demo.test',
  ]) {
    const client = await signedInAs(app, email);
    const answers = await Promise.all(calls.map((path) => client.get(path)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403]);
  }
});

test('downloads and changes require a step-up', async () => {
  const late = await signedInAs(app, 'admin@demo.test');
  late.provesItself = false;
  app.clock.pass(11 * 60);
  const answers = [
    await late.get(calls[0] ?? ''),
    await late.get(calls[3] ?? ''),
    await late.post('/manage/accounting/accounts', { ...defaultAccountNames, savedAt: null }),
  ];
  for (const answer of answers) expect(answer.json().error).toBe('step_up_required');
  admin = await signedInAs(app, 'admin@demo.test');
});
