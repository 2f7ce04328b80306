import { z } from 'zod';
import { jsonField, wholeNumber } from './fields.ts';

const count = (fallback: number) =>
  wholeNumber(z.number().int().positive().max(10_000_000)).default(fallback);

/** `page`, from 1. */
export const page = () => count(1);

/** `limit`: only the listed sizes. */
export const limit = (sizes: readonly [number, ...number[]], fallback: number) =>
  count(fallback).refine(
    (value) => sizes.includes(value),
    `Use one of the page sizes ${sizes.join(', ')}.`,
  );

/**
 * `order`: `+field` or `-field`; a space stands for a plus sign, because that is how it arrives
 * undecoded.
 */
export const order = <const Field extends string>(
  fields: readonly Field[],
  fallback: `${'+' | '-'}${NoInfer<Field>}`,
) =>
  z
    .string()
    .default(fallback)
    .transform((value) => value.replace(/^ /, '+'))
    .refine(
      (value) => /^[+-]/.test(value) && (fields as readonly string[]).includes(value.slice(1)),
      {
        message: `Sort by + or - and one of ${fields.join(', ')}.`,
      },
    )
    .transform((value) => ({ field: value.slice(1) as Field, descending: value.startsWith('-') }));

/** `filters`: in bracket form, or as a JSON string. All may be left out. */
export const filters = <Shape extends z.ZodRawShape>(shape: Shape) =>
  // The reader of JSON takes anything; what a client is to send stays what the shape says.
  (jsonField(z.object(shape)) as unknown as z.ZodObject<Shape>).prefault(
    {} as z.input<z.ZodObject<Shape>>,
  );

/** A page of rows and how many there are in all. */
export const listOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ data: z.array(row), total: z.number().int().nonnegative() });
