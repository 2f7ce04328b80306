/** How the number of a card is shown: in groups of four, or as American Express prints them. */
export const groupNumber = (digits: string): string =>
  (/^3[47]/.test(digits)
    ? digits.replace(/^(\d{4})(\d{1,6})/, '$1 $2 ')
    : digits.replace(/\d{4}(?=\d)/g, '$& ')
  ).trimEnd();

/** The four digits of a month, as far as they are there, with the slash between. */
export const withSlash = (digits: string): string =>
  digits.length < 3 ? digits : `${digits.slice(0, 2)}/${digits.slice(2, 4)}`;

/**
 * The digits of a month as it was typed, or filled in by the browser, which knows years of four
 * digits too. `7/` means July.
 */
export function monthDigits(text: string): string {
  const [, month, year = ''] = /^\s*(\d{1,2})\s*[/-]\s*(?:20(?=\d\d))?(\d{0,2})/.exec(text) ?? [];
  if (month !== undefined) return month.padStart(2, '0') + year;
  const digits = text.replace(/\D/g, '').replace(/^(\d{2})20(\d{2})$/, '$1$2');
  return /^[2-9]/.test(digits) ? `0${digits}` : digits;
}
