import { z } from 'zod';
import { id, jsonField, wholeNumber } from './fields.ts';

const count = (fallback: number) =>
  wholeNumber(z.number().int().positive().max(10_000_000)).default(fallback);

/** `page`, from 1. */
export const page = () => count(1);

export const limit = (sizes: readonly [number, ...number[]], fallback: number) =>
  count(fallback).refine(
    (value) => sizes.includes(value),
    `Use one of the page sizes ${sizes.join(', ')}.`,
  );

/**
 * `order`: `+field` or `-field`; a space counts as a plus sign, because an unencoded plus arrives
 * as a space.
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

/** `filters`: in bracket form, or as a JSON string. All are optional. */
export const filters = <Shape extends z.ZodRawShape>(shape: Shape) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the JSON reader accepts anything; the shape decides what a client sends
  (jsonField(z.object(shape)) as unknown as z.ZodObject<Shape>).prefault(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every filter is optional
    {} as z.input<z.ZodObject<Shape>>,
  );

/**
 * The row before or after the page, where the caller has it: the page is found from that row, so
 * the last page loads as fast as the first. `page` is used when the row no longer exists.
 */
export const cursorFields = () => ({ after: id().optional(), before: id().optional() });

/**
 * The number of rows: exact up to 10,000, or up to 1,000 for searches. Beyond that, `more` is true,
 * and `total` is that limit, or the number of rows up to the end of a later page.
 */
export const totals = {
  total: z.number().int().nonnegative(),
  more: z.literal(true).optional(),
};

/** A page of rows and the exact total; use `extend(totals)` for potentially very long lists. */
export const listSchema = <Row extends z.ZodType>(row: Row) =>
  z.object({ data: z.array(row), total: z.number().int().nonnegative() });
