import { unsupported } from './render-error.ts';

export interface Attribute {
  /** In lower case. */
  name: string;
  /** As it is written, without its quotes. */
  value: string;
  quoted: boolean;
}

export interface Tag {
  /** In lower case. */
  name: string;
  /** `</p>`; it has no attributes. */
  closes: boolean;
  attributes: Attribute[];
  /** From 1. */
  line: number;
  /**
   * What stands in `<style>`, `<script>`, `<title>` and `<textarea>`, whose content is no markup;
   * empty otherwise.
   */
  content: string;
}

const rawElements = new Set(['style', 'script', 'title', 'textarea']);
const attributesAtMost = 500;
const attribute = /[\s/]*([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?/y;

/**
 * The tags of an HTML text in one pass over it, each character looked at a bounded number of times,
 * whatever the text is. Throws `unsupported` at a tag that does not end.
 */
export function* tagsOf(html: string): Generator<Tag> {
  const line = lineCounter(html);
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) {
      at = after(html, '-->', at + 4);
    } else if (/^<\/?[a-z]/i.test(html.slice(at, at + 3))) {
      const { tag, end } = readTag(html, at, line(at));
      at = end;
      if (!tag.closes && rawElements.has(tag.name)) {
        const close = endOfRaw(html, tag.name, end);
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
  const nameEnd = endOfName(html, nameStart);
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
    throw unsupported(line, `The tag <${tag.name}> does not end properly`);
  return { tag, end: at + 1 };
}

function endOfName(html: string, from: number): number {
  let at = from;
  while (at < html.length && !/[\s/>]/.test(html.charAt(at))) at += 1;
  return at;
}

function endOfRaw(html: string, name: string, from: number): number {
  const close = new RegExp(`</${name}[\\s/>]`, 'gi');
  close.lastIndex = from;
  return close.exec(html)?.index ?? html.length;
}

/** Lines by ascending places, each line break counted once. */
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
