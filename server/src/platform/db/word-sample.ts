import { and, sql, type SQL } from 'drizzle-orm';
import type { Database } from './connect.ts';
import { KeptAnswers } from './kept.ts';
import type { Matching, OrderedRows } from './ordered-rows.ts';
import { containing } from './queries.ts';

/** A text of each row, in lower case, that has a trigram index. */
export interface SearchedText {
  text: SQL;
  /** Whose rows they are: what is known of them is kept by it. */
  of: string;
}

/** Each is some 100 kB, so there are few. */
const samples = new KeptAnswers(50);
/** A sample is made of so many rows beside each of so many places among the ids. */
const places = 20;
const atEach = 50;

/**
 * The texts of some rows, by which one can tell what the others have: from everywhere, because what
 * is new has much in common. None when there are so few rows that all are looked through.
 */
async function takeSample(
  db: Database,
  rows: Pick<OrderedRows, 'table' | 'id' | 'where'>,
  text: SQL,
): Promise<string[]> {
  const { table, id, where } = rows;
  const found = await db.execute<{ texts: string[] | null }>(sql`
    with ends as materialized (select min(${id}) as low, max(${id}) as high from ${table} where ${where ?? sql`true`})
    select (select array_agg(text) from (select ${text} as text from ${table}
      where ${and(where, sql`${id} <= ends.low + (ends.high - ends.low) * n / ${places}::int`)}
      order by ${id} desc limit ${atEach}) beside) as texts
    from ends, generate_series(1, ${places}::int) n`);
  const all = found.rows.flatMap(({ texts }) => texts ?? []);
  return all.length < (places * atEach) / 2 ? [] : all;
}

/**
 * How rows are asked for words that stand anywhere in a text. `rows` are those that a sample is taken
 * of, the same for every search among them.
 */
export async function matchingWords(
  db: Database,
  rows: Pick<OrderedRows, 'table' | 'id' | 'where'>,
  { text, of }: SearchedText,
  words: string,
  now: Date,
): Promise<Matching> {
  const row = sql`${text} like ${containing(words)}`;
  const sample = await (samples.get<string[]>(db, of, now) ??
    samples.keep(db, of, now, takeSample(db, rows, text)));
  if (sample.length === 0) return { row, index: row };
  const lower = words.toLowerCase();
  const share = sample.filter((one) => one.includes(lower)).length / sample.length;
  const rare = rarePartsOf(lower, sample);
  if (rare.length === 0) return { row, index: row, share };
  const parts = rare.map((part) => sql`${text} like ${`%${part}%`}`);
  // Not as LIKE, so that the index is asked for the parts alone.
  const index = sql.join([...parts, sql`position(${lower}::text in ${text}) > 0`], sql` and `);
  return { row, index, share };
}

/** What the trigram index has of words, as far as it is the same in every language of a database. */
const partsOf = (words: string): string[] => [
  ...new Set(
    (words.match(/[a-z0-9]{3,}/g) ?? []).flatMap((run) =>
      Array.from({ length: run.length - 2 }, (_one, at) => run.slice(at, at + 3)),
    ),
  ),
];

/** The index is asked for no more parts. */
const partsAtMost = 3;
/** With so few of the sample left, another part is dearer than looking at the rows themselves. */
const fewOfSample = 1;
/** A sample can be wrong about one part. */
const partsAtLeast = 2;

const having = (texts: readonly string[], part: string): string[] =>
  texts.filter((text) => text.includes(part));

/**
 * The parts of the words that fewest rows have. Asking the index for all of them makes it read where
 * each stands, in the rows of all contractors, and what half of the rows have helps nobody.
 */
export function rarePartsOf(words: string, sample: readonly string[]): string[] {
  let parts = partsOf(words)
    .map((part) => ({ part, times: having(sample, part).length }))
    .toSorted((one, other) => one.times - other.times);
  const chosen: string[] = [];
  let left = sample;
  while (chosen.length < partsAtMost) {
    const [next] = parts
      .map((one) => ({ ...one, left: having(left, one.part) }))
      .toSorted((one, other) => one.left.length - other.left.length);
    if (next === undefined) break;
    const isWorthIt =
      left.length > fewOfSample
        ? next.left.length * 2 <= left.length
        : chosen.length < partsAtLeast && next.times * 10 <= sample.length;
    if (!isWorthIt) break;
    chosen.push(next.part);
    parts = parts.filter(({ part }) => part !== next.part);
    left = next.left;
  }
  return chosen;
}
