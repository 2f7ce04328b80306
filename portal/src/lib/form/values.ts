import type { ZodType } from 'zod';

export type FieldErrors = Record<string, string>;

/** The values with their texts trimmed. */
export const trimmed = <Values extends object>(values: Values): Values =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names, each with a value of its own type
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.trim() : value,
    ]),
  ) as Values;

/** What the rules find wrong. The schema and its reader are loaded with the first question. */
export async function errorsFor(
  rules: () => Promise<ZodType>,
  values: object,
): Promise<FieldErrors> {
  const [{ errorsOf }, schema] = await Promise.all([import('./rules.ts'), rules()]);
  return errorsOf(schema, values);
}

/** How the server's names become those of the form. */
export interface Naming {
  fieldFor?: ((serverField: string) => string) | undefined;
  /** Fields hold fields: `customer.name` is marked under that name. */
  isNested?: boolean | undefined;
}

/**
 * The server's errors, under the names of the form's fields; what the form does not have is left
 * out.
 */
export function onlyKnown(
  fields: Readonly<Record<string, string>>,
  values: object,
  { fieldFor = (name: string): string => name, isNested = false }: Naming = {},
): FieldErrors {
  const named = Object.entries(fields).map(([name, message]) => [fieldFor(name), message] as const);
  const known = (name: string): boolean =>
    name in values || (isNested && (name.split('.')[0] ?? '') in values);
  return Object.fromEntries(named.filter(([name]) => known(name)));
}
