/**
 * A typed web address without spaces, with `http://` added unless it starts with http. Empty stays
 * empty.
 */
export function tidyWebAddress(typed: string): string {
  const bare = typed.replace(/\s+/g, '');
  return bare === '' || /^http/i.test(bare) ? bare : `http://${bare}`;
}
