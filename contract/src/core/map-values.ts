/** The keys of a record whose keys are all known, in their order. */
export const keysOf = <Key extends string>(record: {
  readonly [Name in Key]?: unknown;
}): Key[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing but its known keys is put into a record
  Object.keys(record) as Key[];

/** A record with the same keys, each with what `make` gives for it. */
export const mapValues = <Key extends string, Value, Made>(
  record: Readonly<Record<Key, Value>>,
  make: (value: Value, key: Key) => Made,
): Record<Key, Made> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entries have all of the record's keys
  Object.fromEntries(keysOf(record).map((key) => [key, make(record[key], key)])) as Record<
    Key,
    Made
  >;

/** The same list, as one that cannot be empty; an empty one is a mistake of the program. */
export function nonEmpty<Value>(values: readonly Value[]): [Value, ...Value[]] {
  const [first, ...rest] = values;
  if (first === undefined) throw new Error('A list that must have values is empty');
  return [first, ...rest];
}
