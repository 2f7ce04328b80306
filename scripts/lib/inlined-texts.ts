import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import MagicString from 'magic-string';
import { parseSync, Visitor, type CallExpression } from 'oxc-parser';
import type { Plugin } from 'vite';
import { readCatalogs, type Catalog } from './catalog.ts';

/** A part of a text: literal words, a placeholder's value, or marked words. */
type TextPiece = string | { value: string } | { mark: string; children: TextPiece[] };

/**
 * Parses `{placeholders}` and marks: `Read <link>the guide</link>`, or `<icon/>` for a mark without
 * words. Marks don't nest.
 */
export function parseText(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  for (const [match, value, lone, mark, children] of text.matchAll(
    /\{(\w+)\}|<(\w+)\/>|<(\w+)>(.*?)<\/\3>|[^{<]+|[{<]/gs,
  ))
    if (value !== undefined) pieces.push({ value });
    else if (lone !== undefined) pieces.push({ mark: lone, children: [] });
    else if (mark !== undefined) pieces.push({ mark, children: parseText(children ?? '') });
    else pieces.push(match);
  return pieces;
}

const isMarked = (pieces: readonly TextPiece[]): boolean =>
  pieces.some((piece) => typeof piece === 'object' && 'mark' in piece);

const textParameters = (pieces: readonly TextPiece[]): string[] => [
  ...new Set(
    pieces.flatMap((piece) => {
      if (typeof piece === 'string') return [];
      return 'mark' in piece ? textParameters(piece.children) : [piece.value];
    }),
  ),
];

const markNames = (pieces: readonly TextPiece[]): string[] => [
  ...new Set(
    pieces.flatMap((piece) => (typeof piece === 'object' && 'mark' in piece ? [piece.mark] : [])),
  ),
];

const quoted = (text: string): string => JSON.stringify(text);

/**
 * Converts a text to an expression: a string, a template literal with placeholders, or with marks a
 * list of its parts, so that a placeholder's value is never parsed as a mark. `source` returns a
 * placeholder's expression.
 */
export function toExpression(
  pieces: readonly TextPiece[],
  source: (value: string) => string,
): string {
  if (isMarked(pieces))
    return `[${pieces.map((piece) => pieceExpression(piece, source)).join(', ')}]`;
  if (pieces.every((piece) => typeof piece === 'string')) return quoted(pieces.join(''));
  const inner = pieces.map((piece) => {
    if (typeof piece === 'string') return piece.replaceAll(/[\\`$]/g, String.raw`\$&`);
    return 'mark' in piece ? '' : `\${${source(piece.value)}}`;
  });
  return `\`${inner.join('')}\``;
}

function pieceExpression(piece: TextPiece, source: (value: string) => string): string {
  if (typeof piece === 'string') return quoted(piece);
  if (!('mark' in piece)) return source(piece.value);
  return `[${[quoted(piece.mark), ...piece.children.map((one) => pieceExpression(one, source))].join(', ')}]`;
}

/** Matches `import * as m from '#messages'`. */
const importing = /^import \* as m from '#messages';/m;

/**
 * Replaces each `m.key({ … })` in a module with its text; null for none. Throws when the
 * catalog is used other than by calling one of its texts, because nothing of it exists at run time.
 */
export function inlineTexts(
  code: string,
  file: string,
  texts: ReadonlyMap<string, readonly TextPiece[]>,
): MagicString | null {
  const imported = importing.exec(code);
  if (imported === null) return null;
  const { program } = parseSync(file, code);
  const uses = new Set<number>();
  const names = new Set<number>();
  const calls: { call: CallExpression; key: string }[] = [];
  new Visitor({
    Identifier: ({ name, start }) => {
      if (name === 'm' && start > imported.index + imported[0].length) uses.add(start);
    },
    MemberExpression: ({ computed, property }) => void (computed || names.add(property.start)),
    Property: ({ key, shorthand }) => void (shorthand || names.add(key.start)),
    TSPropertySignature: ({ key }) => void names.add(key.start),
    CallExpression: (call) => {
      const { callee } = call;
      if (callee.type !== 'MemberExpression' || callee.computed) return;
      if (callee.object.type !== 'Identifier' || callee.object.name !== 'm') return;
      if (callee.property.type === 'Identifier') calls.push({ call, key: callee.property.name });
    },
  }).visit(program);
  const fail = (at: number, why: string): never => {
    throw new Error(`${file}:${code.slice(0, at).split('\n').length} ${why}`);
  };
  const result = new MagicString(code);
  // Inner calls first: a text can be another text's placeholder value.
  for (const { call, key } of calls.toSorted((a, b) => b.call.start - a.call.start)) {
    const pieces = texts.get(key);
    if (pieces === undefined) return fail(call.start, `there is no text "${key}"`);
    const given = readArguments(call) ?? fail(call.start, `${key}: its values stand in the call`);
    const source = (value: string): string => {
      const range = given.get(value);
      if (range === undefined) return fail(call.start, `${key}: {${value}} is missing`);
      return result.slice(range.start, range.end);
    };
    result.overwrite(call.start, call.end, toExpression(pieces, source));
    uses.delete(call.callee.start);
  }
  for (const at of uses)
    if (!names.has(at)) fail(at, '"m" is the catalog, of which only texts can be called');
  result.remove(imported.index, imported.index + imported[0].length);
  return result;
}

/** The values of a call's object literal by name; null when they are passed in another way. */
function readArguments(call: CallExpression): Map<string, { start: number; end: number }> | null {
  const [object, ...more] = call.arguments;
  if (object === undefined) return new Map();
  if (object.type !== 'ObjectExpression' || more.length > 0) return null;
  const given = new Map<string, { start: number; end: number }>();
  for (const property of object.properties) {
    if (property.type !== 'Property' || property.computed || property.key.type !== 'Identifier')
      return null;
    given.set(property.key.name, property.value);
  }
  return given;
}

/** Types and a plain module of the texts, for type checks and code that runs without Vite. */
export function toModules(texts: ReadonlyMap<string, readonly TextPiece[]>) {
  const types = [
    '/** A text in which some words are marked: its pieces, `[mark, ...words]` where they are. */',
    'export type Marked<Mark extends string> = readonly (string | number | readonly [Mark, ...(string | number)[]])[];',
  ];
  const functions: string[] = [];
  for (const [key, pieces] of texts) {
    const values = textParameters(pieces);
    const marks = markNames(pieces);
    const given = `{ ${values.map((value) => `${value}: string | number`).join('; ')} }`;
    const gives = marks.length === 0 ? 'string' : `Marked<${marks.map(quoted).join(' | ')}>`;
    types.push(
      `export declare const ${key}: (${values.length === 0 ? '' : `given: ${given}`}) => ${gives};`,
    );
    functions.push(
      `export const ${key} = (given) => ${toExpression(pieces, (value) => `given.${value}`)};`,
    );
  }
  return { types: `${types.join('\n')}\n`, functions: `${functions.join('\n')}\n` };
}

const parseTexts = (catalog: Catalog): Map<string, TextPiece[]> =>
  new Map(
    Object.entries(catalog).map(([key, message]) => {
      if (typeof message !== 'string') throw new Error(`"${key}" has forms; it must be one text`);
      return [key, parseText(message)];
    }),
  );

/**
 * Resolves `#messages` to a workspace's catalog in one language: each call is replaced by its text
 * (ADR 0027).
 */
export function inlinedTexts(folder: string, language: string): Plugin {
  const catalogFile = join(folder, `messages/${language}.json`);
  let texts: Map<string, TextPiece[]> | undefined;
  const used = new Map<string, Set<string>>();
  async function load(): Promise<Map<string, TextPiece[]>> {
    texts = parseTexts((await readCatalogs(folder))[language] ?? {});
    const target = join(folder, 'messages/dist');
    await mkdir(target, { recursive: true });
    const { types, functions } = toModules(texts);
    await writeFile(join(target, 'messages.d.ts'), types);
    await writeFile(join(target, 'messages.js'), functions);
    return texts;
  }
  return {
    name: 'inlined-texts',
    enforce: 'pre',
    buildStart: async () => void (await load()),
    async transform(code, id) {
      const file = id.split('?')[0] ?? id;
      if (!/\.tsx?$/.test(file) || !code.includes('#messages')) return null;
      // Recorded first: a module that uses a text before it exists is updated once it does.
      used.set(file, new Set([...code.matchAll(/\bm\.(\w+)/g)].map(([, key = '']) => key)));
      const inlined = inlineTexts(code, file, texts ?? (await load()));
      return (
        inlined && { code: inlined.toString(), map: inlined.generateMap({ hires: 'boundary' }) }
      );
    },
    // Updates the modules that contain a changed text.
    async handleHotUpdate({ file, server }) {
      if (file !== catalogFile) return undefined;
      const before = texts;
      const after = await load();
      const isNew = (key: string): boolean =>
        JSON.stringify(before?.get(key)) !== JSON.stringify(after.get(key));
      return [...used]
        .filter(([, keys]) => [...keys].some(isNew))
        .flatMap(([path]) => [...(server.moduleGraph.getModulesByFile(path) ?? [])]);
    },
  };
}
