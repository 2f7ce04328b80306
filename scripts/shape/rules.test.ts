import { expect, test } from 'vitest';
import { findBreaches } from './rules.ts';
import { describe } from './sources.ts';
import { misnamedTexts, unusedTexts } from './texts.ts';

const breaches = (files: Record<string, string>): string[] => {
  const known = new Set(Object.keys(files));
  const sources = Object.entries(files).map(([path, text]) => describe(path, text, known));
  return findBreaches(sources).map(({ text }) => text);
};

test('a tidy file breaks nothing', () => {
  expect(breaches({ 'server/src/domains/pages/service.ts': 'export const one = 1;\n' })).toEqual(
    [],
  );
});

test('finds files and functions that are too long', () => {
  const long = `export function work() {\n${'  // a line\n'.repeat(410)}}\n`;
  expect(breaches({ 'server/src/long.ts': long }).slice(0, 2)).toEqual([
    'server/src/long.ts:1 412 lines, at most 400',
    'server/src/long.ts:1 work has 412 lines, at most 80',
  ]);
});

test('finds a cycle of type imports', () => {
  const files = {
    'portal/src/a.ts': "import type { B } from './b.ts';\nexport type A = B;\n",
    'portal/src/b.ts': "import type { A } from './a.ts';\nexport type B = A;\n",
  };
  expect(breaches(files)).toContain('import cycle: portal/src/a.ts → portal/src/b.ts');
});

test('allows imports of features and domains only through their index, and none from the platform', () => {
  const door = {
    'server/src/domains/pages/index.ts': 'export {};\n',
    'server/src/domains/pages/service.ts': 'export {};\n',
    'portal/src/features/b/x.ts': 'export {};\n',
    'portal/src/features/b/index.ts': 'export {};\n',
  };
  const files = {
    ...door,
    'server/src/domains/leads/a.ts': "import '../pages/index.ts';\nimport '../pages/service.ts';\n",
    'server/src/platform/a.ts': "import '../domains/pages/index.ts';\n",
    'portal/src/features/a/x.ts': "import '../b/index.ts';\nimport '../b/x.ts';\n",
    'portal/src/a.ts': "import '../../server/src/domains/pages/index.ts';\n",
  };
  expect(breaches(files).map((text) => text.split(' ')[0])).toEqual([
    'server/src/domains/leads/a.ts:2',
    'server/src/platform/a.ts:1',
    'portal/src/features/a/x.ts:2',
    'portal/src/a.ts:1',
  ]);
});

test("domains can't mention the cluster", () => {
  const text =
    '// A cluster asks all machines.\nexport const letters = (word) => word.clusters();\n';
  const files = {
    'server/src/domains/pages/service.ts': text,
    'server/src/platform/db/cluster/index.ts': text,
  };
  expect(breaches(files)).toEqual([
    'server/src/domains/pages/service.ts:1 domains do not mention the cluster',
  ]);
});

test("finds other ways to read the caller's address", () => {
  const files = {
    'server/src/platform/http/a.ts':
      'export const of = (request: { ip: string }): string => request.ip;\n',
  };
  expect(breaches(files)).toEqual([
    'server/src/platform/http/a.ts:1 a caller is known by request.address',
  ]);
});

test('finds schemas outside the contract, SQL in routes, and odd names', () => {
  const files = {
    'server/src/domains/pages/service.ts': "import { z } from 'zod';\nz.string();\n",
    'server/src/domains/pages/routes.ts': "import { sql } from 'drizzle-orm';\nsql``;\n",
    'portal/src/OddName.tsx': '// @ts-ignore\nexport {};\n',
  };
  expect(breaches(files)).toEqual([
    'server/src/domains/pages/service.ts:1 schemas belong in the contract',
    'server/src/domains/pages/routes.ts:1 routes hold no SQL',
    'portal/src/OddName.tsx:1 file names are kebab-case',
    'portal/src/OddName.tsx:1 a suppression says why',
  ]);
});

test("finds a domain that writes another domain's table, but allows joins", () => {
  const repository = (statement: string): string =>
    `import { contractors } from '../contractors/tables.ts';\nexport const one = (db) => ${statement};\n`;
  const path = 'server/src/domains/billing/payer-repository.ts';
  expect(breaches({ [path]: repository('db.update(contractors).set({})') })).toEqual([
    `${path}:1 writes contractors, a table of another domain`,
  ]);
  expect(breaches({ [path]: repository('db.select().from(contractors)') })).toEqual([]);
});

test('finds too many casts, and ignores `as const`', () => {
  const casting = 'export const one = JSON.parse(text) as One;\n';
  expect(breaches({ 'server/src/one.ts': casting })).toEqual([
    'casts in 1,000 lines: 1000, at most 1',
  ]);
  expect(breaches({ 'server/src/one.ts': 'export const one = [1] as const;\n' })).toEqual([]);
  expect(breaches({ 'server/src/one.test.ts': casting })).toEqual([]);
});

test('a small file imported only by one file in its folder is a splinter, and too many are reported', () => {
  const importing = "import { two } from './two.ts';\nexport const one = two;\n";
  const two = { 'portal/src/a/two.ts': 'export const two = 2;\n' };
  expect(breaches({ 'portal/src/a/one.ts': importing, ...two })).toEqual([
    'percentage of splinters: 50, at most 3',
  ]);
  const elsewhere = "import { two } from '../a/two.ts';\nexport const one = two;\n";
  expect(breaches({ 'portal/src/b/one.ts': elsewhere, ...two })).toEqual([]);
  expect(
    breaches({ 'portal/src/a/one.ts': importing, 'portal/src/b/one.ts': elsewhere, ...two }),
  ).toEqual([]);
});

test("allows imports of a domain's folder only through its index", () => {
  const room = {
    'server/src/domains/billing/cards/index.ts': "export { card } from './cards.ts';\n",
    'server/src/domains/billing/cards/cards.ts': 'export const card = 1;\n',
    'server/src/domains/billing/cards/tables.ts': 'export const cards = 1;\n',
  };
  const entering = (file: string) => ({
    'server/src/domains/billing/jobs.ts': `import { one } from './cards/${file}';\nexport { one };\n`,
    ...room,
  });
  expect(breaches(entering('cards.ts'))).toContain(
    'server/src/domains/billing/jobs.ts:1 imports server/src/domains/billing/cards/cards.ts: its folder is entered through its index.ts',
  );
  const doors = (files: Record<string, string>) =>
    breaches(files).filter((text) => text.includes('entered through'));
  expect(doors(entering('index.ts'))).toEqual([]);
  expect(doors(entering('tables.ts'))).toEqual([]);
});

test('finds content outside of the file that every domain has for it', () => {
  const table =
    "import { pgTable } from 'drizzle-orm/pg-core';\nexport const one = pgTable('one');\n";
  const sql = "import { eq } from 'drizzle-orm';\nexport const one = eq(a, b);\n";
  const route =
    "import { handle } from '../../platform/http/route.ts';\nexport const one = handle(read);\n";
  const declared =
    "import { job } from '../../platform/jobs/job.ts';\nexport const one = job({});\n";
  const data = 'export const pageData = (context: Context): OwnData => ({});\n';
  const person = 'export const pagePerson = (context: Context): PersonSource => ({});\n';
  const retention = 'export const pageRetention: RetentionSource = {};\n';
  const misplaced = (file: string, text: string): string[] =>
    breaches({ [`server/src/domains/pages/${file}`]: text });
  for (const [text, fine, problem] of [
    [table, 'tables.ts', 'tables belong in tables.ts'],
    [table, 'view-tables.ts', 'tables belong in tables.ts'],
    [sql, 'repository.ts', 'SQL belongs in a repository'],
    [sql, 'list-repository.ts', 'SQL belongs in a repository'],
    [sql, 'retention.ts', 'SQL belongs in a repository'],
    [route, 'routes.ts', 'endpoints are handled in routes.ts'],
    [declared, 'queue-jobs.ts', 'jobs are declared in queue-jobs.ts'],
    [data, 'own-data.ts', 'OwnData belongs in own-data.ts'],
    [person, 'person.ts', 'PersonSource belongs in person.ts'],
    [retention, 'retention.ts', 'RetentionSource belongs in retention.ts'],
  ] as const) {
    expect(misplaced('publish.ts', text)).toEqual([
      `server/src/domains/pages/publish.ts:1 ${problem}`,
    ]);
    expect(misplaced(fine, text)).toEqual([]);
    expect(misplaced('publish.test.ts', text)).toEqual([]);
  }
  expect(misplaced('publish.ts', "import type { SQL } from 'drizzle-orm';\n")).toEqual([]);
});

test('finds a domain with too many files at its top level', () => {
  const files = (count: number, folder = '') =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `server/src/domains/pages/${folder}file-${index}.ts`,
        'export {};\n',
      ]),
    );
  expect(breaches(files(15))).toEqual([]);
  expect(breaches({ ...files(15), ...files(5, 'views/') })).toEqual([]);
  expect(breaches(files(16))).toEqual([
    'server/src/domains/pages: 16 files, at most 15: make folders with an index.ts',
  ]);
});

test('finds a type that is named Deps', () => {
  const problem = (name: string) =>
    breaches({ 'server/src/one.ts': `export interface ${name} {}\n` });
  expect(problem('PageDeps')).toEqual([
    'server/src/one.ts:1 no type is named Deps: pass Context or a Pick of it',
  ]);
  expect(problem('Depth')).toEqual([]);
});

test('finds a hard-coded text in a portal source', () => {
  const texts = (code: string, path = 'portal/src/one.tsx') =>
    breaches({ [path]: code }).filter((text) => text.includes('texts stand in'));
  for (const written of [
    'export const one = <p>Words</p>;',
    'export const one = <p>{n} rows</p>;',
    "export const one = <p>{is ? 'Yes' : <b />}</p>;",
    'export const one = <p>{`${n} rows`}</p>;',
    'export const one = <Field label="Name" />;',
    "export const one = <Field placeholder={is && 'Name'} />;",
    "export const one = <Field aria-label={'The ' + name} />;",
    "export const one = { title: 'Nothing here' };",
    "export const one = { 'aria-label': is ? name : 'Close' };",
  ])
    expect(texts(written), written).toEqual([
      'portal/src/one.tsx:1 texts stand in portal/messages',
    ]);
  for (const fine of [
    'export const one = <p title={m.one()}>{m.two({ n })} · {n}</p>;',
    'export const one = <Field name="first" label={label} />;',
    "export const one = { text: '#1f6a2c', title: m.one(), [title]: 'x' };",
    "export const one = <p>{state === 'open' && m.one()}</p>;",
  ])
    expect(texts(fine), fine).toEqual([]);
  expect(texts('export const one = <p>Words</p>;', 'portal/src/one.test.tsx')).toEqual([]);
  expect(texts('export const one = <p>Words</p>;', 'server/src/one.tsx')).toEqual([]);
});

test('finds a catalog text that no source uses', () => {
  const sources = [
    { text: 'm.one();\nconst later = m.two;' },
    { text: "import { three as it } from '../../messages/en.json';" },
  ];
  const catalog = { $schema: 'x', one: '1', two: '2', three: '3', four: '4' };
  expect(unusedTexts(sources, catalog)).toEqual(['four']);
});

test('finds text keys that are not named by place and role', () => {
  const fine = ['$schema', 'common_retry', 'payouts_run_releasedBy', 'legal_records_count_one'];
  const wrong = [
    'retry',
    'payouts_run_2',
    'payouts_released_by_released_by_released',
    'payouts_a_b_c_d',
    'payouts_Run',
    'elsewhere_title',
  ];
  const catalog = Object.fromEntries([...fine, ...wrong].map((key) => [key, 'Text']));
  expect(misnamedTexts(catalog, new Set(['common', 'payouts', 'legal']))).toEqual(wrong);
});
