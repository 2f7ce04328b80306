import { and, sql, type SQL } from 'drizzle-orm';
import type { Database } from './connect.ts';
import { KeptAnswers } from './kept.ts';
import type { Matching, OrderedRows } from './ordered-rows.ts';
import { containing, foldedText } from './folded.ts';

/** A folded text of each row that has a trigram index. */
export interface SearchedText {
  text: SQL;
  /** Whose rows they are: what is known of them is kept by it. */
  of: string;
}

/** Each is some 100 kB, and as much again for what is kept of its parts, so there are few. */
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
): Promise<Sample> {
  const { table, id, where } = rows;
  const found = await db.execute<{ texts: string[] | null }>(sql`
    with ends as materialized (select min(${id}) as low, max(${id}) as high from ${table} where ${where ?? sql`true`})
    select (select array_agg(text) from (select ${text} as text from ${table}
      where ${and(where, sql`${id} <= ends.low + (ends.high - ends.low) * n / ${places}::int`)}
      order by ${id} desc limit ${atEach}) beside) as texts
    from ends, generate_series(1, ${places}::int) n`);
  const all = found.rows.flatMap(({ texts }) => texts ?? []);
  return new Sample(all.length < (places * atEach) / 2 ? [] : all);
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
  const sample = await (samples.get<Sample>(db, of, now) ??
    samples.keep(db, of, now, takeSample(db, rows, text)));
  if (sample.texts.length === 0) return { row, index: row };
  const wanted = foldedText(words);
  const share = shareOf(wanted, sample);
  const rare = rarePartsOf(wanted, sample);
  if (rare.length === 0) return { row, index: row, share };
  const parts = rare.map((part) => sql`${text} like ${`%${part}%`}`);
  // Not as LIKE, so that the index is asked for the parts alone.
  const index = sql.join([...parts, sql`position(${wanted}::text in ${text}) > 0`], sql` and `);
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

/** So many places of parts are kept, some 400 kB: searches of a minute have most parts in common. */
const mostKept = 100_000;

/** Folded texts, and in which of them a part stands, as far as somebody asked. */
export class Sample {
  readonly texts: readonly string[];
  /** One text after the other, and where each begins: one long text is searched sooner than many. */
  readonly #all: string;
  readonly #starts: number[] = [];
  readonly #having = new Map<string, readonly number[]>();
  #kept = 0;

  constructor(texts: readonly string[]) {
    this.texts = texts;
    this.#all = texts.join('\n');
    let start = 0;
    for (const { length } of texts) {
      this.#starts.push(start);
      start += length + 1;
    }
  }

  /** The numbers of the texts that have a part, which has no line break. */
  having(part: string): readonly number[] {
    const known = this.#having.get(part);
    if (known) return known;
    const found: number[] = [];
    let text = 0;
    for (let at = this.#all.indexOf(part); at >= 0;) {
      while ((this.#starts[text + 1] ?? Infinity) <= at) text += 1;
      found.push(text);
      const next = this.#starts[text + 1];
      at = next === undefined ? -1 : this.#all.indexOf(part, next);
    }
    if (this.#kept + found.length <= mostKept) {
      this.#having.set(part, found);
      this.#kept += found.length + 1;
    }
    return found;
  }
}

/** Which part of the texts has these words. */
function shareOf(words: string, sample: Sample): number {
  const { texts } = sample;
  const [rarest = [...texts.keys()]] = partsOf(words)
    .map((part) => sample.having(part))
    .toSorted((one, other) => one.length - other.length);
  return rarest.filter((at) => texts[at]?.includes(words)).length / texts.length;
}

/**
 * The parts of the words that fewest rows have. Asking the index for all of them makes it read where
 * each stands, in the rows of all contractors, and what half of the rows have helps nobody.
 */
export function rarePartsOf(words: string, sample: Sample): string[] {
  let parts = partsOf(words)
    .map((part) => ({ part, at: sample.having(part) }))
    .toSorted((one, other) => one.at.length - other.at.length);
  const chosen: string[] = [];
  let left = new Set(sample.texts.keys());
  while (chosen.length < partsAtMost) {
    const [next] = parts
      .map((one) => ({ ...one, left: one.at.filter((at) => left.has(at)) }))
      .toSorted((one, other) => one.left.length - other.left.length);
    if (next === undefined) break;
    const isWorthIt =
      left.size > fewOfSample
        ? next.left.length * 2 <= left.size
        : chosen.length < partsAtLeast && next.at.length * 10 <= sample.texts.length;
    if (!isWorthIt) break;
    chosen.push(next.part);
    parts = parts.filter(({ part }) => part !== next.part);
    left = new Set(next.left);
  }
  return chosen;
}
