import type { ZodType } from 'zod';

/**
 * The errors in `values`, by field path (`params.title`). Only the first error of a field counts.
 */
export function validationErrors(schema: ZodType, values: unknown): Record<string, string> {
  const { error } = schema.safeParse(values);
  const errors: Record<string, string> = {};
  for (const issue of error?.issues ?? []) errors[issue.path.join('.')] ??= issue.message;
  return errors;
}
