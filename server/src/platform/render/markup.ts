import { unsupported } from './render-error.ts';

export interface Attribute {
  /** Lowercase. */
  name: string;
  /** The source text without its quotes. */
  value: string;
  quoted: boolean;
}

export interface Tag {
  /** Lowercase. */
  name: string;
  /** `</p>`; it has no attributes. */
  closes: boolean;
  attributes: Attribute[];
  /** From 1. */
  line: number;
  /**
   * The content of `<style>`, `<script>`, `<title>`, and `<textarea>`, which isn't markup; empty
   * otherwise.
   */
  content: string;
}

const rawElements = new Set(['style', 'script', 'title', 'textarea']);
const attributesAtMost = 500;
const attribute = /[\s/]*([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?/y;

/**
 * The tags of an HTML text in linear time, whatever the text is. Throws `unsupported` at an
 * unterminated tag.
 */
export function* parseTags(html: string): Generator<Tag> {
  const line = lineCounter(html);
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) {
      at = after(html, '-->', at + 4);
    } else if (/^<\/?[a-z]/i.test(html.slice(at, at + 3))) {
      const { tag, end } = readTag(html, at, line(at));
      at = end;
      if (!tag.closes && rawElements.has(tag.name)) {
        const close = findRawEnd(html, tag.name, end);
        tag.content = html.slice(end, close);
        at = close;
      }
      yield tag;
    } else {
      at += 1;
    }
  }
}

const after = (html: string, text: string, from: number): number => {
  const found = html.indexOf(text, from);
  return found < 0 ? html.length : found + text.length;
};

function readTag(html: string, start: number, line: number): { tag: Tag; end: number } {
  const closes = html.charAt(start + 1) === '/';
  const nameStart = start + (closes ? 2 : 1);
  const nameEnd = findNameEnd(html, nameStart);
  const tag: Tag = {
    name: html.slice(nameStart, nameEnd).toLowerCase(),
    closes,
    attributes: [],
    line,
    content: '',
  };
  let at = nameEnd;
  for (;;) {
    attribute.lastIndex = at;
    const found = attribute.exec(html);
    if (found === null || tag.attributes.length > attributesAtMost) break;
    const [, name = '', double, single, bare] = found;
    const value = double ?? single ?? bare;
    tag.attributes.push({
      name: name.toLowerCase(),
      value: value ?? '',
      quoted: bare === undefined,
    });
    at = attribute.lastIndex;
  }
  while (/[\s/]/.test(html.charAt(at))) at += 1;
  if (html.charAt(at) !== '>')
    throw unsupported(line, `The tag <${tag.name}> isn't closed properly`);
  return { tag, end: at + 1 };
}

function findNameEnd(html: string, from: number): number {
  let at = from;
  while (at < html.length && !/[\s/>]/.test(html.charAt(at))) at += 1;
  return at;
}

function findRawEnd(html: string, name: string, from: number): number {
  const close = new RegExp(`</${name}[\\s/>]`, 'gi');
  close.lastIndex = from;
  return close.exec(html)?.index ?? html.length;
}

/** Line numbers of ascending positions, counting each line break once. */
function lineCounter(html: string): (place: number) => number {
  let line = 1;
  let next = html.indexOf('\n');
  return (place) => {
    while (next >= 0 && next < place) {
      line += 1;
      next = html.indexOf('\n', next + 1);
    }
    return line;
  };
}

/** CSS text: a stylesheet, or one element's declarations. */
interface StyleText {
  css: string;
  /** Its first line in the HTML, from 1. */
  line: number;
  inline: boolean;
}

/** All CSS in an element. */
export function collectStyles({ name, attributes, line, content }: Tag): StyleText[] {
  const inline = attributes
    .filter((attribute) => attribute.name === 'style')
    .map(({ value }) => ({ css: value, line, inline: true }));
  return name === 'style' ? [...inline, { css: content, line, inline: false }] : inline;
}

export type StylePart =
  | { kind: 'at-rule'; name: string; line: number }
  | { kind: 'declaration'; property: string; value: string; line: number };

/** A comment, a string, an unquoted URL, or a character that ends a part. */
const token =
  /\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?|url\(\s*[^\s"')][^)]*\)?|[{};]/gi;

/**
 * The at-rules and declarations of a CSS text, in order, in one pass. Lines count within the HTML.
 */
export function* splitStyle({ css, line: firstLine }: StyleText): Generator<StylePart> {
  let start = 0;
  let line = firstLine;
  const take = (end: number): StylePart | null => {
    const text = css.slice(start, end);
    const part = parseStylePart(
      text,
      line + linesIn(text.slice(0, text.length - text.trimStart().length)),
    );
    line += linesIn(css.slice(start, end + 1));
    start = end + 1;
    return part;
  };
  for (const { 0: found, index } of css.matchAll(token)) {
    if (found.length > 1) continue;
    const part = take(index);
    // Text before `{` is a selector, unless it is an at-rule.
    if (part && (found !== '{' || part.kind === 'at-rule')) yield part;
  }
  const last = take(css.length);
  if (last) yield last;
}

function parseStylePart(text: string, line: number): StylePart | null {
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
