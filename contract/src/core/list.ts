import { z } from 'zod';
import { id, jsonField, wholeNumber } from './fields.ts';

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
    .transform((value, context) => {
      const field = fields.find((one) => one === value.slice(1));
      if (/^[+-]/.test(value) && field !== undefined)
        return { field, descending: value.startsWith('-') };
      context.addIssue({
        code: 'custom',
        message: `Sort by + or - and one of ${fields.join(', ')}.`,
      });
      return z.NEVER;
    });

/** `filters`: in bracket form, or as a JSON string. All may be left out. */
export const filters = <Shape extends z.ZodRawShape>(shape: Shape) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the reader of JSON takes anything; what a client sends stays what the shape says
  (jsonField(z.object(shape)) as unknown as z.ZodObject<Shape>).prefault(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all of them may be left out
    {} as z.input<z.ZodObject<Shape>>,
  );

/**
 * The row that stands before the page, or behind it, where the caller has it: the page is found
 * beside that row, as soon on the last page as on the first. `page` counts where the row is gone.
 */
export const beside = () => ({ after: id().optional(), before: id().optional() });

/**
 * How many rows there are: exactly up to 10,000, of a search up to 1,000. Where there are more,
 * `more` is true, and `total` is that number, or the rows up to the end of a later page.
 */
export const totals = {
  total: z.number().int().nonnegative(),
  more: z.literal(true).optional(),
};

/** A page of rows and how many there are in all, exactly; `extend(totals)` where there may be very many. */
export const listOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ data: z.array(row), total: z.number().int().nonnegative() });
