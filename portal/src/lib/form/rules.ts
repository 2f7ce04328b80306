import type { ZodType } from 'zod';

/**
 * What is wrong with `values`, by the path of the field (`params.title`); the first reason of each
 * counts.
 */
export function errorsOf(schema: ZodType, values: unknown): Record<string, string> {
  const { error } = schema.safeParse(values);
  const errors: Record<string, string> = {};
  for (const issue of error?.issues ?? []) errors[issue.path.join('.')] ??= issue.message;
  return errors;
}
