import { expect, test } from 'vitest';
import { countUses, glossaryTerms, overLimit } from './dialect.ts';
import { catalogTexts, readComments, readProse, readTestNames } from './passages.ts';

const at = (text: string) => ({ path: 'a.ts', line: 3, text });

test('finds an expression with its line, whatever its case', () => {
  const { words, uses } = countUses([at('The page.\nWhoever opens it is told so.')]);
  expect(words).toBe(8);
  expect([...uses].map(([name, [place]]) => [name, place?.line])).toEqual([
    ['whoever', 4],
    ['told', 4],
  ]);
});

test('leaves words alone that only contain an expression', () => {
  expect(countUses([at('It understands besides.')]).uses.size).toBe(0);
});

test('allows one use in 10,000 words', () => {
  const plain = at('word '.repeat(9_999));
  expect(overLimit(countUses([plain, at('anew')]), 1)).toEqual([]);
  expect(overLimit(countUses([plain, at('anew'), at('anew')]), 1)).toHaveLength(1);
});

test('reads comments without their frame, and not the code', () => {
  const source = "/**\n * Sends it.\n * Again.\n */\nconst whoever = 'told'; // Why.\n";
  expect(readComments('a.ts', source).map(({ line, text }) => [line, text.trim()])).toEqual([
    [1, 'Sends it.\nAgain.'],
    [5, 'Why.'],
  ]);
});

test('reads titles of tests and groups', () => {
  const source = "describe('sign-in', () => {\n  it.each([1])('takes %s', () => {});\n});\n";
  expect(readTestNames('a.test.ts', source).map(({ text }) => text)).toEqual([
    'sign-in',
    'takes %s',
  ]);
});

test('reads prose without code and addresses', () => {
  const [prose] = readProse('a.md', '# Title\n\n`told` [here](anew.md)\n\n```sh\nwhoever\n```\n');
  expect(countUses([prose ?? at('told')]).uses.size).toBe(0);
});

test('reads every text of a catalog, variants too', () => {
  const source = '{\n  "one": "Save",\n  "two": [{ "match": { "n=one": "1 page" } }]\n}';
  expect(catalogTexts('en.json', source).map(({ text }) => text)).toEqual(['Save', '1 page']);
});

test('reads the terms that a glossary says not to use, but those with a note', () => {
  const table =
    '| word | meaning | not |\n| --- | --- | --- |\n| staff | people | admin, operator (ours) |';
  expect(Object.keys(glossaryTerms(table))).toEqual(['admin (say staff)']);
});
