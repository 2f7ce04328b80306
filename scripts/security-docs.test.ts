import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** The number of requirements in each section of ASVS 5.0. */
const asvsSections: Readonly<Record<string, number>> = {
  '6.1': 3,
  '6.2': 12,
  '6.3': 8,
  '6.4': 6,
  '6.5': 8,
  '6.6': 4,
  '6.7': 2,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 3,
  '7.6': 2,
  '8.1': 4,
  '8.2': 4,
  '8.3': 3,
  '8.4': 2,
};
const asvs = Object.entries(asvsSections).flatMap(([section, count]) =>
  Array.from({ length: count }, (_none, index) => `${section}.${index + 1}`),
);

/** The paragraphs of 16 CFR 314.4. */
const paragraphs =
  '(a) (b) (b)(1) (b)(2) (c) (c)(1) (c)(2) (c)(3) (c)(4) (c)(5) (c)(6)(i) (c)(6)(ii) (c)(7) (c)(8) (d)(1) (d)(2) (e)(1) (e)(2) (e)(3) (e)(4) (f)(1) (f)(2) (f)(3) (g) (h) (i) (j)';

const documents = [
  {
    path: 'docs/reference/asvs.md',
    names: asvs,
    toName: (cell: string) => cell.replace(/ \([123]\)$/, ''),
  },
  {
    path: 'docs/reference/safeguards-rule.md',
    names: paragraphs.split(' '),
    toName: (cell: string) => cell,
  },
];

const states = new Set(['met', 'partly', 'not met', 'operator', 'none']);

/** The cells of a document's table rows. */
const tableRows = (path: string): string[][] =>
  read(path)
    .split('\n')
    .filter((line) => /^\| (?:\d|\()/.test(line))
    .map((line) => line.slice(2, -2).split(' | '));

it.each(documents)('$path has a row for each requirement, in order', ({ path, names, toName }) => {
  const rows = tableRows(path);
  expect(rows.map(([name = '']) => toName(name))).toEqual(names);
  for (const [name, state = '', text = '', ...more] of rows) {
    expect([name, states.has(state)]).toEqual([name, true]);
    expect([name, text.length > 5, more]).toEqual([name, true, []]);
  }
});

it.each(documents)('every file and test that $path names exists', ({ path }) => {
  const text = read(path);
  const files = [...text.matchAll(/`([\w./-]+\.(?:tsx?|md))`/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
  const links = [...text.matchAll(/\]\(((?!https:)[^)]+)\)/g)].map(([, link = '']) => link);
  const folder = new URL('docs/reference/', root);
  expect(links.filter((link) => !existsSync(new URL(link, folder)))).toEqual([]);
  const tests = [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)` › ((?:\*[^*]+\*(?:, )?)+)/g)];
  expect(tests.length).toBeGreaterThan(1);
  for (const [, file = '', titles = ''] of tests) {
    const source = read(file);
    for (const [, title = ''] of titles.matchAll(/\*([^*]+)\*/g))
      expect([file, title, source.includes(title)]).toEqual([file, title, true]);
  }
});

it.each(documents)(
  'every requirement that $path marks as met names a file, a test, or a document',
  ({ path }) => {
    const unfounded = tableRows(path).filter(
      ([name, state, text = '']) =>
        state === 'met' && name !== '(c)' && !/`[\w./-]+`|\]\(/.test(text),
    );
    expect(unfounded).toEqual([]);
  },
);
