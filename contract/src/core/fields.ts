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

/** A required line of text: trimmed, inner white space collapsed, at most `max` characters. */
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

/** Nothing but white space, or what `schema` takes; a wrong value has the schema's message. */
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

/** A required e-mail address, trimmed. */
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
/** Whether a text is an e-mail address as it stands, of at most 255 characters. */
export const isAddress = (text: string): boolean => address.safeParse(text).data === text;

/** A person's first or last name. */
export const personName = (max = 100) =>
  text(max).pipe(z.string().regex(namePattern, messages.name));

/**
 * A North American phone number, ten digits; separators and a leading +1 are taken off, anything
 * else is wrong, extensions and numbers of other countries too.
 */
export const phone = () =>
  z
    .string(messages.required)
    .transform(phoneDigits)
    .pipe(z.string().min(1, messages.required).regex(phonePattern, messages.phone));

/** The same, but it may be empty. */
export const optionalPhone = () => orEmpty(phone());

/** A colour as `$RRGGBB`, `#RRGGBB` or `RRGGBB`; read as `#RRGGBB`. */
export const color = () =>
  z
    .string()
    .regex(/^[$#]?[0-9a-f]{6}$/i, 'Please use a color such as #1C418C.')
    .transform((value) => `#${value.slice(-6).toUpperCase()}`);

/**
 * A web address that may lack its scheme: spaces go, `http://` is put before it unless it starts
 * with http. Empty stays empty.
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
 * A whole number as JSON has it, or as an address or a form writes it: in decimal digits alone. The
 * other ways in which JavaScript reads numbers (`0x66`, `1e2`, ` 102`, `+102`, true, a list of one)
 * are refused, so that a number has one form everywhere. `rule` says which numbers are meant.
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

/** A positive integer id, from JSON or from a path. PostgreSQL's integer is its bound. */
export const id = () => wholeNumber(z.number().int().positive().max(2_147_483_647));

/** A check box in a form body or in JSON. */
export const checkBox = () =>
  z.union([
    z.boolean(),
    z
      .enum(['true', '1', 'on', 'false', '0', ''])
      .or(z.literal([0, 1]))
      .transform((value) => ['true', '1', 'on', 1].includes(value)),
  ]);

/** An id that may be left out or empty. */
export const optionalId = () =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), id().optional());

/** An amount in dollars with at most two decimals, as it crosses the wire. */
export const dollars = () => z.number().multipleOf(0.01);

/** JSON inside a form field. A text that is not JSON is a plain field error. */
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
 * An instant as another system writes it: RFC 3339 with any offset, fraction of a second, and
 * letter case. Read as an instant in UTC.
 */
export const foreignInstant = () =>
  z
    .string()
    .max(64)
    .transform((value) => value.toUpperCase())
    .pipe(z.string().regex(rfc3339, messages.instant))
    // Zod knows the days of each month, but not the offset of an unknown zone.
    .transform((value) => value.replace(/-00:00$/, 'Z'))
    .pipe(z.iso.datetime({ offset: true, error: messages.instant }))
    .transform((value) => new Date(value).toISOString());

/**
 * What most changing calls answer: `error` is there only when something the caller should see went
 * wrong.
 */
export const outcome = z.object({ error: z.string().optional(), message: z.string() });
