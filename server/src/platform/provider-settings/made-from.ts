/** A value made from settings, which is made again when `source` returns others. */
export function madeFrom<Source, Value>(
  source: () => Source,
  make: (source: Source) => Value,
): () => Value {
  let made: { of: string; value: Value } | undefined;
  return () => {
    const now = source();
    const of = JSON.stringify(now);
    if (made?.of !== of) made = { of, value: make(now) };
    return made.value;
  };
}
