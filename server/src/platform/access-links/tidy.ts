/**
 * Links are copied from sentences and typed by hand: uppercase first letters, a trailing period,
 * quote, space, or slash. Codes contain only letters, digits, `-`, and `_`, so everything else
 * after them is dropped.
 */
const linkPathPattern = /^\/(l|d|t|p|privacy)\/([^/?#]+)(\/[^?#]*)?(\?[^#]*)?$/i;
const code = /^[\w-]+/;
/** A code in a query or a body: an encrypted one has parts with periods between them. */
const copiedCode = /eyJ[\w-]+(?:\.{1,2}[\w-]+)+|[\w-]+/;

/** A code without the characters that were copied with it. */
export const tidyCode = (text: string): string => copiedCode.exec(text)?.[0] ?? '';

/**
 * Punctuation, spaces, and quotes at the end of a page's name or of what follows it, encoded or
 * not. What's in the middle stays: a page also answers to its name with spaces.
 */
const behindName =
  /(?:%2[0-9a-f]|%3[a-f]|%5[bcde]|%60|%7[bcd]|%c2%a0|%e2%80%[89][0-9a-f]|[^\w%-])+$/i;

/** The cleaned-up address; other addresses stay unchanged. */
export function tidyAddress(address: string): string {
  const [, kind = '', first = '', rest = '', query = ''] = linkPathPattern.exec(address) ?? [];
  const isPage = /^p$/i.test(kind);
  const name = isPage ? first.replace(behindName, '') : code.exec(first)?.[0];
  if (!name) return address;
  const parts = rest.split('/').flatMap((one) => one.replace(behindName, '') || []);
  const isShort = /^[ldt]$/i.test(kind);
  return `/${[kind.toLowerCase(), isShort ? name.replace(/[-_]+$/, '') : name, ...parts].join('/')}${query}`;
}
