import { z } from 'zod';
import {
  collapsed,
  emailPattern,
  hasLetter,
  isVisible,
  isEmail,
  messages,
  namePattern,
  phoneDigits,
  phonePattern,
} from './field-rules.ts';
import { tidyWebAddress } from './web-address.ts';

export { messages } from './field-rules.ts';

/** A required line of text: trimmed, single-spaced, at most `max` characters. */
export const text = (max: number) =>
  z
    .string(messages.required)
    .transform(collapsed)
    .pipe(
      z
        .string()
        .min(1, messages.required)
        .refine(isVisible, messages.required)
        .max(max, messages.max(max)),
    );

/** Only white space, or a valid value of `schema`; errors have the schema's message. */
export const orEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.string().trim().pipe(z.literal('')), schema], {
    error: (issue) =>
      issue.code === 'invalid_union' ? issue.errors.at(-1)?.[0]?.message : undefined,
  });

/** A person's name or signature: at least one letter, of any script. */
export const nameOrSignature = (max: number) =>
  text(max).pipe(z.string().refine(hasLetter, messages.letters));

/** A line of text that may be empty. */
export const optionalText = (max: number) =>
  z
    .string()
    .transform(collapsed)
    .pipe(z.string().max(max, messages.max(max)));

export const email = (max = 250) =>
  z
    .string(messages.required)
    .trim()
    .pipe(
      z
        .string()
        .min(1, messages.required)
        .max(max, messages.max(max))
        .pipe(
          z
            .email({ pattern: emailPattern, error: messages.email, abort: true })
            .refine(isEmail, messages.email),
        ),
    );

const address = email(255);
/** Whether text is an e-mail address without any cleaning, at most 255 characters. */
export const isAddress = (text: string): boolean => address.safeParse(text).data === text;

export const personName = (max = 100) =>
  text(max).pipe(z.string().regex(namePattern, messages.name));

/**
 * A North American phone number, ten digits; separators and a leading +1 are removed. Anything else
 * is invalid, including extensions and foreign numbers.
 */
export const phone = () =>
  z
    .string(messages.required)
    .transform(phoneDigits)
    .pipe(z.string().min(1, messages.required).regex(phonePattern, messages.phone));

/** A phone number that may be empty. */
export const optionalPhone = () => orEmpty(phone());

/** A color as `$RRGGBB`, `#RRGGBB`, or `RRGGBB`; output is `#RRGGBB`. */
export const color = () =>
  z
    .string()
    .regex(/^[$#]?[0-9a-f]{6}$/i, 'Please use a color such as #1C418C.')
    .transform((value) => `#${value.slice(-6).toUpperCase()}`);

/**
 * A web address, with or without its scheme: spaces are removed, and `http://` is added unless it
 * starts with http. Empty stays empty.
 */
export const webAddress = (max = 128) =>
  z
    .string()
    .transform(tidyWebAddress)
    .pipe(
      z
        .string()
        .max(max, messages.max(max))
        .refine((value) => value === '' || isWebAddress(value), messages.url),
    );

function isWebAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  if (username !== '' || password !== '') return false;
  return (
    /^https?:$/.test(protocol) && /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i.test(hostname)
  );
}

const notNumber = (issue: { input?: unknown }): string =>
  issue.input === undefined || issue.input === ''
    ? 'This field is required.'
    : 'Please use a number.';

/**
 * A whole number from JSON, an address, or a form, in decimal digits only. Other notations that
 * JavaScript reads as numbers (`0x66`, `1e2`, ` 102`, `+102`, true, a list of one) are rejected, so
 * a number has one notation everywhere. `rule` sets the range.
 */
export const wholeNumber = (
  rule: z.ZodType<number, number> = z.number().int(),
  error: string | ((issue: { input?: unknown }) => string) = notNumber,
) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^\d{1,15}$/)
          .transform(Number),
      ],
      { error },
    )
    .pipe(rule);

/** A positive integer id, from JSON or a path, within PostgreSQL's integer range. */
export const id = () => wholeNumber(z.number().int().positive().max(2_147_483_647));

/** A check box, from a form or JSON. */
export const checkBox = () =>
  z.union([
    z.boolean(),
    z
      .enum(['true', '1', 'on', 'false', '0', ''])
      .or(z.literal([0, 1]))
      .transform((value) => ['true', '1', 'on', 1].includes(value)),
  ]);

/** An id that may be missing or empty. */
export const optionalId = () =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), id().optional());

/** Dollars with at most two decimals, as sent in JSON. */
export const dollars = () => z.number().multipleOf(0.01);

/** JSON inside a form field. Invalid JSON is a normal field error. */
export const jsonField = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value, context) => {
    if (typeof value !== 'string') return value;
    try {
      const parsed: unknown = JSON.parse(value);
      return parsed;
    } catch {
      context.addIssue({ code: 'custom', message: 'Please input a valid json' });
      return z.NEVER;
    }
  }, schema);

/** An instant in UTC, ISO 8601. */
export const instant = () => z.iso.datetime();

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
/**
 * An instant from another system: RFC 3339 with any offset, fraction of a second, and letter case.
 * Output is an instant in UTC.
 */
export const foreignInstant = () =>
  z
    .string()
    .max(64)
    .transform((value) => value.toUpperCase())
    .pipe(z.string().regex(rfc3339, messages.instant))
    // Zod checks the days of each month, but rejects the offset of an unknown zone.
    .transform((value) => value.replace(/-00:00$/, 'Z'))
    .pipe(z.iso.datetime({ offset: true, error: messages.instant }))
    .transform((value) => new Date(value).toISOString())
    .meta({ format: 'date-time' });

/**
 * The response of most changing calls: `error` is set only when the caller should see a problem.
 */
export const outcome = z.object({ error: z.string().optional(), message: z.string() });
