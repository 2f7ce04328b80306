const tidy = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

/** What the fields of a form are called. */
export type Labels<Values> = Readonly<Record<keyof Values & string, string>>;

/**
 * The labels of the fields in which two states of a form differ, white space around a text aside.
 */
export const differing = <Values extends object>(
  values: Values,
  from: Values,
  labels: Labels<Values>,
): string[] =>
  (Object.keys(labels) as (keyof Values & string)[])
    .filter((name) => tidy(values[name]) !== tidy(from[name]))
    .map((name) => labels[name]);
