/**
 * A typed web address without its spaces, and with `http://` before it unless it starts with http.
 * Empty stays empty.
 */
export function tidyWebAddress(typed: string): string {
  const bare = typed.replace(/\s+/g, '');
  return bare === '' || /^http/i.test(bare) ? bare : `http://${bare}`;
}
