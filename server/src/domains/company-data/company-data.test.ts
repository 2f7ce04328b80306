import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import { parseCsv } from 'hucre/csv';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { CompanyExport } from '@lintel/contract/company-data/export';
import { sweepStore } from '../../platform/files/sweep-jobs.ts';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../test/app.ts';
import { makeExport } from './queue-jobs.ts';

let app: TestApp;
let pro: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  pro = await signedInAs(app, 'pro@demo.test');
});
afterAll(() => app.close());
beforeEach(async () => {
  await run('delete from call_counters');
  await run('delete from company_exports');
});
afterEach(() => void vi.restoreAllMocks());

const run = async <Row extends Record<string, unknown> = Record<string, unknown>>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => (await app.deps.database.pool.query<Row>(text, values)).rows;

const at = (id: number): string => `/contractor/${id}/data-export`;
const stateOf = async (client = pro, id = 101): Promise<CompanyExport | null> => {
  const answer = await client.get(at(id));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: CompanyExport | null }>().data;
};
const ask = async (client = pro, id = 101): Promise<CompanyExport> => {
  const answer = await client.post(at(id));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: CompanyExport }>().data;
};
const made = async (client = pro, id = 101): Promise<void> => {
  await ask(client, id);
  await app.work();
};
/** The export's files by name. */
const fetched = async (client = pro, id = 101): Promise<Record<string, Buffer>> => {
  const answer = await client.get(`${at(id)}/file`);
  expect(answer.statusCode, answer.body).toBe(200);
  const entries = Object.entries(unzipSync(answer.rawPayload));
  return Object.fromEntries(entries.map(([name, bytes]) => [name, Buffer.from(bytes)]));
};
const table = (files: Record<string, Buffer>, name: string): Record<string, string>[] => {
  const text = files[`${name}.csv`]?.toString().replace(/^\uFEFF/, '') ?? '';
  const [titles = [], ...rows] = parseCsv(text).map((cells) => cells.map(String));
  return rows
    .filter((cells) => cells.length === titles.length)
    .map((cells) => Object.fromEntries(titles.map((title, index) => [title, cells[index] ?? ''])));
};
const messages = () =>
  run(
    `select key, contractor_id from messages where channel = 'email' and event = 'company-export-ready'`,
  );
const audited = async (): Promise<unknown[]> =>
  (
    await run(
      `select action from audit_log where entity = 'company-data' and contractor_id = 101 order by id`,
    )
  ).map(({ action }) => action);
const idsOf = async () => {
  const [row] = await run<{ exportId: string }>(
    'select export_id as "exportId" from company_exports where contractor_id = 101',
  );
  return { contractorId: 101, exportId: row?.exportId ?? '' };
};

test('the owner requests it, is notified by e-mail, and downloads all data of the company', async () => {
  expect(await stateOf()).toBeNull();
  expect(await ask()).toMatchObject({ state: 'preparing', bytes: null, expiresAt: null });
  expect((await pro.get(`${at(101)}/file`)).statusCode).toBe(404);
  await app.work();
  const ready = await stateOf();
  expect(ready).toMatchObject({ state: 'ready' });
  expect(Date.parse(ready?.expiresAt ?? '') - app.clock.now().getTime()).toBe(7 * 86_400_000);
  expect((await messages()).at(-1)).toMatchObject({ contractor_id: 101 });
  const answer = await pro.get(`${at(101)}/file`);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'cache-control': 'private, no-store',
    'content-length': String(ready?.bytes),
  });
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename="company-data-101-\d{4}-\d\d-\d\d\.zip"$/,
  );
  expect(answer.rawPayload).toHaveLength(ready?.bytes ?? 0);
  expect(await audited()).toEqual(['company-data.asked', 'company-data.downloaded']);
});

test('the tables match the portal row by row', async () => {
  const [first] = await run<{ id: string }>(
    'select min(id) id from applications where contractor_id = 101 and anonymised_at is null',
  );
  const desk = `/reports-applications/${first?.id}`;
  expect((await pro.post(`${desk}/notes`, { text: 'Likes cedar, "not" pine' })).statusCode).toBe(
    200,
  );
  const on = new Date(app.clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10);
  expect((await pro.post(`${desk}/follow-up`, { on, note: 'Bring samples' })).statusCode).toBe(200);
  await made();
  const files = await fetched();
  const [applications] = await run<{ n: number }>(
    'select count(*)::int n from applications where contractor_id = 101',
  );
  const rows = table(files, 'applications');
  expect(rows).toHaveLength(applications?.n ?? 0);
  // Same columns as the report's export, after the leading number.
  const report = await pro.get(
    '/reports-applications-export?format=csv&started[gte]=01/01/2000&order=+appFormStarted',
  );
  const shown = parseCsv(report.body.replace(/^\uFEFF/, '')).map((cells) => cells.map(String));
  expect(files['applications.csv']?.toString().split('\r\n')[0]).toBe(
    `\uFEFFApplication,${report.body.replace(/^\uFEFF/, '').split('\r\n')[0]}`,
  );
  const emails = rows.map((row) => row['E-mail']);
  expect(emails).toEqual(shown.slice(1, emails.length + 1).map((cells) => cells[1]));
  const counts = {
    commissions: 'select count(*)::int n from commissions where contractor_id = 101',
    payouts: 'select count(*)::int n from payouts where contractor_id = 101',
    people: 'select count(*)::int n from users where contractor_id = 101 and removed_at is null',
    cards: 'select count(*)::int n from cards where contractor_id = 101',
    'co-branded-pages':
      'select count(*)::int n from co_branded_pages where contractor_id = 101 and is_active',
    offers: `select count(distinct (application_id, kind))::int n from offers where contractor_id = 101`,
    'application-notes': 'select count(*)::int n from application_notes where contractor_id = 101',
    'application-follow-ups':
      'select count(*)::int n from application_follow_ups where contractor_id = 101',
    'training-progress':
      'select count(*)::int n from training_progress join users on id = user_id where contractor_id = 101',
    referrals: 'select count(*)::int n from contractors where referral_id = 101',
  };
  for (const [name, count] of Object.entries(counts)) {
    const [row] = await run<{ n: number }>(count);
    expect([name, table(files, name).length]).toEqual([name, row?.n]);
  }
  expect(table(files, 'application-notes')).toContainEqual(
    expect.objectContaining({ Application: first?.id, Note: 'Likes cedar, "not" pine' }),
  );
  expect(table(files, 'application-follow-ups')).toContainEqual(
    expect.objectContaining({ Application: first?.id, Day: on, Note: 'Bring samples' }),
  );
  expect(table(files, 'company')).toMatchObject([
    { Account: '101', Company: 'Summit Roofing LLC' },
  ]);
  const listed = await pro.get('/payment?userId=11&limit=50');
  expect(listed.statusCode, listed.body).toBe(200);
  const payments = listed.json<{ data: { number: string }[] }>().data;
  expect(payments.length).toBeGreaterThan(0);
  expect(table(files, 'payments').map((row) => row['Invoice number'])).toEqual(
    payments.map(({ number }) => number),
  );
  expect(table(files, 'account-activity').length).toBeGreaterThan(0);
});

test('includes the defaults for new documents', async () => {
  const estimates = {
    kind: 'estimate',
    taxRate: '8.875',
    days: '30',
    license: 'CO-4411',
    notes: 'Thank you.',
    terms: 'Half on acceptance.',
  };
  expect((await pro.post('/documents-defaults', estimates)).statusCode).toBe(200);
  const brand = await signedInAs(app, 'brand@demo.test');
  const others = { kind: 'invoice', terms: 'Of another contractor' };
  expect((await brand.post('/documents-defaults', others)).statusCode).toBe(200);
  await made();
  expect(table(await fetched(), 'document-defaults')).toMatchObject([
    {
      Kind: 'Estimate',
      'Tax rate (%)': '8.875',
      Days: '30',
      License: 'CO-4411',
      Notes: 'Thank you.',
      Terms: 'Half on acceptance.',
    },
  ]);
});

test('includes documents, and the manifest has the checksum of every file', async () => {
  await made();
  const files = await fetched();
  const names = Object.keys(files);
  const paid = await run<{ number: string }>(
    `select number from payments where contractor_id = 101 and state = 'Succeeded'`,
  );
  expect(paid.length).toBeGreaterThan(0);
  for (const { number } of paid) {
    const pdf = files[`receipts/Receipt-${number}.pdf`];
    expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-');
  }
  expect(names.some((name) => name.startsWith('commission-statements/'))).toBe(true);
  expect(files['logos/summit-roofing.png']?.subarray(1, 4).toString()).toBe('PNG');
  const manifest: {
    company: string;
    files: { name: string; bytes: number; sha256: string; rows?: number }[];
  } = JSON.parse(files['manifest.json']?.toString() ?? '');
  expect(manifest.company).toBe('Summit Roofing LLC');
  expect(manifest.files.map(({ name }) => name).toSorted()).toEqual(
    names.filter((name) => name !== 'manifest.json').toSorted(),
  );
  for (const { name, bytes, sha256 } of manifest.files) {
    const content = files[name] ?? Buffer.alloc(0);
    expect([name, content.length]).toEqual([name, bytes]);
    expect([name, createHash('sha256').update(content).digest('hex')]).toEqual([name, sha256]);
  }
  const readme = files['README.txt']?.toString() ?? '';
  expect(readme).toContain('Summit Roofing LLC (account 101)');
  for (const { name, rows } of manifest.files)
    if (rows !== undefined) expect(readme).toContain(`${name} (${rows} row`);
  const [included = '', left = ''] = readme.split('NOT INCLUDED');
  expect(included).toContain('documents.csv');
  expect(left).toContain('Quick invoices and estimates that you only downloaded');
  expect(left).not.toContain('are not kept');
});

test('includes no data of others, no secrets, and no internal staff notes', async () => {
  const others = await run<{ text: string }>(
    `select company_name as text from contractors where id in (102, 103, 105)
     union select email from users where contractor_id <> 101 or contractor_id is null
     union select applicant_name || ',' || email from applications where contractor_id <> 101 and applicant_name <> ''
       and email not in (select email from applications where contractor_id = 101)`,
  );
  const hidden = await run<{ text: string }>(
    `select password_hash as text from users where contractor_id = 101 and password_hash is not null
     union select code_hash from access_links where contractor_id = 101
     union select routing_sealed from payout_methods where contractor_id = 101
     union select account_sealed from payout_methods where contractor_id = 101
     union select tin_sealed from w9_forms where contractor_id = 101 and tin_sealed <> ''
     union select payment_method_id from cards where contractor_id = 101
     union select customer_id from gateway_customers where contractor_id = 101`,
  );
  expect(others.length).toBeGreaterThan(10);
  expect(hidden.length).toBeGreaterThan(5);
  await made();
  const files = await fetched();
  const all = Buffer.concat(Object.values(files)).toString();
  const friends = table(files, 'referrals').map(({ Company }) => Company);
  for (const { text } of [...others, ...hidden])
    if (!friends.includes(text)) expect(all.includes(text), text).toBe(false);
  const flags = await run<{ flags: string[] }>(
    `select flags from applications where contractor_id = 101 and flags <> '{}'`,
  );
  for (const flag of new Set(flags.flatMap((row) => row.flags)))
    expect(files['applications.csv']?.includes(flag), flag).toBe(false);
  for (const { 'Routing number': routing, 'Account number': account } of table(
    files,
    'bank-details',
  )) {
    expect(routing).toMatch(/^\*+\d{4}$/);
    expect(account).toMatch(/^\*+\d{4}$/);
  }
});

test('another contractor gets only their own rows', async () => {
  const brand = await signedInAs(app, 'brand@demo.test');
  await made(brand, 102);
  const files = await fetched(brand, 102);
  expect(table(files, 'company')).toMatchObject([{ Account: '102' }]);
  const all = Buffer.concat(Object.values(files)).toString();
  expect(all).not.toContain('pro@demo.test');
  expect(await stateOf()).toBeNull();
});

test('a text that starts like a formula is neutralized in every table', async () => {
  await run(
    `update applications set applicant_name = '=HYPERLINK("http://evil.test")' where id = (select min(id) from applications where contractor_id = 101)`,
  );
  await run(`update co_branded_pages set title = '+cmd|calc' where page_name = 'summit-roofing'`);
  await made();
  const files = await fetched();
  expect(table(files, 'applications').map(({ Applicant }) => Applicant)).toContain(
    `'=HYPERLINK("http://evil.test")`,
  );
  expect(table(files, 'co-branded-pages').map(({ Title }) => Title)).toContain(`'+cmd|calc`);
});

test('only the owner can request, see, or download it', async () => {
  await made();
  const team = await signedInAs(app, 'team@demo.test');
  await run(`update users set team_access = 'Full' where id = 16`);
  const full = await signedInAs(app, 'team@demo.test');
  const brand = await signedInAs(app, 'brand@demo.test');
  const admin = await signedInAs(app, 'admin@demo.test');
  const switched = await signedInAs(app, 'admin@demo.test');
  expect((await switched.post('/user/11/switch', { reason: 'Help' })).statusCode).toBe(200);
  switched.switchedInto = 11;
  const before = await audited();
  const refused: [TestClient, number][] = [
    [team, 403],
    [full, 403],
    [brand, 404],
    [admin, 404],
    [switched, 403],
    [visitor(app), 401],
  ];
  for (const [client, status] of refused) {
    expect((await client.get(at(101))).statusCode).toBe(status);
    expect((await client.post(at(101))).statusCode).toBe(status);
    expect((await client.get(`${at(101)}/file`)).statusCode).toBe(status);
    expect((await client.post(`${at(101)}/open`)).statusCode).toBe(status);
  }
  expect(await audited()).toEqual(before);
  await run(`update users set team_access = 'Limited' where id = 16`);
});

test('requesting and downloading require step-up ten minutes after signing in', async () => {
  await made();
  const late = await signedInAs(app, 'pro@demo.test');
  late.provesItself = false;
  app.clock.pass(11 * 60);
  for (const answer of [
    await late.post(at(101)),
    await late.post(`${at(101)}/open`),
    await late.get(`${at(101)}/file`),
  ])
    expect([answer.statusCode, answer.json().error]).toEqual([403, 'step_up_required']);
  expect((await late.get(at(101))).json()).toMatchObject({ data: { state: 'ready' } });
  pro = await signedInAs(app, 'pro@demo.test');
});

test("a link on another website can't start a download", async () => {
  await made();
  const answer = await pro.call('GET', `${at(101)}/file`, {
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  expect(answer.json()).toMatchObject({ error: 'wrong_origin' });
});

test('concurrent requests create one export, and a later request returns it', async () => {
  const before = (await audited()).length;
  const answers = await Promise.all(Array.from({ length: 4 }, () => ask()));
  expect(new Set(answers.map(({ askedAt }) => askedAt)).size).toBe(1);
  expect(await ask()).toEqual(answers[0]);
  expect((await audited()).length - before).toBe(1);
  const told = (await messages()).length;
  await app.work();
  expect((await messages()).length - told).toBe(1);
});

test('rejects a sixth request within a day', async () => {
  for (let asked = 0; asked < 5; asked += 1) await ask();
  const answer = await pro.post(at(101));
  expect(answer.statusCode).toBe(429);
});

test('the job can safely run twice, even concurrently', async () => {
  await ask();
  const job = app.composed.jobs.find(({ job: { id } }) => id === makeExport.id);
  const ids = await idsOf();
  const told = (await messages()).length;
  await Promise.all([job?.run(ids), job?.run(ids)]);
  const ready = await stateOf();
  const first = (await fetched())['manifest.json']?.toString();
  await job?.run(ids);
  await app.work();
  expect(await stateOf()).toEqual(ready);
  expect((await fetched())['manifest.json']?.toString()).toBe(first);
  expect((await messages()).length - told).toBe(1);
});

test('a failing export is retried, then fails, and can be requested again', async () => {
  await ask();
  const ids = await idsOf();
  const job = app.composed.jobs.find(({ job: { id } }) => id === makeExport.id);
  const write = vi.spyOn(app.deps.files, 'write').mockRejectedValue(new Error('The disk is full'));
  await expect(job?.run(ids)).rejects.toThrow('The disk is full');
  await expect(job?.run(ids)).rejects.toThrow('The disk is full');
  expect(await stateOf()).toMatchObject({ state: 'preparing' });
  await job?.run(ids);
  expect(await stateOf()).toMatchObject({ state: 'failed', bytes: null });
  expect((await pro.get(`${at(101)}/file`)).statusCode).toBe(404);
  expect(app.warnings).toContain('The export of contractor 101 was not made');
  write.mockRestore();
  await made();
  expect(await stateOf()).toMatchObject({ state: 'ready' });
});

test('an export whose process died four times is given up, and one whose job was lost is restarted', async () => {
  await ask();
  const lost = await idsOf();
  await run('delete from graphile_worker._private_jobs');
  await ask();
  const ids = await idsOf();
  expect(ids.exportId).not.toBe(lost.exportId);
  await run('update company_exports set tries = 3');
  await app.composed.jobs.find(({ job }) => job.id === makeExport.id)?.run(ids);
  expect(await stateOf()).toMatchObject({ state: 'failed' });
  await app.work();
  expect(await stateOf()).toMatchObject({ state: 'failed' });
});

test('a document missing from the store is listed, and the rest is included', async () => {
  const [page] = await run<{ key: string }>(
    `select logo_key as key from co_branded_pages where page_name = 'summit-roofing'`,
  );
  const key = page?.key ?? '';
  const bytes = (await app.deps.files.read(key)) ?? Buffer.alloc(0);
  await app.deps.files.remove(key);
  await made();
  const files = await fetched();
  await app.deps.files.write(key, bytes);
  expect(files['logos/summit-roofing.png']).toBeUndefined();
  expect(files['README.txt']?.toString()).toContain('logos/summit-roofing.png');
});

test('after its expiry it is rejected and deleted, and so is one replaced by a newer export', async () => {
  const sweep = async (): Promise<void> => {
    await app.composed.jobs.find(({ job }) => job.id === sweepStore.id)?.run({});
    await app.work();
  };
  const stored = async (): Promise<string[]> =>
    (await app.deps.files.list({ after: 'company-data', limit: 100 }))
      .map(({ key }) => key)
      .filter((key) => key.startsWith('company-data/101/'));
  await made();
  const first = await idsOf();
  await made();
  const second = await idsOf();
  app.clock.pass(3 * 86_400);
  await sweep();
  expect(await stored()).toEqual([`company-data/101/${second.exportId}-1.zip`]);
  expect(first).not.toEqual(second);
  app.clock.pass(4 * 86_400 - 60);
  pro = await signedInAs(app, 'pro@demo.test');
  expect(Object.keys(await fetched()).length).toBeGreaterThan(10);
  app.clock.pass(61);
  expect(await stateOf()).toMatchObject({ state: 'expired', bytes: null, expiresAt: null });
  expect((await pro.get(`${at(101)}/file`)).statusCode).toBe(404);
  await sweep();
  expect(await stored()).toEqual([]);
  expect(await stateOf()).toMatchObject({ state: 'expired' });
});
