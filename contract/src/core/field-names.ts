import { z } from 'zod';

/** The field names a schema accepts, through any wrappers. */
export function fieldNames(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodPipe) return [...fieldNames(schema.in), ...fieldNames(schema.out)];
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(fieldNames);
  if (schema instanceof z.ZodIntersection)
    return [...fieldNames(schema.def.left), ...fieldNames(schema.def.right)];
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return fieldNames(schema.unwrap());
  return [];
}
