/** The keys of a record with known keys, in order. */
export const keysOf = <Key extends string>(record: {
  readonly [Name in Key]?: unknown;
}): Key[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- records hold only their known keys
  Object.keys(record) as Key[];

/** A record with the same keys, and the values that `make` returns. */
export const mapValues = <Key extends string, Value, Made>(
  record: Readonly<Record<Key, Value>>,
  make: (value: Value, key: Key) => Made,
): Record<Key, Made> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entries have all of the record's keys
  Object.fromEntries(keysOf(record).map((key) => [key, make(record[key], key)])) as Record<
    Key,
    Made
  >;

/** The list as a non-empty type; an empty one is a programming error. */
export function nonEmpty<Value>(values: readonly Value[]): [Value, ...Value[]] {
  const [first, ...rest] = values;
  if (first === undefined) throw new Error('A list that must have values is empty');
  return [first, ...rest];
}
