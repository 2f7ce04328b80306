/** Whether a value is in a list; narrows its type. */
export const isOneOf = <const Value>(values: readonly Value[], value: unknown): value is Value =>
  values.some((one) => one === value);

/** Whether a value is an object, and neither null nor a list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
