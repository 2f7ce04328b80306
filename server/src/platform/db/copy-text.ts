/** How a value is read. An `instant` is a date with its time. */
export type Decoder = 'text' | 'number' | 'boolean' | 'instant' | 'json';

/** The name of a value of a row, and how it is read. */
export type CopyField = readonly [name: string, decoder: Decoder];

/**
 * Reads the lines of `COPY`'s text format. What stands in a line is read where it stands: a text of
 * its own for each value takes as long as all the rest.
 */
export function rowReader(fields: readonly CopyField[]): (line: string) => Record<string, unknown> {
  const readers = fields.map(([name, decoder]) => ({ name, decode: decoding[decoder] }));
  const blank = Object.fromEntries(fields.map(([name]) => [name, null]));
  return (line) => {
    // As a copy it has its names at once, which takes a third of adding them one by one.
    const row: Record<string, unknown> = { ...blank };
    const hasSigns = sign.test(line);
    let from = 0;
    for (const { name, decode } of readers) {
      if (from > line.length) throw new Error('A row lacks a value');
      const tab = line.indexOf('\t', from);
      const to = tab < 0 ? line.length : tab;
      if (!isNull(line, from)) row[name] = decode(line, from, to, hasSigns);
      from = to + 1;
    }
    return row;
  };
}

/** `\N`; a sign that was typed is written `\\`. */
const isNull = (line: string, at: number): boolean =>
  line.charCodeAt(at) === 92 && line.charCodeAt(at + 1) === 78;

type Decode = (line: string, from: number, to: number, hasSigns: boolean) => unknown;

const textOf = (line: string, from: number, to: number, hasSigns: boolean): string => {
  const text = line.slice(from, to);
  return hasSigns ? unescaped(text) : text;
};

const decoding: Record<Decoder, Decode> = {
  text: textOf,
  number: (line, from, to) => Number(line.slice(from, to)),
  boolean: (line, from) => line.charCodeAt(from) === 116,
  instant: instantOf,
  json: (line, from, to, hasSigns) => JSON.parse(textOf(line, from, to, hasSigns)),
};

const digit = (line: string, at: number): number => line.charCodeAt(at) - 48;
const twoDigits = (line: string, at: number): number => digit(line, at) * 10 + digit(line, at + 1);

/**
 * Reads `2026-03-05 17:00:00.123456+00`. Its digits stand at known places, so that this takes a
 * fraction of what a parser does.
 */
function instantOf(line: string, from: number, to: number): Date {
  const century = twoDigits(line, from);
  if (line[from + 4] !== '-' || century < 10)
    return new Date(`${line.slice(from, from + 10)}T${line.slice(from + 11, to)}:00`);
  return new Date(
    Date.UTC(
      century * 100 + twoDigits(line, from + 2),
      twoDigits(line, from + 5) - 1,
      twoDigits(line, from + 8),
      twoDigits(line, from + 11),
      twoDigits(line, from + 14),
      twoDigits(line, from + 17),
      line[from + 19] === '.' ? thousandths(line, from + 20) : 0,
    ),
  );
}

/** Of up to six digits of a second, which end at the sign of the zone. */
function thousandths(line: string, from: number): number {
  let sum = 0;
  for (let at = from, worth = 100; worth >= 1 && line[at] !== '+'; at += 1, worth /= 10)
    sum += digit(line, at) * worth;
  return sum;
}

const signs: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
/** One that stands for another sign, and for no null. */
const sign = /\\(?!N)/;
const unescaped = (text: string): string =>
  text.includes('\\') ? text.replace(/\\(.)/gs, (_all, one: string) => signs[one] ?? one) : text;
