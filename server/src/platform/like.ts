/**
 * A LIKE pattern that finds `text` anywhere, with its wildcards taken literally; for a lowercase
 * column.
 */
export const containing = (text: string): string =>
  `%${text.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%`;

/**
 * A search for a phone number, however it is written, as the digits that are stored; any other
 * search as it is.
 */
export function phoneAsStored(text: string): string {
  if (!/^\+?[\d\s().-]+$/.test(text)) return text;
  const digits = text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return digits.length >= 3 ? digits : text;
}
