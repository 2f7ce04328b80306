import type { ZodType } from 'zod';

export type FieldErrors = Record<string, string>;

export const trimmed = <Values extends object>(values: Values): Values =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names, each with a value of its own type
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.trim() : value,
    ]),
  ) as Values;

/** Validates values. The schema and its parser load on first use. */
export async function errorsFor(
  rules: () => Promise<ZodType>,
  values: object,
): Promise<FieldErrors> {
  const [{ validationErrors }, schema] = await Promise.all([import('./rules.ts'), rules()]);
  return validationErrors(schema, values);
}

/** How server field names map to form field names. */
export interface FieldNaming {
  fieldFor?: ((serverField: string) => string) | undefined;
  /** Fields hold fields: `customer.name` is marked under that name. */
  isNested?: boolean | undefined;
}

/** The server's errors by form field; omits unknown fields. */
export function formErrors(
  fields: Readonly<Record<string, string>>,
  values: object,
  { fieldFor = (name: string): string => name, isNested = false }: FieldNaming = {},
): FieldErrors {
  const named = Object.entries(fields).map(([name, message]) => [fieldFor(name), message] as const);
  const known = (name: string): boolean =>
    name in values || (isNested && (name.split('.')[0] ?? '') in values);
  return Object.fromEntries(named.filter(([name]) => known(name)));
}
