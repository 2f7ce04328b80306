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
  ])('with %s is read, its columns guessed, and its rows imported', async (_what, bytes) => {
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

  test('with quoted lines, two names, tags, and a short ZIP code keeps them all', async () => {
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

  test('with invalid lines gets an error per line, and nothing is stored', async () => {
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

  test.each([
    [
      'Windows-1252',
      Buffer.from(
        'Name,Notes\r\nPat O\x92Brien,\x93gate\x94 \x96 \x8050\r\nJos\xe9 Mu\xf1oz,\r\n',
        'latin1',
      ),
      [
        { name: 'José Muñoz', notes: '' },
        { name: 'Pat O’Brien', notes: '“gate” – €50' },
      ],
    ],
    [
      'Mac Roman',
      Buffer.from('Name,Notes\rJos\x8e Mu\x96oz,caf\x8e\rPat O\xd5Brien,\r', 'latin1'),
      [
        { name: 'José Muñoz', notes: 'café' },
        { name: 'Pat O’Brien', notes: '' },
      ],
    ],
    [
      'UTF-16 without a mark',
      Buffer.from('Name\tNotes\nJosé Muñoz\tcafé\n', 'utf16le'),
      [{ name: 'José Muñoz', notes: 'café' }],
    ],
    [
      'UTF-16 without a mark, the high byte first',
      Buffer.from('Name\tNotes\nJosé Muñoz\tcafé\n', 'utf16le').swap16(),
      [{ name: 'José Muñoz', notes: 'café' }],
    ],
  ])('in %s keeps its letters and symbols', async (_what, bytes, expected) => {
    const done = await ask('', bytes, { name: 0, notes: 1 });
    expect(done.statusCode, done.body).toBe(200);
    const { rows } = await app.deps.database.pool.query(
      'select name, notes from customers where contractor_id = 102 order by name',
    );
    expect(rows).toEqual(expected);
  });

  test("with Excel's delimiter line and titles above the headings is read from its headings", async () => {
    const text =
      'sep=;\r\nOak & Iron;;\r\nCustomers, all;;\r\n\r\nName;Addr;ST;Postal;Cell\r\nAnn Ode;"1 Elm; rear";pr;00901;(303) 555-1000\r\nBo Li;;;;12\r\n';
    const seen = (await look(text)).json<{ columns: object; headers: string[]; rows: number }>();
    expect(seen).toMatchObject({
      headers: ['Name', 'Addr', 'ST', 'Postal', 'Cell'],
      columns: { name: 0, street: 1, state: 2, zip: 3, phone: 4 },
      rows: 2,
    });
    const { problems } = (await ask('/check', text, seen.columns)).json<{ problems: object[] }>();
    expect(problems).toMatchObject([{ line: 7, field: 'phone', value: '12' }]);
  });

  test('with ZIP codes and phones as spreadsheets write them keeps them whole', async () => {
    const zips = [
      ['802021234', '80202-1234'],
      ['80202-', '80202'],
      ['80202 1234', '80202-1234'],
      ['80202–1234', '80202-1234'],
      ['"=""02138"""', '02138'],
      ["'02138", '02138'],
      ['2138', '02138'],
      ['21381234', '02138-1234'],
      ['2138.0', '02138'],
    ];
    const phones = [
      ['3035550006.0', '3035550006', ''],
      ["'3035550007", '3035550007', ''],
      ['303‑555–0008', '3035550008', ''],
      ['303/555-0009', '3035550009', ''],
      ['\u202a(303)\u00a0555-0010\u202c', '3035550010', ''],
      ['303-555-0011 ext. 5', '3035550011', 'Phone extension: 5'],
      ['303-555-0012 x1234', '3035550012', 'Phone extension: 1234'],
    ];
    const text = [
      'Name,Zip,Phone',
      ...zips.map(([written], at) => `Zip ${at},${written},`),
      ...phones.map(([written], at) => `Phone ${at},,${written}`),
    ].join('\n');
    const done = await ask('', text, { name: 0, zip: 1, phone: 2 });
    expect(done.statusCode, done.body).toBe(200);
    const { rows } = await app.deps.database.pool.query<Record<string, string>>(
      'select name, zip, phone, notes from customers where contractor_id = 102 order by id',
    );
    expect(rows.map(({ zip }) => zip).slice(0, zips.length)).toEqual(zips.map(([, zip]) => zip));
    expect(rows.slice(zips.length).map(({ phone, notes }) => [phone, notes])).toEqual(
      phones.map(([, phone, notes]) => [phone, notes]),
    );
    for (const wrong of ['+52 55 1234 5678', '0000000000', '3.03555E+09', '303555'])
      expect(
        (await ask('/check', `Name,Zip,Phone\nA,,${wrong}\n`, { name: 0, phone: 2 })).json()
          .problems,
        wrong,
      ).toHaveLength(1);
  });

  test('with invalid lines is imported without them on request', async () => {
    const text = csv('Ann Ode,3035551001,', 'Bob,12,nobody', 'Cy Twig,,cy@x.example');
    const send = (content: string) =>
      brand.send('/customers/import', {
        file: fileOf(content),
        columns: JSON.stringify(simple),
        ifKnown: 'skip',
        validOnly: 'true',
      });
    const done = await send(text);
    expect(done.json(), done.body).toMatchObject({ data: { added: 2, skipped: 1 } });
    expect(await stored()).toMatchObject([{ name: 'Ann Ode' }, { name: 'Cy Twig' }]);
    expect((await send(csv('Bob,12,'))).json().fields.file).toBe(
      'No lines in the file can be imported.',
    );
  });

  test('exported by the product is imported unchanged', async () => {
    const facts = {
      name: '+1 Roofing',
      street: '-5 Elm Street',
      state: 'PR',
      zip: '00901-1234',
      notes: '=SUM(A1); +2\n@home',
      tags: ['roof'],
    };
    await brand.post('/customers', facts);
    const { body } = await brand.get('/customers-export?format=csv');
    expect(body).toContain("'+1 Roofing");
    await app.deps.database.pool.query('delete from customer_events where contractor_id = 102');
    await app.deps.database.pool.query('delete from customers where contractor_id = 102');
    const { columns } = (await look(body)).json<{ columns: object }>();
    const done = await ask('', body, columns);
    expect(done.statusCode, done.body).toBe(200);
    const [{ id } = { id: 0 }] = (await brand.get('/customers')).json<{ data: { id: number }[] }>()
      .data;
    expect((await brand.get(`/customers/${id}`)).json().data).toMatchObject(facts);
  });

  test('with a zero byte far down is rejected with the line', async () => {
    const text = `Name\n${'Somebody\n'.repeat(1000)}A\0B\n`;
    const answer = await look(text);
    expect(answer.statusCode, answer.body).toBe(422);
    expect(answer.json().fields.file).toContain('Line 1002 ');
  });

  test("that isn't CSV, is too large, or has too many rows is rejected with its reason", async () => {
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

describe('existing customers', () => {
  const known = async () =>
    brand.post('/customers', { name: 'Kay Lund', phone: '3035551005', city: 'Dublin' });
  const text =
    'Name,Phone,Email,City\nKay L.,303-555-1005,kay@x.example,Columbus\nNew One,,new@x.example,\nNew Too,,NEW@x.example,\n';
  const columns = { name: 0, phone: 1, email: 2, city: 3 };

  test('are skipped, and so are duplicates within the file', async () => {
    await known();
    expect((await ask('/check', text, columns)).json()).toMatchObject({ add: 1, fill: 0, skip: 2 });
    expect((await ask('', text, columns)).json()).toMatchObject({
      data: { added: 1, filled: 0, skipped: 2 },
    });
    // Importing the same file again adds no one.
    expect((await ask('', text, columns)).json()).toMatchObject({ data: { added: 0, skipped: 3 } });
  });

  test('get missing values filled, keep existing ones, and lose the filled ones when the import is undone', async () => {
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

  test('who changed or applied since stay when an import is undone', async () => {
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

test('two concurrent requests import once', async () => {
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

test("another contractor's import can't be undone", async () => {
  const { id } = (await ask('', csv('Ann,3035551020,'), simple)).json<{ data: { id: number } }>()
    .data;
  const pro = await signedInAs(app, 'pro@demo.test');
  expect((await pro.post(`/customers/imports/${id}/undo`, {})).statusCode).toBe(404);
  expect((await pro.get('/customers/imports')).body).not.toContain('clients.csv');
  expect((await brand.get('/customers/imports')).json()).toMatchObject({
    data: [{ id, fileName: 'clients.csv', by: 'Brandon Okafor', added: 1, undoneAt: null }],
  });
});

test('imports a file of 10,000 rows completely', async () => {
  const lines = Array.from(
    { length: 10_000 },
    (_, index) => `Person ${index},303${String(2_000_000 + index)},p${index}@x.example`,
  );
  const done = await ask('', csv(...lines), simple);
  expect(done.json(), done.body.slice(0, 300)).toMatchObject({ data: { added: 10_000 } });
});
