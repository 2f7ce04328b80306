import type { Tag } from './markup.ts';

/** CSS of a text: a stylesheet, or the declarations of one element. */
export interface StyleText {
  css: string;
  /** Where it starts in the HTML, from 1. */
  line: number;
  inline: boolean;
}

/** All CSS that an element brings with it. */
export function stylesOf({ name, attributes, line, content }: Tag): StyleText[] {
  const inline = attributes
    .filter((attribute) => attribute.name === 'style')
    .map(({ value }) => ({ css: value, line, inline: true }));
  return name === 'style' ? [...inline, { css: content, line, inline: false }] : inline;
}

export type StylePart =
  | { kind: 'at-rule'; name: string; line: number }
  | { kind: 'declaration'; property: string; value: string; line: number };

/** A comment, a string, an address without quotes, or one of the characters that end a part. */
const token =
  /\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?|url\(\s*[^\s"')][^)]*\)?|[{};]/gi;

/**
 * The at-rules and declarations of a CSS text, in their order, in one pass. Lines count within the
 * HTML.
 */
export function* partsOf({ css, line: firstLine }: StyleText): Generator<StylePart> {
  let start = 0;
  let line = firstLine;
  const take = (end: number): StylePart | null => {
    const text = css.slice(start, end);
    const part = partOf(text, line + linesIn(text.slice(0, text.length - text.trimStart().length)));
    line += linesIn(css.slice(start, end + 1));
    start = end + 1;
    return part;
  };
  for (const { 0: found, index } of css.matchAll(token)) {
    if (found.length > 1) continue;
    const part = take(index);
    // What stands before `{` is a selector, unless it is an at-rule.
    if (part && (found !== '{' || part.kind === 'at-rule')) yield part;
  }
  const last = take(css.length);
  if (last) yield last;
}

function partOf(text: string, line: number): StylePart | null {
  const bare = text.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '').trim();
  if (bare.startsWith('@'))
    return { kind: 'at-rule', name: /^@[a-z-]*/i.exec(bare)?.[0].toLowerCase() ?? '@', line };
  const colon = bare.indexOf(':');
  if (colon < 1) return null;
  return {
    kind: 'declaration',
    property: bare.slice(0, colon).trim().toLowerCase(),
    value: bare.slice(colon + 1).trim(),
    line,
  };
}

const linesIn = (text: string): number => text.split('\n').length - 1;
