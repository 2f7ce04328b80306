/**
 * Links are copied out of sentences and typed by hand: the first letters in uppercase, a period,
 * quote, or space behind it, or a slash at its end. Codes and page names hold only letters, digits,
 * `-`, and `_`, so everything else behind them is dropped.
 */
const linkAddress = /^\/(l|d|t|p|privacy)\/([^/?#]+)(\/[^?#]*)?(\?[^#]*)?$/i;
const code = /^[\w-]+/;
/** What follows a code in an address of its own, such as the PDF of `/d/…/pdf`. */
const part = /^[\w.-]*[\w-]/;

/** The address as it was sent; any other address stays as it is. */
export function tidyAddress(address: string): string {
  const [, kind = '', first = '', rest = '', query = ''] = linkAddress.exec(address) ?? [];
  const name = code.exec(first)?.[0];
  if (name === undefined) return address;
  const parts = rest.split('/').flatMap((one) => part.exec(one)?.[0] ?? []);
  const isShort = /^[ldt]$/i.test(kind);
  return `/${[kind.toLowerCase(), isShort ? name.replace(/[-_]+$/, '') : name, ...parts].join('/')}${query}`;
}
