/**
 * The simple markup of legal texts: `# title`, `## heading`, `- item`, `**bold**`, and
 * `[words](address)`. It is parsed into data and never into HTML, so a text can't inject anything.
 * A backslash escapes the next character.
 */

export interface Inline {
  text: string;
  bold?: true;
  href?: string;
}
export type Block =
  | { kind: 'title' | 'heading' | 'paragraph'; parts: Inline[] }
  | { kind: 'list'; items: Inline[][] };

/** Addresses that links may open: web, mail, phone, and pages of this site. */
const safeAddress = /^(?:https?:\/\/[^\s]+|mailto:[^\s]+|tel:[+\d]+|\/(?!\/)[^\s\\]*)$/;

/** A link, bold words, an escaped character, or anything else up to the next special character. */
const piece =
  /\[((?:\\.|[^\]\\\n])*)\]\(((?:\\.|[^)\\\s])*)\)|\*\*((?:\\.|[^*\\])+)\*\*|\\(.)|([^[*\\]+|[[*\\])/gs;

const plain = (text: string): string => text.replace(/\\(.)/gs, '$1');

function parseInlines(source: string): Inline[] {
  const parts: Inline[] = [];
  const add = (text: string): void => {
    const last = parts.at(-1);
    if (last && !last.bold && last.href === undefined) last.text += text;
    else parts.push({ text });
  };
  for (const [whole, words, address, bold, escaped, rest] of source.matchAll(piece)) {
    const href = address === undefined ? '' : plain(address);
    if (words !== undefined && safeAddress.test(href)) parts.push({ text: plain(words), href });
    else if (bold !== undefined) parts.push({ text: plain(bold), bold: true });
    else add(escaped ?? rest ?? plain(whole));
  }
  return parts;
}

const joined = (lines: readonly string[]): string => lines.map((line) => line.trim()).join(' ');

function parseBlock(lines: readonly string[]): Block[] {
  const [first = '', ...rest] = lines;
  const [, signs, heading] = /^(##?) +(.*)$/.exec(first) ?? [];
  if (heading !== undefined)
    return [
      { kind: signs === '#' ? 'title' : 'heading', parts: parseInlines(heading.trim()) },
      ...(rest.length > 0 ? parseBlock(rest) : []),
    ];
  const start = lines.findIndex((line) => line.startsWith('- '));
  if (start < 0) return [{ kind: 'paragraph', parts: parseInlines(joined(lines)) }];
  const items: string[][] = [];
  for (const line of lines.slice(start))
    if (line.startsWith('- ')) items.push([line.slice(2)]);
    else items.at(-1)?.push(line);
  const list: Block = { kind: 'list', items: items.map((item) => parseInlines(joined(item))) };
  return start === 0 ? [list] : [...parseBlock(lines.slice(0, start)), list];
}

/** A text's blocks, in order. */
export function readMarkup(source: string): Block[] {
  const groups: string[][] = [[]];
  for (const line of source.replaceAll('\r\n', '\n').split('\n'))
    if (line.trim() === '') groups.push([]);
    else groups.at(-1)?.push(line.trimEnd());
  return groups.filter((lines) => lines.length > 0).flatMap(parseBlock);
}

/**
 * A parsed legal text: its title, the first paragraph (for a consent, the sentence next to the
 * checkbox), and the rest.
 */
export interface ReadText {
  title: string;
  /** The first paragraph after the title. */
  lead: Inline[];
  rest: Block[];
}

export const plainText = (parts: readonly Inline[]): string =>
  parts.map(({ text }) => text).join('');

export function readLegalText(source: string): ReadText {
  const [first, second, ...rest] = readMarkup(source);
  const title = first?.kind === 'title' ? plainText(first.parts) : '';
  const lead = second?.kind === 'paragraph' ? second.parts : [];
  return { title, lead, rest };
}

/** Escapes typed text so that it contains no markup. */
export const literal = (typed: string): string =>
  typed.replace(/\s+/g, ' ').replace(/[\\[\]*#{}()]|^-/g, String.raw`\$&`);

const braces = /\{([^{}\n]*)\}/g;

/** The placeholders of a text. */
export const placeholdersIn = (source: string): string[] =>
  [...source.matchAll(braces)].map(([, name = '']) => name);

/** Replaces the placeholders; values are already escaped. */
export const fillText = (source: string, values: Readonly<Record<string, string>>): string =>
  source.replace(braces, (whole, name: string) => values[name] ?? whole);
