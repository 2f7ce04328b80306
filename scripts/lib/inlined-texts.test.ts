import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { inlineTexts, toModules, parseText } from './inlined-texts.ts';

const texts = new Map(
  Object.entries({
    title: 'A “new” title',
    quoted: 'Say "yes" or \\no\\',
    count: '{count} of {total} – ${count} `each`',
    named: 'Made by {name}',
    marked: 'Read <link>the guide of {name}</link> first <icon/>',
    price: '$200 for {name}',
    less: 'Fewer than 3 < {name}',
  }).map(([key, text]) => [key, parseText(text)]),
);
const start = "import * as m from '#messages';\n";
const inlined = (code: string): string | undefined =>
  inlineTexts(`${start}${code}`, 'one.tsx', texts)?.toString().trimStart();
/** Evaluates an inlined expression with these variables. */
const evaluate = (call: string, variables: Record<string, unknown> = {}): unknown =>
  JSON.parse(runInNewContext(`JSON.stringify(${inlined(call)})`, variables));

test('a text replaces its call in the script, including in JSX', () => {
  expect(inlined('const a = m.title();')).toBe('const a = "A “new” title";');
  expect(inlined('const a = <p title={m.title()}>{m.title()}</p>;')).toBe(
    'const a = <p title={"A “new” title"}>{"A “new” title"}</p>;',
  );
  expect(evaluate('m.quoted()')).toBe('Say "yes" or \\no\\');
});

test("placeholders take the call's values, whatever they contain", () => {
  expect(evaluate('m.count({ count, total: a.b + 1 })', { count: 3, a: { b: 8 } })).toBe(
    '3 of 9 – $3 `each`',
  );
  expect(evaluate("m.named({ name: '${name} <b>`' })")).toBe('Made by ${name} <b>`');
  expect(evaluate("m.price({ name: 'friends' })")).toBe('$200 for friends');
  expect(evaluate("m.less({ name: 'x' })")).toBe('Fewer than 3 < x');
});

test("a text can be another text's value", () => {
  expect(evaluate('m.named({ name: who || m.title() })', { who: '' })).toBe(
    'Made by A “new” title',
  );
  expect(evaluate('m.named({ name: m.named({ name: m.title() }) })')).toBe(
    'Made by Made by A “new” title',
  );
});

test('a text with marks becomes a list of its parts, so a value is never parsed as a mark', () => {
  expect(evaluate("m.marked({ name: '</link><icon/>' })")).toEqual([
    'Read ',
    ['link', 'the guide of ', '</link><icon/>'],
    ' first ',
    ['icon'],
  ]);
});

test('rejects a module that uses the catalog in another way, with the line number', () => {
  const refused = (code: string) => () => inlined(code);
  expect(refused('\nm.unknown();')).toThrow('one.tsx:3 there is no text "unknown"');
  expect(refused('m.named();')).toThrow('one.tsx:2 named: {name} is missing');
  expect(refused('m.named({ ...all });')).toThrow('named: its values stand in the call');
  expect(refused('m.named(all);')).toThrow('named: its values stand in the call');
  expect(refused('const all = m;')).toThrow('"m" is the catalog');
  expect(refused("m['title']();")).toThrow('"m" is the catalog');
  expect(refused('const later = m.title;')).toThrow('"m" is the catalog');
});

test('ignores other properties called m, and leaves modules without texts unchanged', () => {
  expect(inlined('const a = { m: b.m };')).toBe('const a = { m: b.m };');
  expect(inlineTexts('export const m = 1;\n', 'one.ts', texts)).toBeNull();
});

test("keeps a module's line numbers", () => {
  const code = inlineTexts(`${start}\nm.title();\n`, 'one.ts', texts);
  expect(code?.toString()).toBe('\n\n"A “new” title";\n');
});

test('the types list values and marks, and the plain module returns the same texts', () => {
  const { types, functions } = toModules(texts);
  expect(types).toContain('export declare const title: () => string;');
  expect(types).toContain(
    'export declare const count: (given: { count: string | number; total: string | number }) => string;',
  );
  expect(types).toContain(
    'export declare const marked: (given: { name: string | number }) => Marked<"link" | "icon">;',
  );
  expect(functions).toContain('export const named = (given) => `Made by ${given.name}`;');
});
