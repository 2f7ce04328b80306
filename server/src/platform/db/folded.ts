import { and, sql, type SQL, type SQLWrapper } from 'drizzle-orm';

/** Letters that Unicode doesn't decompose into a base letter and a mark. */
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
 * Normalizes text for search: lowercase, without accents and invisible characters, with one form of
 * apostrophe, dash, and quotation mark. `José O’Brien` becomes `jose o'brien`. Equal to the
 * database's `fold_search`, which a test checks.
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

/** The SQL form of `foldedText`. Indexes use the same expression. */
export const folded = (text: SQLWrapper): SQL => sql`fold_search(${text})`;

/** A LIKE pattern that finds `text` anywhere in a `folded` column, with its wildcards escaped. */
export const containing = (text: string): string =>
  `%${foldedText(text).replace(/[\\%_]/g, String.raw`\$&`)}%`;

/** Letters from frequent to rare in names, addresses, and towns; digits count as the rarest. */
const byFrequency = 'eaionrtslcdmuhgpbykfvwzjxq0123456789';
const partsAtMost = 3;

const letterRuns = (text: string): string[] => text.match(/[a-z0-9]{3,}/g) ?? [];
const rarity = (part: string): number =>
  Array.from(part).reduce((sum, letter) => sum + Math.min(byFrequency.indexOf(letter), 25), 0);

/**
 * The three-character parts of a search that match the fewest rows. Of an e-mail address, uses the
 * part before the @ when it is long enough: many share the rest.
 */
export function rareParts(words: string): string[] {
  const folded = foldedText(words);
  const [local = ''] = folded.split('@', 1);
  const runs = letterRuns(local);
  const parts = (runs.length > 0 ? runs : letterRuns(folded)).flatMap((run) =>
    Array.from({ length: run.length - 2 }, (_one, at) => run.slice(at, at + 3)),
  );
  return [...new Set(parts)]
    .toSorted((one, other) => rarity(other) - rarity(one))
    .slice(0, partsAtMost);
}

/** SQL conditions that find words anywhere in a folded text. */
export interface Search {
  /** For rows that are read anyway; uses no index. */
  row: SQL;
  /**
   * For a trigram index: looks up only the rarest parts, because each lookup reads that part's
   * entries of all contractors. The whole words are compared afterward.
   */
  index: SQL;
}

export function foldedSearch(text: SQL, words: string): Search {
  // Not LIKE: PostgreSQL would look up every part in the index.
  const row = sql`position(${foldedText(words)}::text in ${text}) > 0`;
  const likes = rareParts(words).map((part) => sql`${text} like ${`%${part}%`}`);
  return { row, index: sql.join([...likes, row], sql` and `) };
}

/** Combines searches with AND; undefined for none. */
export function allSearches(parts: readonly Search[]): Search | undefined {
  const row = and(...parts.map((one) => one.row));
  const index = and(...parts.map((one) => one.index));
  return row && index && { row, index };
}
