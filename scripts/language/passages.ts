import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { Passage } from './dialect.ts';

export type Kind = 'comments' | 'test names' | 'docs' | 'screen texts';

const generated =
  /^docs\/(reference\/(access-matrix|team-access-matrix|ownership|step-up|asvs)\.md|development\/)/;
const testTitle =
  /^\s*(?:test|it|describe)(?:\.\w+(?:\([^)]*\))?)?\(\s*(['"`])((?:\\.|(?!\1).)+)\1/gms;

const lineNumber = (text: string, offset: number): number =>
  text.slice(0, offset).split('\n').length;

/** The comments of one source file. */
export function readComments(path: string, source: string): Passage[] {
  const { comments } = parseSync(path, source);
  return comments
    .filter(({ value }) => !value.trimStart().startsWith('oxlint-'))
    .map(({ start, value }) => ({
      path,
      line: lineNumber(source, start),
      text: value.replaceAll(/^\s*\* ?/gm, ''),
    }));
}

/** The titles of a file's tests. */
export const readTestNames = (path: string, source: string): Passage[] =>
  [...source.matchAll(testTitle)].map((match) => ({
    path,
    line: lineNumber(source, match.index),
    text: match[2] ?? '',
  }));

/** What people read of a Markdown file: without code, links' targets, and HTML comments. */
export const readProse = (path: string, source: string): Passage[] => [
  {
    path,
    line: 1,
    text: source
      .replaceAll(/^```[^\n]*\n[\s\S]*?^```/gm, (code) => code.replaceAll(/[^\n]/g, ''))
      .replaceAll(/`[^`\n]*`/g, '')
      .replaceAll(/\]\([^)]*\)/g, ']')
      .replaceAll(/<!--[\s\S]*?-->/g, ''),
  },
];

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** The texts of a catalog of messages. */
export function catalogTexts(path: string, source: string): Passage[] {
  const lines = source.split('\n');
  return textsIn(JSON.parse(source)).map((text) => ({
    path,
    line: lines.findIndex((line) => line.includes(JSON.stringify(text))) + 1,
    text,
  }));
}

/** Everything that people read of the project's files, by kind. */
export function readPassages(root: string): Record<Kind, Passage[]> {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
  const passages: Record<Kind, Passage[]> = {
    comments: [],
    'test names': [],
    docs: [],
    'screen texts': [],
  };
  for (const path of files) {
    const read = () => readFileSync(join(root, path), 'utf8');
    if (/\.(ts|tsx|mjs)$/.test(path) && !path.startsWith('scripts/language/')) {
      const source = read();
      passages.comments.push(...readComments(path, source));
      if (/\.(test|spec)\.tsx?$/.test(path))
        passages['test names'].push(...readTestNames(path, source));
    } else if (path.endsWith('.md') && !generated.test(path) && !path.endsWith('glossary.md'))
      passages.docs.push(...readProse(path, read()));
    else if (path.endsWith('/messages/en.json'))
      passages['screen texts'].push(...catalogTexts(path, read()));
  }
  return passages;
}
