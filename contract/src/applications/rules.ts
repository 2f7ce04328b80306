import {
  collapsed,
  emailPattern,
  messages,
  namePattern,
  phoneDigits,
  phonePattern,
} from '../core/field-rules.ts';
import { keysOf, mapValues } from '../core/map-values.ts';
import { amountRange } from './constants.ts';
import {
  amountText,
  applicationFields,
  optionsOf,
  type ApplicationField,
  type ApplicationFields,
  type FieldDescription,
  type OptionOf,
} from './fields.ts';

/**
 * The application form's rules without schemas, for the page that must stay small;
 * `applicationForm` is held to the same by a test.
 */

/** What is wrong with a typed value, in words for the person; null when nothing is. */
type Rule = (typed: string) => string | null;

/**
 * Dollars as typed (`15,000` and `$15,000` too). Plain decimal digits only: neither `0x10` nor
 * `1e5` is an amount.
 */
export function amountOf(typed: string): number {
  const plain = typed.replace(/[$,\s]/g, '');
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** Within the range, and whole cents. */
export const isAmount = (value: number): boolean =>
  value >= amountRange.min &&
  value <= amountRange.max &&
  Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;

const filled =
  (max: number, more: Rule = () => null): Rule =>
  (typed) => {
    const value = collapsed(typed);
    if (value === '') return messages.required;
    return value.length > max ? messages.max(max) : more(value);
  };
const matches =
  (pattern: RegExp, message: string): Rule =>
  (value) =>
    pattern.test(value) ? null : message;

const phone = matches(phonePattern, messages.phone);

function ruleOf(field: FieldDescription): Rule {
  switch (field.kind) {
    case 'name':
      return filled(field.max, matches(namePattern, messages.name));
    case 'email':
      return filled(field.max, matches(emailPattern, messages.email));
    case 'text': {
      const rule = filled(field.max);
      return field.optional ? (typed) => (collapsed(typed) === '' ? null : rule(typed)) : rule;
    }
    case 'phone':
      return (typed) => (phoneDigits(typed) === '' ? messages.required : phone(phoneDigits(typed)));
    case 'amount':
      return (typed) =>
        typed.trim() === '' ? messages.required : isAmount(amountOf(typed)) ? null : amountText;
    case 'choice': {
      const values = optionsOf(field.options).map(([value]) => value);
      return (typed) => (values.includes(typed) ? null : messages.required);
    }
  }
}

export const applicationRules = mapValues(applicationFields, ruleOf);

/** What is wrong with these fields, each by its name; nothing for those that are right. */
export function problemsOf(
  fields: readonly ApplicationField[],
  values: Partial<Record<ApplicationField, string | undefined>>,
): Partial<Record<ApplicationField, string>> {
  const problems: Partial<Record<ApplicationField, string>> = {};
  for (const field of fields) {
    const problem = applicationRules[field](values[field] ?? '');
    if (problem !== null) problems[field] = problem;
  }
  return problems;
}

type OptionalField = {
  [Field in ApplicationField]: ApplicationFields[Field] extends { optional: true } ? Field : never;
}[ApplicationField];
type TypedValue<Field> = Field extends { kind: 'choice'; options: infer Options }
  ? OptionOf<Options>
  : string;

/** The form as a person has filled it in, with nothing wrong in it. */
export type FilledForm = {
  [Field in Exclude<ApplicationField, OptionalField>]: TypedValue<ApplicationFields[Field]>;
} & { [Field in OptionalField]?: TypedValue<ApplicationFields[Field]> | undefined };

/** Whether nothing is wrong with the form, so that it can be sent. */
export const isFilledIn = (
  values: Partial<Record<ApplicationField, string | undefined>>,
): values is FilledForm => Object.keys(problemsOf(keysOf(applicationFields), values)).length === 0;
