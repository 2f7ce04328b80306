import {
  collapsed,
  composed,
  isEmail,
  latinNamePattern,
  phoneDigits,
  phonePattern,
} from '../core/field-rules.ts';
import { hasMisplacedComma, readNumber } from '../core/numbers.ts';
import { keysOf, mapValues } from '../core/map-values.ts';
import {
  applicationFields,
  listOptions,
  type ApplicationField,
  type ApplicationFields,
  type FieldDescription,
  type OptionValue,
} from './fields.ts';
import type { Problem } from './problems.ts';

/**
 * The application form's rules without schemas, for pages that must stay small; a test keeps them
 * in line with `applicationForm`.
 */

/** Returns the problem with a typed value; null when it is valid. */
type Rule = (typed: string) => Problem | null;

/** Within the range, in whole cents. */
export const isAmount = (value: number, { min, max }: { min: number; max: number }): boolean =>
  value >= min && value <= max && Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;

const required: Problem = { key: 'required' };

const filled =
  (max: number, more: Rule = () => null): Rule =>
  (typed) => {
    const value = collapsed(typed);
    if (value === '') return required;
    return value.length > max ? { key: 'max', max } : more(value);
  };
const matches =
  (pattern: RegExp, key: 'name' | 'phone'): Rule =>
  (value) =>
    pattern.test(value) ? null : { key };

const phone = matches(phonePattern, 'phone');

function fieldRule(field: FieldDescription): Rule {
  const rule = answerRule(field);
  return 'optional' in field && field.optional
    ? (typed) => (collapsed(typed) === '' ? null : rule(typed))
    : rule;
}

function answerRule(field: FieldDescription): Rule {
  switch (field.kind) {
    case 'name':
      return (typed) => filled(field.max, matches(latinNamePattern, 'name'))(composed(typed));
    case 'email':
      return filled(field.max, (value) => (isEmail(value) ? null : { key: 'email' }));
    case 'text':
      return filled(field.max);
    case 'phone':
      return (typed) => (phoneDigits(typed) === '' ? required : phone(phoneDigits(typed)));
    case 'amount': {
      const { min, max } = field;
      return (typed) =>
        typed.trim() === ''
          ? required
          : hasMisplacedComma(typed)
            ? { key: 'comma' }
            : isAmount(readNumber(typed), field)
              ? null
              : { key: 'amount', min, max };
    }
    case 'choice': {
      const values = listOptions(field.options).map(([value]) => value);
      return (typed) => (values.includes(typed) ? null : required);
    }
  }
}

export const applicationRules = mapValues(applicationFields, fieldRule);

/** The problems of these fields by name; valid fields have no entry. */
export function findProblems(
  fields: readonly ApplicationField[],
  values: Partial<Record<ApplicationField, string | undefined>>,
): Partial<Record<ApplicationField, Problem>> {
  const problems: Partial<Record<ApplicationField, Problem>> = {};
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
  ? OptionValue<Options>
  : string;

/** A complete, valid form. */
export type FilledForm = {
  [Field in Exclude<ApplicationField, OptionalField>]: TypedValue<ApplicationFields[Field]>;
} & { [Field in OptionalField]?: TypedValue<ApplicationFields[Field]> | undefined };

/** Whether the form is valid and can be sent. */
export const isFilledIn = (
  values: Partial<Record<ApplicationField, string | undefined>>,
): values is FilledForm =>
  Object.keys(findProblems(keysOf(applicationFields), values)).length === 0;
