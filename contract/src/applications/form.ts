import { z } from 'zod';
import { collapsed, composed, latinNamePattern } from '../core/field-rules.ts';
import { email, messages, optionalText, phone, text } from '../core/fields.ts';
import { mapValues } from '../core/map-values.ts';
import { hasMisplacedComma, readNumber } from '../core/numbers.ts';
import {
  applicationFields,
  listOptions,
  type ApplicationField,
  type ApplicationFields,
  type FieldDescription,
  type OptionValue,
} from './fields.ts';
import { problemText } from './problems.ts';
import { applicationRules, isAmount } from './rules.ts';

type Optional<Field> = Field extends { optional: true } ? true : false;

interface Range {
  min: number;
  max: number;
}
const rangeText = ({ min, max }: Range): string => problemText({ key: 'amount', min, max });

const blank = (typed: string | number | null): boolean =>
  typed === null || (typeof typed === 'string' && typed.trim() === '');

function dollarsIn(typed: string | number, range: Range, context: z.RefinementCtx): number {
  const dollars = typeof typed === 'number' ? typed : readNumber(typed);
  if (isAmount(dollars, range)) return dollars;
  const isComma = typeof typed === 'string' && hasMisplacedComma(typed);
  context.addIssue({ code: 'custom', message: isComma ? messages.comma : rangeText(range) });
  return z.NEVER;
}

/** Dollars from a form (`15,000` or `$15,000`) or from JSON. */
const amount = (range: Range) =>
  z.union([z.number(), z.string()], messages.required).transform((typed, context) => {
    if (!blank(typed)) return dollarsIn(typed, range, context);
    context.addIssue({ code: 'custom', message: messages.required });
    return z.NEVER;
  });

/** An amount that may be empty or missing; then it is null. */
export const optionalAmount = (range: Range) =>
  z
    .union([z.null(), z.number(), z.string()], rangeText(range))
    .transform((typed, context) =>
      typed === null || blank(typed) ? null : dollarsIn(typed, range, context),
    )
    .default(null);

/** A homeowner's name may use any letter of the Latin script. */
const nameField = (max: number) =>
  z
    .string(messages.required)
    .transform((typed) => collapsed(composed(typed)))
    .pipe(
      z
        .string()
        .min(1, messages.required)
        .max(max, messages.max(max))
        .regex(latinNamePattern, messages.name),
    );

type FieldSchema<Field> = Field extends { kind: 'amount' }
  ? Optional<Field> extends true
    ? ReturnType<typeof optionalAmount>
    : ReturnType<typeof amount>
  : Field extends { kind: 'choice'; options: infer Options }
    ? z.ZodType<OptionValue<Options>, OptionValue<Options>>
    : Optional<Field> extends true
      ? z.ZodDefault<z.ZodType<string, string>>
      : z.ZodType<string, string>;

function fieldSchema(field: FieldDescription): z.ZodType {
  switch (field.kind) {
    case 'name':
      return nameField(field.max);
    case 'email':
      return email(field.max);
    case 'text':
      return field.optional ? optionalText(field.max).default('') : text(field.max);
    case 'phone':
      return phone();
    case 'amount':
      return field.optional ? optionalAmount(field) : amount(field);
    case 'choice':
      return z.enum(
        listOptions(field.options).map(([value]) => value),
        messages.required,
      );
  }
}

/** The application form. A homeowner submits it whole; a draft may hold any part of it. */
export const applicationForm = z.object(
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a mapped record's values have one type; each field's description decides its own
  mapValues(applicationFields, fieldSchema) as {
    [Field in ApplicationField]: FieldSchema<ApplicationFields[Field]>;
  },
);
export type ApplicationForm = z.output<typeof applicationForm>;

/** Extra characters accepted before cleaning, for spaces and digit separators. */
const slack = 100;
const draftLimit = (field: FieldDescription): number =>
  ('max' in field && field.kind !== 'amount' ? field.max : 0) + slack;

/** Empty, or a valid value of the field; stored as typed. */
const drafted = (description: FieldDescription, field: ApplicationField) =>
  z
    .string()
    .max(draftLimit(description))
    .superRefine((value, context) => {
      const problem = value.trim() === '' ? null : applicationRules[field](value);
      if (problem !== null) context.addIssue({ code: 'custom', message: problemText(problem) });
    });

/** A half-filled form: any part of it, but only values that the form accepts. */
export const applicationDraft = z.object(mapValues(applicationFields, drafted)).partial();
export type ApplicationDraft = z.output<typeof applicationDraft>;
