import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { hardCodedTexts } from './texts.ts';

/** A function's start line and length. */
export interface FunctionSize {
  name: string;
  line: number;
  lines: number;
}

/** A parsed source file for the shape check. */
export interface Source {
  /** Relative to the project's root, with `/`. */
  path: string;
  lines: number;
  /** Imported project files, and packages by name. */
  imports: {
    target: string;
    isLocal: boolean;
    isType: boolean;
    /** Names of imported values. */
    values: string[];
    line: number;
  }[];
  functions: FunctionSize[];
  /** Lines with an `as` assertion other than `as const`. */
  casts: number[];
  /** Lines with a hard-coded text that people read. */
  hardCodedTexts: number[];
  text: string;
}

const folders = [
  'contract/src',
  'server/src',
  'portal/src',
  'portal/vite',
  'homeowner/src',
  'embeds/src',
  'lender-kit/src',
  'scripts',
  'e2e',
  'bench',
];

/** The TypeScript files below a folder, relative to the project's root. */
export function typescriptBelow(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules'))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`);
}

export function readSources(root: string): Source[] {
  const known = new Set(folders.flatMap((folder) => typescriptBelow(root, folder)));
  return [...known].toSorted().map((path) => readSource(root, path, known));
}

/** Parses one file. `known` are the project's files, for resolving imports. */
export function readSource(root: string, path: string, known: ReadonlySet<string>): Source {
  const text = readFileSync(join(root, path), 'utf8');
  return describe(path, text, known);
}

export function describe(path: string, text: string, known: ReadonlySet<string>): Source {
  const { program, module } = parseSync(path, text);
  const lineAt = lineFinder(text);
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      ...moduleRequest,
      isType: entries.length > 0 && entries.every((one) => one.isType),
      values: entries
        .filter((one) => !one.isType)
        .flatMap(({ importName }) => importName.name ?? []),
    })),
    ...module.staticExports
      .flatMap(({ entries }) => entries)
      .flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ ...moduleRequest, isType, values: [] }] : [],
      ),
  ];
  const imports = specifiers.map(({ value, start, isType, values }) => ({
    ...resolve(path, value, known),
    isType,
    values,
    line: lineAt(start),
  }));
  const functions: FunctionSize[] = [];
  const measure = (node: { start: number; end: number; id?: { name: string } | null }): void => {
    const line = lineAt(node.start);
    functions.push({ name: node.id?.name ?? 'function', line, lines: lineAt(node.end) - line + 1 });
  };
  const casts: number[] = [];
  new Visitor({
    TSAsExpression: ({ start, typeAnnotation }) => {
      if (text.slice(typeAnnotation.start, typeAnnotation.end) !== 'const')
        casts.push(lineAt(start));
    },
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(program);
  const unique = imports.filter(
    ({ target }, index) => imports.findIndex((one) => one.target === target) === index,
  );
  return {
    path,
    lines: text.split('\n').length - 1,
    imports: unique,
    functions,
    casts,
    hardCodedTexts: hardCodedTexts(program).map(lineAt),
    text,
  };
}

function resolve(
  from: string,
  specifier: string,
  known: ReadonlySet<string>,
): { target: string; isLocal: boolean } {
  const lintel = /^@lintel\/(\w+)\/(.+)$/.exec(specifier);
  if (lintel) {
    const [, workspace = '', name = ''] = lintel;
    const file = [`${workspace}/src/${name}.ts`, `${workspace}/src/${name}.tsx`].find((one) =>
      known.has(one),
    );
    return { target: file ?? `${workspace}/src/${name}`, isLocal: true };
  }
  if (!specifier.startsWith('.')) return { target: specifier, isLocal: false };
  return {
    target: relative('.', join(dirname(from), specifier)).replaceAll('\\', '/'),
    isLocal: true,
  };
}

function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
