/** Letters that are no plain one with an accent, as they are written without them. */
const written: Readonly<Record<string, string>> = {
  Æ: 'AE',
  Œ: 'OE',
  Ø: 'O',
  Ł: 'L',
  Đ: 'D',
  Ð: 'D',
  Þ: 'TH',
  ẞ: 'SS',
  ß: 'SS',
  ı: 'I',
};

/**
 * Letters, digits and the signs that every bank takes; accents go, anything else becomes a space.
 */
export const plain = (text: string): string =>
  text
    .replace(/[æœøłđðþ]/g, (letter) => letter.toUpperCase())
    .replace(/[ÆŒØŁĐÐÞẞßı]/g, (letter) => written[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[‘’`]/g, "'")
    .toUpperCase()
    .replace(/[^A-Z0-9 &'()*,./:-]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Words at the left of a field, cut to its width. */
export const alpha = (text: string, width: number): string =>
  plain(text).slice(0, width).padEnd(width);

/**
 * Digits at the right of a field, filled up with zeros. Throws when they do not fit: an amount is
 * never cut.
 */
export function numeric(value: number | string, width: number): string {
  const digits = String(value);
  if (!/^\d+$/.test(digits) || digits.length > width)
    throw new Error(`${digits.length} digits do not fit into ${width}`);
  return digits.padStart(width, '0');
}

export const blank = (width: number): string => ' '.repeat(width);

/** The number of characters of every record. */
export const recordLength = 94;

/** One record of its fields. Throws unless it is exactly as long as all records are. */
export function record(...fields: readonly string[]): string {
  const line = fields.join('');
  if (line.length !== recordLength) throw new Error(`A record of ${line.length} characters`);
  return line;
}
