import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../../test/app.ts';

let app: TestApp;
let brand: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  brand = await signedInAs(app, 'brand@demo.test');
});
afterAll(() => app.close());
beforeEach(async () => {
  const { pool } = app.deps.database;
  for (const table of ['customer_events', 'customer_applications', 'customers', 'customer_imports'])
    await pool.query(`delete from ${table} where contractor_id = 102`);
});

type File = string | Buffer;
const fileOf = (content: File) => ({ name: 'clients.csv', bytes: Buffer.from(content) });
const look = async (content: File) =>
  brand.send('/customers/import/read', { file: fileOf(content) });
const ask = (path: '/check' | '', content: File, columns: object, ifKnown = 'skip') =>
  brand.send(`/customers/import${path}`, {
    file: fileOf(content),
    columns: JSON.stringify(columns),
    ifKnown,
  });
const stored = async () =>
  (
    await app.deps.database.pool.query(
      "select name, phone, email, state, zip, tags from customers where contractor_id = 102 and origin = 'import' order by name",
    )
  ).rows;

const simple = { name: 0, phone: 1, email: 2 };
const csv = (...lines: string[]): string => ['Name,Phone,Email', ...lines].join('\r\n');

describe('a file', () => {
  test.each([
    [
      'commas in UTF-8 with a mark',
      Buffer.from(
        '\uFEFFFull Name,Mobile,E-mail Address,State\nZoë Ümit,303-555-1000,zoe@x.example,Colorado\n',
      ),
    ],
    [
      'semicolons in Windows-1252',
      Buffer.from(
        'Full Name;Mobile;E-mail Address;State\r\nZo\xeb \xdcmit;(303) 555-1000;zoe@x.example;co\r\n',
        'latin1',
      ),
    ],
    [
      'tabs in UTF-16',
      Buffer.from(
        '\uFEFFFull Name\tMobile\tE-mail Address\tState\nZoë Ümit\t+1 303 555 1000\tzoe@x.example\tCO\n',
        'utf16le',
      ),
    ],
  ])('with %s is read, its columns guessed and its rows imported', async (_what, bytes) => {
    const seen = (await look(bytes)).json<{ columns: object; rows: number; headers: string[] }>();
    expect(seen).toMatchObject({
      rows: 1,
      columns: { name: 0, phone: 1, email: 2, state: 3 },
      headers: ['Full Name', 'Mobile', 'E-mail Address', 'State'],
    });
    const done = await ask('', bytes, seen.columns);
    expect(done.json(), done.body).toMatchObject({ data: { added: 1, filled: 0, skipped: 0 } });
    expect(await stored()).toMatchObject([
      { name: 'Zoë Ümit', phone: '3035551000', email: 'zoe@x.example', state: 'CO' },
    ]);
  });

  test('with quoted lines, two names, tags and a short ZIP code keeps them all', async () => {
    const text =
      'First Name,Last Name,Tags,Zip,Notes\n"Ann","O""Hara","roof; vip",2139,"Line one\nline two"\n\nBo,Li,,80202,\n';
    const { columns } = (await look(text)).json<{ columns: object }>();
    expect(columns).toEqual({ firstName: 0, lastName: 1, tags: 2, zip: 3, notes: 4 });
    await ask('', text, columns);
    expect(await stored()).toMatchObject([
      { name: 'Ann O"Hara', tags: ['roof', 'vip'], zip: '02139' },
      { name: 'Bo Li', tags: [], zip: '80202' },
    ]);
  });

  test('with wrong lines is told of by line, and nothing of it is stored', async () => {
    const text = csv('Ann Ode,3035551001,', 'Bob,12,', '"Two\nlines",,nobody', ',3035551002,');
    const { problems, add } = (await ask('/check', text, simple)).json<{
      problems: { line: number; field: string }[];
      add: number;
    }>();
    expect(add).toBe(1);
    expect(problems.map(({ line, field }) => `${line} ${field}`)).toEqual([
      '3 phone',
      '4 email',
      '6 name',
    ]);
    const refused = await ask('', text, simple);
    expect(refused.statusCode).toBe(422);
    expect(refused.json<{ fields: { file: string } }>().fields.file).toMatch(/^Line 3: /);
    expect(await stored()).toEqual([]);
  });

  test('that is none, is too large or has too many rows is refused with its reason', async () => {
    const reasonOf = async (content: File): Promise<string> => {
      const answer = await look(content);
      expect(answer.statusCode, answer.body).toBe(422);
      return answer.json<{ fields: { file: string } }>().fields.file;
    };
    expect(await reasonOf(Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0]))).toContain('CSV');
    expect(await reasonOf('Name,Phone\n')).toContain('no rows');
    expect(await reasonOf(`Name\n${'a\n'.repeat(10_001)}`)).toContain('10,000 rows');
    expect(await reasonOf(`Name\n"${'a'.repeat(50_000)}`)).toContain('line 2');
    expect(await reasonOf('x'.repeat(5 * 1024 * 1024 + 1))).toContain('5 MB');
    const nameless = await ask('/check', csv('Ann,,'), { phone: 1 });
    expect(nameless.statusCode).toBe(422);
  });
});

describe('customers that are there already', () => {
  const known = async () =>
    brand.post('/customers', { name: 'Kay Lund', phone: '3035551005', city: 'Dublin' });
  const text =
    'Name,Phone,Email,City\nKay L.,303-555-1005,kay@x.example,Columbus\nNew One,,new@x.example,\nNew Too,,NEW@x.example,\n';
  const columns = { name: 0, phone: 1, email: 2, city: 3 };

  test('are passed over, and so is who stands in the file twice', async () => {
    await known();
    expect((await ask('/check', text, columns)).json()).toMatchObject({ add: 1, fill: 0, skip: 2 });
    expect((await ask('', text, columns)).json()).toMatchObject({
      data: { added: 1, filled: 0, skipped: 2 },
    });
    // The same file again adds nobody.
    expect((await ask('', text, columns)).json()).toMatchObject({ data: { added: 0, skipped: 3 } });
  });

  test('get what was empty, keep what they had, and lose it again when the import is taken back', async () => {
    await known();
    const done = await ask('', text, columns, 'fill');
    const { data } = done.json<{ data: { id: number } }>();
    expect(data).toMatchObject({ added: 1, filled: 1 });
    const kay = async () =>
      (await brand.get('/customers?search=3035551005')).json<{ data: object[] }>().data[0];
    expect(await kay()).toMatchObject({ name: 'Kay Lund', email: 'kay@x.example', city: 'Dublin' });
    const undone = await brand.post(`/customers/imports/${data.id}/undo`, {});
    expect(undone.json()).toMatchObject({ removed: 1, kept: 0 });
    expect(await kay()).toMatchObject({ name: 'Kay Lund', email: '', city: 'Dublin' });
    expect(await stored()).toEqual([]);
    expect((await brand.post(`/customers/imports/${data.id}/undo`, {})).statusCode).toBe(409);
  });

  test('who were changed or have applied since stay when an import is taken back', async () => {
    const done = await ask(
      '',
      csv('A A,3035551011,', 'B B,3035551012,', 'C C,3035551013,'),
      simple,
    );
    const { id } = done.json<{ data: { id: number } }>().data;
    const list = (await brand.get('/customers?order=%2Bname')).json<{ data: { id: number }[] }>()
      .data;
    await brand.post(`/customers/${list[0]?.id}/archive`, {});
    const undone = await brand.post(`/customers/imports/${id}/undo`, {});
    expect(undone.json()).toMatchObject({ removed: 2, kept: 1 });
    expect(await stored()).toMatchObject([{ name: 'A A' }]);
  });
});

test('two presses import once', async () => {
  const text = csv('No contact,,', 'Another,,');
  const twice = { headers: { 'idempotency-key': 'import-of-a-test-0001' } };
  const form = new FormData();
  form.append('file', new Blob([text]), 'clients.csv');
  form.append('columns', JSON.stringify(simple));
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const payload = Buffer.from(await request.arrayBuffer());
  const headers = { ...twice.headers, 'content-type': request.headers.get('content-type') ?? '' };
  for (const press of [1, 2]) {
    const answer = await brand.call('POST', '/customers/import', { payload, headers });
    expect(answer.statusCode, `${press} ${answer.body}`).toBe(200);
  }
  expect(await stored()).toHaveLength(2);
});

test('nobody takes back the import of another contractor', async () => {
  const { id } = (await ask('', csv('Ann,3035551020,'), simple)).json<{ data: { id: number } }>()
    .data;
  const pro = await signedInAs(app, 'pro@demo.test');
  expect((await pro.post(`/customers/imports/${id}/undo`, {})).statusCode).toBe(404);
  expect((await pro.get('/customers/imports')).body).not.toContain('clients.csv');
  expect((await brand.get('/customers/imports')).json()).toMatchObject({
    data: [{ id, fileName: 'clients.csv', by: 'Brandon Okafor', added: 1, undoneAt: null }],
  });
});

test('a file of 10,000 rows is imported whole', async () => {
  const lines = Array.from(
    { length: 10_000 },
    (_, index) => `Person ${index},303${String(2_000_000 + index)},p${index}@x.example`,
  );
  const done = await ask('', csv(...lines), simple);
  expect(done.json(), done.body.slice(0, 300)).toMatchObject({ data: { added: 10_000 } });
});
