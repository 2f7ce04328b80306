import { limits } from './limits.ts';
import { parseTags, splitStyle, collectStyles, type Attribute, type Tag } from './markup.ts';
import { RenderError, unsupported } from './render-error.ts';

/** Elements that run or load something, or change the page's address. */
const refusedElements = new Set([
  'script',
  'iframe',
  'frame',
  'frameset',
  'fencedframe',
  'portal',
  'object',
  'embed',
  'applet',
  'link',
  'base',
]);

const loading = new Set([
  'src',
  'srcset',
  'srcdoc',
  'imagesrcset',
  'lowsrc',
  'dynsrc',
  'href',
  'xlink:href',
  'poster',
  'data',
  'background',
  'action',
  'formaction',
  'manifest',
]);

/**
 * Rejects HTML that is too large, or contains a script or external resources, to show the author
 * what is wrong and where; the engines' isolation is the actual protection. Throws `too_large` or
 * `unsupported`; returns the tags otherwise.
 */
export function inspect(html: string): Tag[] {
  const bytes = Buffer.byteLength(html);
  if (bytes > limits.htmlBytes) {
    throw new RenderError(
      'too_large',
      `The HTML with its pictures has ${bytes} bytes, at most ${limits.htmlBytes}`,
    );
  }
  const tags: Tag[] = [];
  let elements = 0;
  for (const tag of parseTags(html)) {
    tags.push(tag);
    if (!tag.closes && (elements += 1) > limits.elements)
      throw new RenderError('too_large', `There are more than ${limits.elements} elements`);
    inspectTag(tag);
  }
  return tags;
}

function inspectTag(tag: Tag): void {
  const { name, closes, attributes, line } = tag;
  if (closes) return;
  if (refusedElements.has(name))
    throw unsupported(line, `<${name}> is not allowed: templates can't run or load anything`);
  for (const attribute of attributes) {
    if (/^on[a-z]/.test(attribute.name))
      throw unsupported(line, `"${attribute.name}" is not allowed: templates can't run scripts`);
    if (
      attribute.name === 'http-equiv' &&
      !/^(content-type|content-language|x-ua-compatible)$/i.test(attribute.value.trim())
    ) {
      throw unsupported(line, `<meta http-equiv="${attribute.value}"> is not allowed`);
    }
    if (loading.has(attribute.name)) inspectAddress(tag, attribute);
  }
  for (const style of collectStyles(tag)) {
    for (const part of splitStyle(style)) {
      if (part.kind === 'declaration') inspectValue(part.value, part.line);
      else if (part.name === '@import')
        throw unsupported(part.line, '"@import" is not allowed: put the styles in the template');
    }
  }
}

/** Links that a reader may follow from a document. */
const followed = /^(?:https?:\/\/|mailto:|tel:|#|$)/i;
/** References within the page itself. */
const embedded = /^(?:data:(?:image|font)\/|#|$)/i;

function inspectAddress({ name, line }: Tag, { name: attribute, value }: Attribute): void {
  const isLink = attribute === 'href' && (name === 'a' || name === 'area');
  if ((isLink ? followed : embedded).test(value.trim())) return;
  throw unsupported(
    line,
    `"${shortened(value)}" in <${name} ${attribute}> is not allowed: ${reasonFor(isLink)}`,
  );
}

const reasonFor = (isLink: boolean): string =>
  isLink ? 'links must use http, mailto, or tel' : 'embed it as a data: address';

const address = /(?:(?:url|src)\(\s*["']?|image-set\(\s*["'])\s*([^"')\s]*)/gi;

function inspectValue(value: string, line: number): void {
  for (const [, text = ''] of value.matchAll(address)) {
    if (embedded.test(text)) continue;
    throw unsupported(
      line,
      `"${shortened(text)}" in the styles is not allowed: ${reasonFor(false)}`,
    );
  }
}

const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 77)}...` : text);
