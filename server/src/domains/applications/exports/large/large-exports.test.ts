import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import readSheets from 'read-excel-file/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { LargeExport } from '@lintel/contract/applications/large-exports';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../../../test/app.ts';
import { sweepStore } from '../../../../platform/files/sweep-jobs.ts';
import { expireLargeExport, makeLargeExport } from './queue-jobs.ts';

let app: TestApp;
let pro: TestClient;
let brand: TestClient;
let team: TestClient;
beforeAll(async () => {
  // The demo's 130 applications exceed 100 and need two batches.
  app = await createTestApp({ exports: { mostRowsAtOnce: 100, progressRows: 100 } });
  [pro, brand, team] = await Promise.all([
    signedInAs(app, 'pro@demo.test'),
    signedInAs(app, 'brand@demo.test'),
    signedInAs(app, 'team@demo.test'),
  ]);
});
afterAll(() => app.close());
beforeEach(async () => {
  await run('delete from application_exports');
  await run('delete from call_counters');
  await run("delete from messages where channel = 'email' and event = 'applications-export-ready'");
  for (const key of await stored()) await app.deps.files.remove(key);
});
afterEach(() => void vi.restoreAllMocks());

const run = async <Row extends Record<string, unknown> = Record<string, unknown>>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => (await app.deps.database.pool.query<Row>(text, values)).rows;

const all = { started: { gte: '01/01/2020' } };
const allDays = 'started[gte]=01/01/2020';
const ask = async (more: object = {}, client = pro): Promise<LargeExport | null> => {
  const answer = await client.post('/reports-applications-export', {
    ...all,
    format: 'csv',
    ...more,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: LargeExport | null }>().data;
};
const asked = async (more: object = {}, client = pro): Promise<LargeExport> => {
  const data = await ask(more, client);
  if (data === null) throw new Error('It is no large one');
  return data;
};
const listed = async (client = pro): Promise<LargeExport[]> => {
  const answer = await client.get('/reports-applications-exports');
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: LargeExport[] }>().data;
};
const at = (id: string, what = ''): string => `/reports-applications-exports/${id}${what}`;
const file = (id: string, client = pro) => client.get(at(id, '/file'));
const jobOf = (id: string) => {
  const found = app.composed.jobs.find(({ job }) => job.id === id);
  if (found === undefined) throw new Error(`There is no job ${id}`);
  return found;
};
const make = (exportId: string) => jobOf(makeLargeExport.id).run({ contractorId: 101, exportId });
const expire = (exportId: string) =>
  jobOf(expireLargeExport.id).run({ contractorId: 101, exportId });
const stored = async (): Promise<string[]> =>
  (await app.deps.files.list({ after: 'application-exports/', limit: 1000 }))
    .map(({ key }) => key)
    .filter((key) => key.startsWith('application-exports/'));
/** The report's export without a limit. */
const atOnce = async (query: string): Promise<string> => {
  const usual = await createdAtOnce();
  const answer = await usual.get(`/reports-applications-export?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.body;
};
let usual: { app: TestApp; client: TestClient } | undefined;
afterAll(() => usual?.app.close());
async function createdAtOnce(): Promise<TestClient> {
  if (usual === undefined) {
    const other = await createTestApp();
    usual = { app: other, client: await signedInAs(other, 'pro@demo.test') };
  }
  return usual.client;
}

/** Runs `then` after all rows are read and before the file is stored. */
function beforeStoring(then: () => unknown): void {
  const write = app.deps.files.write.bind(app.deps.files);
  vi.spyOn(app.deps.files, 'write').mockImplementationOnce(async (key, content) => {
    const bytes = content instanceof Readable ? await buffer(content) : content;
    await then();
    await write(key, bytes);
  });
}

/** Open cursors of exports in this test's database. */
const openCursors = () =>
  run(
    "select 1 from pg_stat_activity where datname = current_database() and query like 'fetch %' and state <> 'idle'",
  );

test('a small export is a direct download, and requesting it starts no job', async () => {
  expect(await ask({ status: 'funded' })).toBeNull();
  const answer = await pro.get(`/reports-applications-export?${allDays}&status=funded`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="applications-/);
  expect(await listed()).toEqual([]);
});

test('a job makes a large export, shows its progress in rows, and sends an e-mail', async () => {
  const begun = await asked();
  expect(begun).toMatchObject({
    state: 'preparing',
    rows: 130,
    rowsMade: 0,
    bytes: null,
    expiresAt: null,
  });
  expect(begun.fileName).toMatch(/^applications-2020-01-01-\d{4}-\d\d-\d\d\.csv$/);
  expect((await file(begun.exportId)).statusCode).toBe(404);
  beforeStoring(async () => {
    expect(await listed()).toMatchObject([{ state: 'preparing', rows: 130, rowsMade: 100 }]);
    expect((await file(begun.exportId)).statusCode).toBe(404);
  });
  await app.work();
  const [ready] = await listed();
  expect(ready).toMatchObject({ state: 'ready', rowsMade: 130, rows: 130 });
  expect(Date.parse(ready?.expiresAt ?? '') - app.clock.now().getTime()).toBe(86_400_000);
  const answer = await file(begun.exportId);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-length': String(ready?.bytes),
    'content-disposition': `attachment; filename="${begun.fileName}"`,
    'cache-control': 'private, no-store',
  });
  expect(await stored()).toHaveLength(1);
  expect(
    await run(
      "select key, contractor_id from messages where channel = 'email' and event = 'applications-export-ready'",
    ),
  ).toEqual([{ key: `applications-export-ready:${begun.exportId}`, contractor_id: 101 }]);
  const entries = await run(
    `select action, contractor_id, details from audit_log where entity = 'applications' and entity_id = $1 order by id`,
    [begun.exportId],
  );
  expect(entries).toMatchObject([
    { action: 'applications.exported', details: { rows: 130, format: 'csv', filters: ['days'] } },
    { action: 'applications.export-downloaded', contractor_id: 101 },
  ]);
});

test.each(['-appFormStarted', '+applicantName', '-requestedAmount', '-creditDecision'])(
  'a large export has the same content as a download, by %s',
  async (order) => {
    const csv = await asked({ order });
    await app.work();
    const wanted = await atOnce(`format=csv&${allDays}&order=${encodeURIComponent(order)}`);
    expect((await file(csv.exportId)).body).toBe(wanted);
  },
);

test('a large workbook opens like a direct download', async () => {
  const { exportId } = await asked({ format: 'xlsx', order: '+applicantEmail' });
  await app.work();
  const answer = await file(exportId);
  expect(answer.headers['content-type']).toBe(
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  );
  const whole = await (
    await createdAtOnce()
  ).get(`/reports-applications-export?${allDays}&order=%2BapplicantEmail`);
  const [made] = await readSheets(answer.rawPayload);
  const [wanted] = await readSheets(whole.rawPayload);
  expect(made?.data).toHaveLength(131);
  expect(made).toEqual(wanted);
});

test('the download address redirects to the report for too many rows', async () => {
  const answer = await pro.get(`/reports-applications-export?${allDays}`);
  expect(answer.statusCode).toBe(303);
  expect(answer.headers['location']).toBe('/reports-applications?exports=open');
  expect(await listed()).toMatchObject([{ state: 'preparing', rows: 130 }]);
});

test('repeated requests for the same rows start one export', async () => {
  const made = await Promise.all([1, 2, 3, 4, 5].map(() => asked()));
  expect(new Set(made.map(({ exportId }) => exportId)).size).toBe(1);
  await pro.get(`/reports-applications-export?format=csv&${allDays}`);
  expect(await listed()).toHaveLength(1);
  const other = await asked({ order: '+applicantName' });
  expect(other.exportId).not.toBe(made[0]?.exportId);
  expect((await asked({ format: 'xlsx' })).exportId).not.toBe(made[0]?.exportId);
  await app.work();
  expect((await asked()).exportId).not.toBe(made[0]?.exportId);
});

test('a contractor can have three exports in progress and ten in total, across its users', async () => {
  const orders = ['+applicantName', '-applicantName', '+applicantEmail', '-applicantEmail'];
  const answers = await Promise.all(
    orders.map((order) =>
      pro.post('/reports-applications-export', { ...all, format: 'csv', order }),
    ),
  );
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 409]);
  const refused = await team.post('/reports-applications-export', { ...all, format: 'csv' });
  expect(refused.json()).toMatchObject({ error: 'export_limit' });
  expect(
    (await brand.post('/reports-applications-export', { ...all, format: 'csv' })).statusCode,
  ).toBe(200);
  await app.work();
  const [kept] = await listed();
  await run(
    `insert into application_exports (contractor_id, export_id, asked_by, asked_at, format, file_name, asked, state, rows, expires_at)
     select contractor_id, gen_random_uuid(), asked_by, asked_at, format, file_name, asked, state, rows, expires_at
     from application_exports, generate_series(1, 7) where contractor_id = 101 and export_id = $1`,
    [kept?.exportId],
  );
  expect(
    (await pro.post('/reports-applications-export', { ...all, format: 'csv' })).statusCode,
  ).toBe(409);
  const [one] = await listed();
  expect((await pro.call('DELETE', at(one?.exportId ?? ''))).statusCode).toBe(200);
  expect((await asked()).state).toBe('preparing');
});

test('only the account that requested an export has access: no other contractor, team user, staff, or visitor', async () => {
  const { exportId } = await asked();
  await app.work();
  const admin = await signedInAs(app, 'admin@demo.test');
  const limited = await signedInAs(app, 'limited@demo.test').catch(() => null);
  const others = [brand, team, admin, ...(limited === null ? [] : [limited])];
  for (const client of others) {
    for (const [method, what] of [
      ['GET', '/file'],
      ['POST', '/retry'],
      ['DELETE', ''],
    ] as const) {
      const { statusCode } = await client.call(method, at(exportId, what));
      expect([403, 404]).toContain(statusCode);
    }
  }
  expect((await file(exportId, visitor(app))).statusCode).toBe(401);
  expect(await listed(team)).toEqual([]);
  expect((await listed())[0]).toMatchObject({ state: 'ready' });
  // Staff switched into the account have their own exports, and lose them when the switch ends.
  const [owner] = await run<{ id: number }>("select id from users where email = 'pro@demo.test'");
  await admin.switchInto(owner?.id ?? 0);
  expect(await listed(admin)).toEqual([]);
  expect((await file(exportId, admin)).statusCode).toBe(404);
  const own = await asked({}, admin);
  await app.work();
  expect((await file(own.exportId, admin)).statusCode).toBe(200);
  expect((await file(own.exportId)).statusCode).toBe(404);
  const [entry] = await run(
    `select actor_id <> user_id as switched from audit_log where entity_id = $1 and action = 'applications.export-downloaded'`,
    [own.exportId],
  );
  expect(entry).toEqual({ switched: true });
  admin.switchedInto = null;
  expect((await file(own.exportId, admin)).statusCode).toBe(404);
});

test('a team user who loses access to the report also loses the export', async () => {
  const { exportId } = await asked({}, team);
  await app.work();
  expect((await file(exportId, team)).statusCode).toBe(200);
  const before = await run<{ team_access: string; team_resources: string[] }>(
    "select team_access, team_resources from users where email = 'team@demo.test'",
  );
  await run(
    "update users set team_access = 'Limited', team_resources = '{invoices}' where email = 'team@demo.test'",
  );
  expect((await file(exportId, team)).statusCode).toBe(403);
  await run(
    "update users set team_access = $1, team_resources = $2 where email = 'team@demo.test'",
    [before[0]?.team_access, before[0]?.team_resources],
  );
});

test('a job that runs twice, also in parallel, makes one file and one message', async () => {
  const { exportId } = await asked({ format: 'xlsx' });
  await Promise.all([make(exportId), make(exportId)]);
  await app.work();
  await make(exportId);
  await app.work();
  expect(await listed()).toMatchObject([{ state: 'ready', rowsMade: 130 }]);
  const [sheet] = await readSheets((await file(exportId)).rawPayload);
  expect(sheet?.data).toHaveLength(131);
  expect(await stored()).toHaveLength(1);
  expect(
    await run(
      "select 1 from messages where channel = 'email' and event = 'applications-export-ready'",
    ),
  ).toHaveLength(1);
});

test("an export whose file can't be stored leaves no cursor open", async () => {
  const { exportId } = await asked({ format: 'xlsx' });
  vi.spyOn(app.deps.files, 'write').mockImplementationOnce(async (_key, content) => {
    if (content instanceof Readable) await new Promise((done) => content.once('readable', done));
    expect(await openCursors()).toHaveLength(1);
    throw new Error('the bucket is full');
  });
  await expect(make(exportId)).rejects.toThrow('the bucket is full');
  await expect.poll(openCursors, { timeout: 20_000 }).toEqual([]);
});

test('all rows come from a snapshot at the start', async () => {
  const { exportId } = await asked({ order: '+applicantName' });
  const wanted = await atOnce(`format=csv&${allDays}&order=%2BapplicantName`);
  const [first] = await run<{ id: string; applicant_name: string }>(
    'select id, applicant_name from applications where contractor_id = 101 order by lower(applicant_name), id limit 1',
  );
  const rename = (name: string | undefined) =>
    run('update applications set applicant_name = $2 where contractor_id = 101 and id = $1', [
      first?.id,
      name,
    ]);
  const { write } = app.deps.files;
  vi.spyOn(app.deps.files, 'write').mockImplementationOnce(async (key, content) => {
    if (content instanceof Readable) await new Promise((done) => content.once('readable', done));
    await rename('Zzz Moved');
    await write(key, content);
  });
  await make(exportId);
  expect((await file(exportId)).body).toBe(wanted);
  await rename(first?.applicant_name);
});

test('canceling an export in progress stops it and leaves nothing behind', async () => {
  const { exportId } = await asked();
  const { write } = app.deps.files;
  // Before its first progress update.
  vi.spyOn(app.deps.files, 'write').mockImplementationOnce(async (key, content) => {
    expect((await pro.call('DELETE', at(exportId))).statusCode).toBe(200);
    await write(key, content);
  });
  await make(exportId);
  expect(await stored()).toEqual([]);
  await expect(make(exportId)).rejects.toThrow('The export is missing');
  expect(await listed()).toEqual([]);
  expect((await file(exportId)).statusCode).toBe(404);
  // After its last row.
  const other = await asked();
  beforeStoring(() => pro.call('DELETE', at(other.exportId)));
  await make(other.exportId);
  await app.work();
  expect(await stored()).toEqual([]);
  expect(app.warnings.join()).not.toMatch(new RegExp(`${exportId}|${other.exportId}`));
});

test('a failing export restarts from the beginning, and is shown as failed in the end', async () => {
  const { exportId } = await asked();
  const write = vi.spyOn(app.deps.files, 'write');
  write.mockImplementation(async (_key, content) => {
    if (content instanceof Readable) await buffer(content);
    throw new Error('the bucket is full');
  });
  for (let tried = 1; tried < 3; tried += 1)
    await expect(make(exportId)).rejects.toThrow('the bucket is full');
  expect(await listed()).toMatchObject([{ state: 'preparing', rowsMade: 100 }]);
  await make(exportId);
  expect(await listed()).toMatchObject([{ state: 'failed', rowsMade: 100 }]);
  expect((await file(exportId)).statusCode).toBe(404);
  expect(app.warnings.at(-1)).toContain(exportId);
  write.mockRestore();
  const again = await pro.post(at(exportId, '/retry'));
  expect(again.json()).toMatchObject({ data: { exportId, state: 'preparing', rowsMade: 0 } });
  expect((await pro.post(at(exportId, '/retry'))).json()).toMatchObject({
    data: { state: 'preparing' },
  });
  await app.work();
  expect(await listed()).toMatchObject([{ state: 'ready', rowsMade: 130 }]);
  expect((await file(exportId)).body).toBe(await atOnce(`format=csv&${allDays}`));
  expect(await stored()).toHaveLength(1);
});

test('a workbook that has outgrown a sheet since the request fails at once, and a retry gives the reason', async () => {
  const small = await createTestApp({ exports: { mostRowsAtOnce: 100, mostSheetRows: 130 } });
  try {
    const client = await signedInAs(small, 'pro@demo.test');
    const wanted = { ...all, format: 'xlsx' };
    const { data } = (await client.post('/reports-applications-export', wanted)).json();
    await small.deps.database.pool
      .query(`insert into applications (contractor_id, page_id, source, reference, applicant_name, started_at)
        select contractor_id, min(page_id), 'page', 'late', 'Late Comer', now() from applications where contractor_id = 101 group by 1`);
    await small.work();
    expect((await client.get('/reports-applications-exports')).json().data).toMatchObject([
      { state: 'failed', rowsMade: 0 },
    ]);
    const again = await client.post(at(data.exportId, '/retry'));
    expect(again.statusCode).toBe(422);
    expect(again.json().fields.format).toMatch(/^An Excel file holds at most 130 rows/);
  } finally {
    await small.close();
  }
});

test('an export whose job was lost counts as failed and can be retried', async () => {
  const { exportId } = await asked();
  await run('select graphile_worker.remove_job($1)', [`applications.large-export:101-${exportId}`]);
  expect(await listed()).toMatchObject([{ state: 'failed' }]);
  expect((await pro.post(at(exportId, '/retry'))).json()).toMatchObject({
    data: { state: 'preparing' },
  });
  await app.work();
  expect(await listed()).toMatchObject([{ state: 'ready' }]);
});

test('an export expires after 24 hours, its file is deleted, and its row a day later', async () => {
  const { exportId } = await asked();
  await app.work();
  app.clock.pass(86_399);
  await expire(exportId);
  pro = await signedInAs(app, 'pro@demo.test');
  expect((await file(exportId)).statusCode).toBe(200);
  app.clock.pass(1);
  expect(await listed()).toMatchObject([{ state: 'expired', bytes: null }]);
  expect((await file(exportId)).statusCode).toBe(404);
  await expire(exportId);
  await expire(exportId);
  await app.work();
  expect(await stored()).toEqual([]);
  expect(await listed()).toMatchObject([{ state: 'expired' }]);
  app.clock.pass(86_400);
  await expire(exportId);
  pro = await signedInAs(app, 'pro@demo.test');
  expect(await listed()).toEqual([]);
});

test('the file sweep keeps needed files and deletes orphaned ones', async () => {
  const begun = await asked();
  const written = `application-exports/101/${begun.exportId}-1.csv`;
  const orphan = `application-exports/101/${crypto.randomUUID()}-1.csv`;
  for (const key of [written, orphan]) await app.deps.files.write(key, Buffer.from('x'));
  app.clock.pass(86_400 + 3600);
  await jobOf(sweepStore.id).run({});
  expect(await stored()).toEqual([written]);
  pro = await signedInAs(app, 'pro@demo.test');
});

test('exports only the header if the rows were deleted in the meantime', async () => {
  const begun = await asked();
  await run(
    "update application_exports set asked = jsonb_set(asked, '{filter,search}', '\"nobody at all\"')",
  );
  await app.work();
  expect(await listed()).toMatchObject([{ state: 'ready', rows: 0, rowsMade: 0 }]);
  expect((await file(begun.exportId)).body).toMatch(/^\uFEFFApplicant,[^\n]*\r\n$/);
});
