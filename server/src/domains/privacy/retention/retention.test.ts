import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { removedPerson, retentionRules } from '@lintel/contract/privacy/constants';
import type { RetentionRun, RetentionSettings } from '@lintel/contract/privacy/retention';
import { mapValues } from '@lintel/contract/core/map-values';
import { recordLenderEvent } from '../../applications/index.ts';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../../test/app.ts';
import { openTestLog } from '../../../../test/edges.ts';
import { bounds, countAllDue, runDue } from './run.ts';
import { monthsBefore } from './settings.ts';
import { onCluster } from '../../../../test/machines.ts';

vi.setConfig({ testTimeout: 60_000 });

let app: TestApp;
let admin: TestClient;
let pro: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  admin = await signedInAs(app, 'admin@demo.test');
  pro = await signedInAs(app, 'pro@demo.test');
});
afterAll(() => app.close());

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await app.deps.database.pool.query<Row>(text, values)).rows;
const nightly = async (retentionSources = app.context.retentionSources): Promise<void> =>
  runDue({ ...app.context, log: openTestLog().log, retentionSources });
const due = async (): Promise<Record<string, number>> => {
  const parts = await countAllDue(app.context);
  return Object.fromEntries(parts.map(({ name, count }) => [name, count]));
};
const runs = async (): Promise<RetentionRun[]> =>
  (await admin.get('/manage/retention/runs')).json().data;
const settings = async (): Promise<RetentionSettings> =>
  (await admin.get('/manage/retention')).json();
const standard = mapValues(retentionRules, ({ standard: months }) => months);

const times = [
  'started_at',
  'completed_at',
  'answered_at',
  'information_requested_at',
  'approved_at',
  'funded_at',
  'withdrawn_at',
];
/** Moves all dates of a contractor's applications back by this many months. */
const age = (contractorId: number, months: number) =>
  query(
    // A cluster doesn't compute dates from rows here, so use one date for all.
    `update applications set ${times.map((time) => `${time} = case when ${time} is not null then $2::timestamptz end`).join(', ')}
     where contractor_id = $1`,
    [contractorId, new Date(Date.now() - months * 31 * 86_400_000)],
  );
const named = async (contractorId: number) =>
  query<{ id: string }>(
    'select id from applications where contractor_id = $1 and anonymised_at is null order by id',
    [contractorId],
  );

test('starts with the default months', async () => {
  const stored = await settings();
  expect(stored).toEqual({ months: standard, userName: '', email: '', lastEdit: null });
  expect(stored.months['applications']).toBe(24);
});

test("can be changed within its bounds, with an audit entry; legal minimums can't be lowered", async () => {
  const { lastEdit } = await settings();
  const save = (months: object, seen: string | null = lastEdit) =>
    admin.post('/manage/retention', { months: { ...standard, ...months }, lastEdit: seen });
  for (const [months, field, text] of [
    [{ files: 83 }, 'months.files', 'Please choose from 84 to 120 months.'],
    [{ applications: 12 }, 'months.applications', 'Please choose from 13 to 84 months.'],
    [{ drafts: 0.5 }, 'months.drafts', 'Please choose from 1 to 24 months.'],
    [{ emails: '12 months' }, 'months.emails', 'Please choose from 3 to 36 months.'],
  ] as const) {
    const refused = await save(months);
    expect([refused.statusCode, refused.json().fields]).toEqual([422, { [field]: text }]);
  }
  const saved = await save({ drafts: '3' });
  expect(saved.statusCode, saved.body).toBe(200);
  expect(await settings()).toMatchObject({
    months: { ...standard, drafts: 3 },
    email: 'admin@demo.test',
  });
  const [entry] = await query<{ details: object }>(
    "select details from audit_log where action = 'retention.saved'",
  );
  expect(entry?.details).toEqual({ before: standard, after: { ...standard, drafts: 3 } });
  const late = await save({ drafts: 5 });
  expect([late.statusCode, late.json().error]).toEqual([409, 'conflict']);
  expect(late.json().message).toContain('Applications never sent: 3 months');
  expect((await settings()).months['drafts']).toBe(3);
});

test('is closed to contractors and to staff without the privilege', async () => {
  const support = await signedInAs(app, 'support@demo.test');
  const team = await signedInAs(app, 'team@demo.test');
  for (const client of [support, team, pro])
    for (const [method, path] of [
      ['GET', '/manage/retention'],
      ['POST', '/manage/retention'],
      ['GET', '/manage/retention/preview'],
      ['GET', '/manage/retention/runs'],
      ['POST', '/manage/retention/dry-run'],
    ] as const)
      expect((await client.call(method, path)).statusCode, path).toBe(403);
});

test('counting back calendar months ends on the last day of a shorter month', () => {
  const before = (now: string, months: number) =>
    monthsBefore(new Date(now), months).toISOString().slice(0, 10);
  expect(before('2026-03-31T06:00:00Z', 1)).toBe('2026-02-28');
  expect(before('2026-11-23T06:00:00Z', 24)).toBe('2024-11-23');
  expect(before('2028-02-29T06:00:00Z', 12)).toBe('2027-02-28');
});

/** The contractor's figures over all applications, without homeowners. */
async function figures() {
  const read = async (path: string) => {
    const answer = await pro.get(path);
    expect(answer.statusCode, path).toBe(200);
    return answer.json();
  };
  const report = await read('/reports-applications?limit=100&order=%2BrequestedAmount');
  const people = [
    'applicantName',
    'applicantEmail',
    'applicantPhone',
    'applicantLocation',
    'projectAddress',
  ];
  const rows = report.data.map((row: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !people.includes(name))),
  );
  const csv = (await pro.get('/reports-applications-export?format=csv')).body;
  const statement = await read('/reports-commissions?limit=100');
  return {
    total: report.total,
    rows,
    lines: csv.trim().split('\n').length,
    analytics: await read('/contractor/101/co-branded/analytics'),
    graphs: await read('/reports-applications/graphs'),
    months: await read('/reports-commissions/months'),
    dashboard: (
      await query(
        'select count(*), sum(requested_amount_cents), count(funded_at) from applications',
      )
    )[0],
    commissions: statement.data.map(({ userName: _who, ...row }: Record<string, unknown>) => row),
    money: await query('select sum(amount_cents) from commissions'),
    states: await query('select state, count(*) from applications group by state order by state'),
  };
}

let before: Awaited<ReturnType<typeof figures>>;

test('anonymizes old applications without changing any figure', async () => {
  await age(101, 30);
  // Applications with open obligations keep their customer.
  const needed = await query<{ id: string }>(`
    select distinct application_id as id from commissions c left join payouts p on p.contractor_id = c.contractor_id and p.id = c.payout_id
    where c.contractor_id = 101 and application_id is not null and c.amount_cents > 0 and paid_at is null
    union select id from applications where contractor_id = 101 and approved_at is not null and funded_at is null`);
  before = await figures();
  const counted = await due();
  const all = await named(101);
  await nightly();
  const left = await named(101);
  expect(counted['Sent applications']).toBeGreaterThan(50);
  expect(all.length - left.length).toBe(
    (counted['Sent applications'] ?? 0) + (counted['Applications never sent'] ?? 0),
  );
  expect(needed.map(({ id }) => id)).toEqual(expect.arrayContaining(left.map(({ id }) => id)));
  expect(await figures()).toEqual(before);
});

test('an old application shows that its homeowner was removed, in the report and its exports', async () => {
  const { data } = (await pro.get('/reports-applications?limit=100')).json();
  const gone = data.filter(
    ({ applicantName }: { applicantName: string }) => applicantName === removedPerson,
  );
  expect(gone.length).toBeGreaterThan(50);
  for (const row of gone)
    expect(row).toMatchObject({ applicantEmail: '', applicantPhone: '', projectAddress: '' });
  const csv = (await pro.get('/reports-applications-export?format=csv')).body;
  expect(csv).toContain(removedPerson);
  // No personal data is left in the rows; the state is.
  const rows = await query<Record<string, unknown>>(
    `select applicant_name, email, phone, city, project_address, draft, address, information_wanted from applications
     where anonymised_at is not null`,
  );
  expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(1);
  expect(
    await query(
      'select 1 from applications where anonymised_at is not null and state <> $1 limit 1',
      [''],
    ),
  ).toHaveLength(1);
  expect(
    await query(
      `select 1 from access_links l join applications a on a.contractor_id = l.contractor_id and a.id::text = l.subject
       where l.purpose like 'application%' and a.anonymised_at is not null`,
    ),
  ).toEqual([]);
  const searched = (await pro.get('/reports-applications?search=personal%20data%20removed')).json();
  expect(searched.total).toBeGreaterThan(50);
});

test('a paid commission loses its customer and keeps its amount', async () => {
  const [row] = await query<{ id: string; application_id: string; amount_cents: string }>(
    `select id, application_id, amount_cents from commissions where contractor_id = 101 and application_id is not null and amount_cents > 0
     order by id limit 1`,
  );
  await query(
    "update applications set anonymised_at = null, applicant_name = 'Nora Quill', email = 'nora@example.com' where id = $1",
    [row?.application_id],
  );
  await query("update commissions set user_name = 'Nora Quill' where application_id = $1", [
    row?.application_id,
  ]);
  const [payout] = await query<{ id: number }>(
    "insert into payouts (contractor_id, month, amount_cents, state, created_at, paid_at) values (101, '2019-01-01', 100, 'sent', now(), null) returning id",
  );
  await query('update commissions set payout_id = $1 where application_id = $2', [
    payout?.id,
    row?.application_id,
  ]);
  await nightly();
  expect((await named(101)).map(({ id }) => id)).toContain(row?.application_id);
  await query('update payouts set paid_at = now() where id = $1', [payout?.id]);
  await nightly();
  expect((await named(101)).map(({ id }) => id)).not.toContain(row?.application_id);
  expect(
    await query('select user_name, amount_cents from commissions where id = $1', [row?.id]),
  ).toEqual([{ user_name: removedPerson, amount_cents: row?.amount_cents }]);
});

test('keeps an application with an open guarantee claim, and one that a lender approved and may still fund', async () => {
  const [owner] = await query<{ contractor_id: number; ids: string[] }>(
    `select contractor_id, array_agg(id order by id) ids from applications where completed_at is not null and funded_at is null
       and withdrawn_at is null and id not in (select application_id from commissions where application_id is not null)
     group by contractor_id having count(*) > 2 order by contractor_id desc limit 1`,
  );
  const [claimed, approved, other] = owner?.ids ?? [];
  const ids = [claimed, approved, other];
  const set = times
    .map((time) => `${time} = null`)
    .slice(2)
    .join(', ');
  await query(
    `update applications set ${set}, started_at = now() - interval '30 months', completed_at = now() - interval '30 months' where id = any($1)`,
    [ids],
  );
  await query("update applications set approved_at = now() - interval '30 months' where id = $1", [
    approved,
  ]);
  const [claim] = await query<{ id: number }>(
    'insert into guarantee_claims (contractor_id, window_start, window_end, application_ids, opened_by, opened_at) values ($2, now(), now(), $1, 1, now()) returning id',
    [[claimed], owner?.contractor_id],
  );
  const kept = async () =>
    (
      await query<{ id: string }>(
        'select id from applications where id = any($1) and anonymised_at is null order by id',
        [ids],
      )
    ).map(({ id }) => id);
  await nightly();
  expect(await kept()).toEqual([claimed, approved]);
  await query("update guarantee_claims set state = 'declined' where id = $1", [claim?.id]);
  await query("update applications set approved_at = now() - interval '37 months' where id = $1", [
    approved,
  ]);
  await nightly();
  expect(await kept()).toEqual([]);
});

test('links no longer open an anonymized application, and a late payout is still booked', async () => {
  const [row] = await query<{ id: string; reference: string; offer: string }>(
    `select a.id, a.reference, o.reference as offer from applications a join offers o on o.contractor_id = a.contractor_id and o.application_id = a.id
     where a.anonymised_at is not null and a.contractor_id = 101 and a.funded_at is null and o.withdrawn_at is null order by a.id limit 1`,
  );
  expect(
    await query("select 1 from access_links where purpose = 'application' and subject = $1", [
      row?.id,
    ]),
  ).toEqual([]);
  const news: object[] = [];
  const booked = await recordLenderEvent(
    { ...app.context, emit: async (_tx, _name, event) => void news.push(event) },
    'webhook',
    {
      type: 'offer.funded',
      id: 'late-payout',
      application: row?.reference ?? '',
      offer: row?.offer ?? '',
      amount: 1234,
      createdAt: app.clock.now().toISOString(),
    },
  );
  expect(booked).toEqual({ duplicate: false });
  expect(
    await query('select funded_amount_cents from offers where reference = $1', [row?.offer]),
  ).toEqual([{ funded_amount_cents: '123400' }]);
  expect(JSON.stringify(news)).toContain(removedPerson);
});

test('empties messages about an anonymized application and pending jobs that would send more', async () => {
  const [row] = await query<{ id: string }>(
    'select id from applications where contractor_id = 101 and completed_at is not null and anonymised_at is not null order by id desc limit 1',
  );
  const id = row?.id;
  await query(
    "update applications set anonymised_at = null, applicant_name = 'Ida Moss', email = 'ida@example.com' where id = $1",
    [id],
  );
  const mail = (key: string, about: string) =>
    query(
      `insert into messages (channel, contractor_id, key, event, about_kind, about_id, status, message_id, recipient, subject, html, text, created_at, settled_at)
       values ('email', 101, $1, 'application-step', 'application', $2, 'sent', '<x@y>', 'pro@demo.test', 'Ida Moss sent', 'Ida', 'Ida', now(), now())`,
      [key, about],
    );
  await mail(`application-${id}-sent:11`, `${id}`);
  await mail(`application-${id}0-sent:11`, `${id}0`);
  await query(
    `select graphile_worker.add_job('emails.tell-contractor', '{"data":"Ida Moss"}'::json, job_key => $1, max_attempts => 1)`,
    [`email-news:application-${id}-sent`],
  );
  await nightly();
  const left = await query<{ key: string; subject: string | null }>(
    "select key, subject from messages where channel = 'email' and key like $1 order by key",
    [`application-${id}%`],
  );
  expect(left.filter(({ subject }) => subject !== null).map(({ key }) => key)).toEqual([
    `application-${id}0-sent:11`,
  ]);
  expect(left).toHaveLength(2);
  expect(
    await query('select 1 from graphile_worker.jobs where key = $1', [
      `email-news:application-${id}-sent`,
    ]),
  ).toEqual([]);
});

test('deletes old messages, sign-ins, and failed jobs, each after its own period', async () => {
  await query(`insert into messages (channel, key, event, status, message_id, recipient, subject, created_at, settled_at) values
    ('email', 'old:1', 'reset-password', 'sent', '<a@b>', 'ann@example.com', 'Ann', now() - interval '13 months', now() - interval '13 months'),
    ('email', 'young:1', 'reset-password', 'sent', '<a@c>', 'ann@example.com', 'Ann', now() - interval '11 months', now() - interval '11 months'),
    ('email', 'waits:1', 'reset-password', 'queued', '<a@d>', 'ann@example.com', 'Ann', now() - interval '13 months', null),
    ('email', 'failed:1', 'reset-password', 'failed', '<a@e>', 'ann@example.com', 'Ann', now() - interval '13 months', now() - interval '13 months')`);
  await query(`insert into sessions (id, user_id, created_at, last_seen_at, user_agent, address) values
    ('6f1c1c5e-9d43-4e0a-8a55-0d5b0d3f9a11', 1, now(), now() - interval '13 months', 'Firefox', '198.51.100.9')`);
  await query(
    `select graphile_worker.add_job('emails.tell-contractor', '{"data":"Ann"}'::json, job_key => 'given up', max_attempts => 1)`,
  );
  await query(
    `update graphile_worker._private_jobs set attempts = 1, updated_at = now() - interval '13 months' where key = 'given up'`,
  );
  expect(await due()).toMatchObject({
    Messages: 2,
    'Jobs that were given up': 1,
    'Devices and addresses of sign-ins': 1,
  });
  await nightly();
  const messages = await query<{ key: string }>(
    `select key from messages where channel = 'email' and recipient = 'ann@example.com' order by key`,
  );
  expect(messages.map(({ key }) => key)).toEqual(['waits:1', 'young:1']);
  expect(
    await query(
      "select user_agent, address from sessions where id = '6f1c1c5e-9d43-4e0a-8a55-0d5b0d3f9a11'",
    ),
  ).toEqual([{ user_agent: '', address: null }]);
  expect(await query("select 1 from graphile_worker.jobs where key = 'given up'")).toEqual([]);
  // The failed job's content can't be sent again.
  const [failed] = await query<{ id: string }>(
    "select id from messages where channel = 'email' and key = 'failed:1'",
  );
  const list = (await admin.get('/manage/emails/failed')).body;
  expect(list).not.toContain(`"id":${failed?.id},`);
});

test('deletes a replaced tax form after seven years, but never the current one', async () => {
  const w9 = (years: number, state: string) =>
    query<{ id: number }>(
      `insert into w9_forms (contractor_id, full_name, is_ssn, tin_sealed, tin_last4, file_key, signature, signed_at, submitted_by, replaced_at)
       values (101, $2, true, 'sealed', '1234', 'payouts/x', 'Ann', now(), 1, now() - make_interval(years => $1)) returning id`,
      [years, state],
    );
  const [[old], [young]] = [await w9(8, 'Old Form'), await w9(6, 'Young Form')];
  await nightly();
  expect(
    await query(
      'select full_name, tin_sealed, tin_last4, file_key, signature from w9_forms where id = $1',
      [old?.id],
    ),
  ).toEqual([
    { full_name: removedPerson, tin_sealed: '', tin_last4: '', file_key: '', signature: '' },
  ]);
  expect(await query('select full_name from w9_forms where id = $1', [young?.id])).toEqual([
    { full_name: 'Young Form' },
  ]);
});

beforeEach(() => {
  Object.assign(bounds, { rows: 200, batches: 50 });
});

/** Inserts old applications of a contractor. */
const insertOld = (count: number) =>
  query(
    `insert into applications (contractor_id, page_id, source, reference, applicant_name, email, started_at, completed_at)
     select 101, (select id from co_branded_pages where contractor_id = 101 limit 1), 'page',
       gen_random_uuid()::text, 'Old One', 'old@example.com', now() - interval '30 months', now() - interval '30 months'
     from generate_series(1, $1)`,
    [count],
  );

test('resumes a large run in another job, processes everything once, and reports the totals', async () => {
  await nightly();
  await insertOld(25);
  Object.assign(bounds, { rows: 4, batches: 2 });
  const [latest] = await runs();
  await nightly();
  const [open] = await runs();
  expect(open).toMatchObject({ state: 'running', total: 8, dry: false, by: null });
  expect(open?.id).toBeGreaterThan(latest?.id ?? 0);
  // Its own job resumes the same run until nothing is left.
  await app.work();
  const [ended] = await runs();
  expect(ended).toMatchObject({ id: open?.id, state: 'done', total: 25, failures: 0, reason: '' });
  expect(ended?.parts).toEqual([{ kind: 'applications', name: 'Sent applications', count: 25 }]);
  await nightly();
  expect((await runs())[0]).toMatchObject({ state: 'done', total: 0 });
  const entries = await query<{ details: object }>(
    "select details from audit_log where action = 'retention.run' and entity_id = $1",
    [String(ended?.id)],
  );
  expect(entries).toEqual([{ details: { 'Sent applications': 25 } }]);
});

test('concurrent processes handle each row once', async () => {
  const [last] = await runs();
  await insertOld(40);
  Object.assign(bounds, { rows: 3, batches: 50 });
  await Promise.all([nightly(), nightly(), nightly()]);
  await nightly();
  const since = (await runs()).filter(({ id }) => id > (last?.id ?? 0));
  expect(since.reduce((sum, { total }) => sum + total, 0)).toBe(40);
  expect(await query("select 1 from applications where email = 'old@example.com'")).toEqual([]);
});

test("a failing source doesn't block the others; the run shows why, is retried, and fails after five errors", async () => {
  await insertOld(2);
  const broken = {
    kind: 'emails' as const,
    name: 'Broken things',
    countDue: () => Promise.resolve(0),
    anonymise: () => Promise.reject(new Error('secret parameter')),
  };
  const sources = [broken, ...app.context.retentionSources];
  await expect(nightly(sources)).rejects.toThrow('Broken things');
  const [first] = await runs();
  expect(first).toMatchObject({ state: 'running', failures: 1, total: 2 });
  expect(first?.reason).toBe("Broken things: the server's log says why");
  for (let time = 0; time < 4; time += 1) await expect(nightly(sources)).rejects.toThrow();
  expect((await runs())[0]).toMatchObject({ id: first?.id, state: 'failed', failures: 5 });
  await nightly();
  expect((await runs())[0]).toMatchObject({ state: 'done', failures: 0 });
});

test('a dry run counts what is due, changes nothing, and is recorded with its author', async () => {
  await insertOld(3);
  const preview = (await admin.get('/manage/retention/preview')).json();
  expect(preview.parts).toContainEqual({
    kind: 'applications',
    name: 'Sent applications',
    count: 3,
  });
  const answer = await admin.post('/manage/retention/dry-run');
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json().run).toMatchObject({ dry: true, state: 'done', total: preview.total });
  expect((await runs())[0]).toMatchObject({ dry: true, by: 'Avery Quinn' });
  expect(await query("select 1 from applications where email = 'old@example.com'")).toHaveLength(3);
  expect(await query("select 1 from audit_log where action = 'retention.rehearsed'")).toHaveLength(
    1,
  );
});

test.skipIf(onCluster)('an index finds what is due', async () => {
  const client = await app.deps.database.pool.connect();
  try {
    await client.query('begin');
    await client.query('set local enable_seqscan = off');
    const { rows } = await client.query<Record<string, string>>(
      `explain select id from applications a where a.anonymised_at is null and a.completed_at is not null
       and greatest(started_at, completed_at, answered_at, information_requested_at, approved_at, funded_at, withdrawn_at) < now() - interval '24 months'
       order by greatest(started_at, completed_at, answered_at, information_requested_at, approved_at, funded_at, withdrawn_at), id limit 200`,
    );
    const plan = JSON.stringify(rows);
    expect(plan).toContain('applications_last_use');
  } finally {
    await client.query('rollback');
    client.release();
  }
});
