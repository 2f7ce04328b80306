import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import readSheets from 'read-excel-file/node';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../../test/app.ts';

let app: TestApp;
let pro: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  pro = await signedInAs(app, 'pro@demo.test');
});
afterAll(() => app.close());

const all = 'started[gte]=01/01/2020';
const path = (query: string): string => `/reports-applications-export?${query}`;
const exported = async (query: string, client = pro) => {
  const answer = await client.get(path(query));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer;
};
/** Lines of a CSV without the byte order mark; no demo cell contains a line break. */
const linesOf = async (query: string, client = pro): Promise<string[][]> => {
  const { body } = await exported(`format=csv&${query}`, client);
  const lines = body
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
  return lines.map((line) =>
    [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) =>
      cell.replace(/^"|"$/g, ''),
    ),
  );
};
const listed = async (query: string) =>
  (await pro.get(`/reports-applications?limit=100&${query}`)).json();
const queryOf = (text: string, values: unknown[] = []) =>
  app.deps.database.pool.query(text, values);

test("the export has the list's rows with the same filters, in the same order [ACC-447]", async () => {
  const pages = (await pro.get('/contractor/101/co-branded-pages/filter-list')).json().data;
  const page = `coBrandedPage=${pages[1].id}`;
  for (const query of [
    all,
    `${all}&status=funded`,
    `${page}&order=-requestedAmount`,
    'search=abbott&order=+applicantName',
  ]) {
    const { data, total } = await listed(query);
    const [titles, ...rows] = await linesOf(query);
    expect(titles?.[0]).toBe('Applicant');
    expect(rows).toHaveLength(total);
    const emails = rows.map((cells) => cells[1]).slice(0, data.length);
    expect(emails).toEqual(
      data.map(({ applicantEmail }: { applicantEmail: string }) => applicantEmail),
    );
  }
  for (const wrong of [
    'status=qualified',
    'order=-password',
    'format=pdf',
    'started[gte]=yesterday',
  ]) {
    expect((await pro.get(path(wrong))).statusCode).toBe(400);
  }
});

test('the file name has its days, and the response its row count', async () => {
  const { headers } = await exported('started[gte]=01/01/2026&started[lte]=02/28/2026');
  expect(headers['content-disposition']).toBe(
    'attachment; filename="applications-2026-01-01-2026-02-28.xlsx"',
  );
  const open = await exported('format=csv');
  // The day in the contractor's time zone, which may be the one before New York's.
  const dayIn = (timeZone: string): string =>
    new Intl.DateTimeFormat('en-CA', { timeZone }).format(app.clock.now());
  const today = `(${dayIn('America/New_York')}|${dayIn('Pacific/Honolulu')})`;
  expect(open.headers['content-disposition']).toMatch(
    new RegExp(`^attachment; filename="applications-\\d{4}-\\d\\d-\\d\\d-${today}.csv"$`),
  );
  expect(open.headers).toMatchObject({
    'x-total-rows': '130',
    'content-type': 'text/csv; charset=utf-8',
    'cache-control': 'no-store',
  });
});

test('a workbook has dates and amounts as typed cells, and the same rows', async () => {
  const { rawPayload, headers } = await exported(`${all}&status=funded&order=-fundedDate`);
  expect(headers['content-type']).toBe(
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  );
  const [sheet] = await readSheets(rawPayload);
  const [titles = [], ...rows] = sheet?.data ?? [];
  const { data } = await listed(`${all}&status=funded&order=-fundedDate`);
  expect(rows).toHaveLength(data.length);
  const at = (title: string): number => titles.indexOf(title);
  for (const [index, row] of rows.entries()) {
    expect(row[at('Started')]).toBeInstanceOf(Date);
    expect(row[at('Funded on')]).toBeInstanceOf(Date);
    expect(row[at('Requested')]).toBe(data[index].requestedAmount);
    expect(row[at('Funded')]).toBeGreaterThan(0);
    expect(row[at('Next step')]).toBe('Funded');
  }
});

test('both exports and the list show the work address if the homeowner gave one', async () => {
  await queryOf(
    "update applications set project_address = case when id % 2 = 0 then '12 Juniper Street' else '' end where contractor_id = 101",
  );
  const { data } = await listed(all);
  const [titles = [], ...lines] = await linesOf(all);
  const { data: rows = [] } = (await readSheets((await exported(all)).rawPayload))[0] ?? {};
  const column = titles.indexOf('Project address');
  expect(rows[0]?.[column]).toBe('Project address');
  for (const [index, { id, projectAddress }] of data.entries()) {
    expect(projectAddress).toBe(id % 2 === 0 ? '12 Juniper Street' : '');
    expect(lines[index]?.[column]).toBe(projectAddress);
    expect(rows[index + 1]?.[column] ?? '').toBe(projectAddress);
  }
});

test('typed text never becomes a spreadsheet formula', async () => {
  const { rows: before } = await queryOf(
    'select id, applicant_name, city from applications where contractor_id = 101 order by id limit 4',
  );
  for (const [index, sign] of ['=', '+', '-', '@'].entries()) {
    await queryOf(
      'update applications set applicant_name = $2, city = $3, project_address = $3 where id = $1',
      [before[index].id, `${sign}1+1 Evil`, `${sign}2`],
    );
  }
  const rows = await linesOf(`${all}&search=evil&order=%2BappFormStarted`);
  expect(new Set(rows.slice(1).map(([name]) => name))).toEqual(
    new Set(["'+1+1 Evil", "'-1+1 Evil", "'=1+1 Evil", "'@1+1 Evil"]),
  );
  for (const title of ['Location', 'Project address']) {
    const column = rows[0]?.indexOf(title) ?? -1;
    expect(rows.slice(1).every((cells) => cells[column]?.startsWith("'"))).toBe(true);
  }
  const [sheet] = await readSheets((await exported(`${all}&search=evil`)).rawPayload);
  expect(sheet?.data).toHaveLength(5);
  // Workbook cells have types: text needs no apostrophe, which Excel would show.
  expect(new Set(sheet?.data.slice(1).map(([name]) => name))).toEqual(
    new Set(['+1+1 Evil', '-1+1 Evil', '=1+1 Evil', '@1+1 Evil']),
  );
  for (const { id, applicant_name, city } of before) {
    await queryOf('update applications set applicant_name = $2, city = $3 where id = $1', [
      id,
      applicant_name,
      city,
    ]);
  }
});

test('exports more rows than one read returns, each once', async () => {
  await queryOf(`insert into applications (contractor_id, page_id, source, reference, applicant_name, email, started_at)
    select contractor_id, id, 'page', 'many-' || n, 'Many ' || n, 'many' || n || '@example.com', now() - n * interval '1 minute'
    from co_branded_pages, generate_series(1, 4500) n where page_name = 'harborlight'`);
  const concierge = await signedInAs(app, 'concierge@demo.test');
  for (const order of [
    '-appFormStarted',
    '%2BapplicantName',
    '-creditDecision',
    '-requestedAmount',
  ]) {
    const rows = (await linesOf(`search=many&order=${order}`, concierge)).slice(1);
    expect(new Set(rows.map(([name]) => name)).size).toBe(4500);
    expect(rows).toHaveLength(4500);
  }
  const [, newest] = await linesOf('search=many', concierge);
  expect(newest?.[0]).toBe('Many 1');
});

test("the account in the query must be the user's own or the one switched into", async () => {
  const { rows } = await queryOf(
    "select id from users where email in ('pro@demo.test', 'brand@demo.test') order by id",
  );
  const [owner, other] = rows.map(({ id }: { id: number }) => id);
  await exported(`userId=${owner}&format=csv`);
  expect((await pro.get(path(`userId=${other}`))).statusCode).toBe(404);
  const admin = await signedInAs(app, 'admin@demo.test');
  expect((await admin.get(path(`userId=${owner}`))).statusCode).toBe(404);
  expect((await admin.get(path(''))).statusCode).toBe(404);
  await admin.post(`/user/${owner}/switch`, {});
  const { headers } = await exported(`userId=${owner}&${all}`, admin);
  expect(headers['x-total-rows']).toBe('130');
});

test('rejects a workbook with more rows than a sheet holds, and suggests CSV', async () => {
  const small = await createTestApp({ exports: { mostSheetRows: 129 } });
  try {
    const client = await signedInAs(small, 'pro@demo.test');
    const message =
      'An Excel file holds at most 129 rows, and this export has more. Export it as CSV, or use filters to make it smaller.';
    const refused = { error: 'invalid', message, fields: { format: message } };
    const answer = await client.get(path(all));
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toEqual(refused);
    const wanted = { started: { gte: '01/01/2020' }, format: 'xlsx' };
    expect((await client.post('/reports-applications-export', wanted)).json()).toEqual(refused);
    expect((await client.get(path(`${all}&format=csv`))).headers['x-total-rows']).toBe('130');
    expect((await client.get(path(`${all}&status=funded`))).statusCode).toBe(200);
    const { rows } = await small.deps.database.pool.query(
      "select 1 from audit_log where action = 'applications.exported'",
    );
    expect(rows).toHaveLength(2);
  } finally {
    await small.close();
  }
});

test("a contractor exports only its own rows, never through another's page, and needs the report permission", async () => {
  const brand = await signedInAs(app, 'brand@demo.test');
  const [titles = [], ...own] = await linesOf(all, brand);
  expect(own).not.toHaveLength(0);
  expect(own.every((cells) => cells[titles.indexOf('Co-branded page')] === 'oak-and-iron')).toBe(
    true,
  );
  const pages = (await pro.get('/contractor/101/co-branded-pages/filter-list')).json().data;
  expect((await brand.get(path(`coBrandedPage=${pages[0].id}`))).statusCode).toBe(404);
  expect((await linesOf(all, await signedInAs(app, 'team@demo.test'))).length).toBe(131);
  expect((await (await signedInAs(app, 'free@demo.test')).get(path(''))).statusCode).toBe(403);
  expect((await visitor(app).get(path(''))).statusCode).toBe(401);
});

/** Open cursors of downloads in this test's database. */
async function openCursors(): Promise<number> {
  const { rows } = await queryOf(
    "select 1 from pg_stat_activity where datname = current_database() and query like 'fetch %' and state <> 'idle'",
  );
  return rows.length;
}

test('a disconnected reader leaves nothing behind, and parallel downloads are limited', async () => {
  await queryOf(`insert into applications (contractor_id, page_id, source, reference, applicant_name, email, started_at)
    select contractor_id, id, 'page', 'flood-' || n, 'Flood ' || md5(n::text), md5(n::text) || '@example.com', now()
    from co_branded_pages, generate_series(1, 40000) n where page_name = 'oak-and-iron'`);
  const brand = await signedInAs(app, 'brand@demo.test');
  const address = await app.app.listen({ port: 0, host: '127.0.0.1' });
  const cookie = Object.entries(brand.cookies).map(([name, value]) => `${name}=${value}`);
  /** Reads the beginning of the response, then stops. */
  const open = (format: string) =>
    new Promise<IncomingMessage>((done) => {
      const url = `${address}/api/v1${path(`format=${format}`)}`;
      get(url, { agent: false, headers: { cookie: cookie.join('; ') } }, (answer) =>
        answer.once('readable', () => done(answer)),
      );
    });
  for (const format of ['csv', 'xlsx']) {
    const readers = await Promise.all([1, 2, 3, 4].map(() => open(format)));
    expect(readers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect((await brand.get(path(`format=${format}`))).json()).toMatchObject({ error: 'busy' });
    // Waiting cursors don't use up the connections of reports.
    expect(await openCursors()).toBe(4);
    expect((await brand.get('/reports-applications')).statusCode).toBe(200);
    for (const reader of readers) reader.destroy();
    await expect.poll(openCursors, { timeout: 20_000 }).toBe(0);
  }
  const { headers } = await exported('search=nobody', brand);
  expect(headers['x-total-rows']).toBe('0');
}, 60_000);
