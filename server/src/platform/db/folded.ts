import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

/** Letters that Unicode doesn't take apart into a base letter and a mark. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
  ς: 'σ',
};
const special = new RegExp(`[${Object.keys(letters).join('')}]`, 'g');
const marks =
  /[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]|[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const apostrophes = /[`´‘’‛′ʹʻʼʽʾʿˈꞌ＇]/g;

/**
 * The text as searches compare it: lowercase, without accents and invisible characters, with one
 * form of apostrophe, dash, and quotation mark. `José O’Brien` becomes `jose o'brien`. The same as
 * the database's `fold_search`, to which a test holds it.
 */
export const foldedText = (text: string): string =>
  text
    .replace(apostrophes, "'")
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(special, (letter) => letters[letter] ?? letter)
    .replace(/[‐-―−]/g, '-')
    .replace(/[“”„]/g, '"');

/** A text in SQL as searches compare it. Indexes use the very same expression. */
export const folded = (text: SQLWrapper): SQL => sql`fold_search(${text})`;

/**
 * A LIKE pattern that finds `text` anywhere in a `folded` column, with the wildcards in it taken
 * literally.
 */
export const containing = (text: string): string =>
  `%${foldedText(text).replace(/[\\%_]/g, String.raw`\$&`)}%`;
