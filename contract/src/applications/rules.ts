import {
  collapsed,
  emailPattern,
  messages,
  namePattern,
  phoneDigits,
  phonePattern,
} from '../core/field-rules.ts';
import { usStates } from '../core/us-states.ts';
import {
  amountRange,
  creditBands,
  projects,
  type applicationSteps,
} from './constants.ts';

/**
 * The application form's rules without schemas, for the page that must stay small;
 * `applicationForm` is held to the same by a test.
 */

export type ApplicationField = (typeof applicationSteps)[number]['fields'][number];

/** What is wrong with a typed value, in words for the person; null when nothing is. */
type Rule = (typed: string) => string | null;

export const amountText = `Please enter an amount between $${amountRange.min.toLocaleString('en-US')} and $${amountRange.max.toLocaleString('en-US')}.`;

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
const oneOf =
  (values: readonly string[]): Rule =>
  (typed) =>
    values.includes(typed) ? null : messages.required;

const name = filled(100, matches(namePattern, messages.name));
const phone = matches(phonePattern, messages.phone);

export const applicationRules: Record<ApplicationField, Rule> = {
  project: oneOf(projects),
  requestedAmount: (typed) =>
    typed.trim() === '' ? messages.required : isAmount(amountOf(typed)) ? null : amountText,
  creditBand: oneOf(Object.keys(creditBands)),
  firstName: name,
  lastName: name,
  email: filled(250, matches(emailPattern, messages.email)),
  phone: (typed) => (phoneDigits(typed) === '' ? messages.required : phone(phoneDigits(typed))),
  city: filled(100),
  state: oneOf(Object.keys(usStates)),
};

/** What is wrong with these fields, each by its name; nothing for those that are right. */
export function problemsOf(
  fields: readonly ApplicationField[],
  values: Partial<Record<string, string>>,
): Partial<Record<ApplicationField, string>> {
  const problems: Partial<Record<ApplicationField, string>> = {};
  for (const field of fields) {
    const problem = applicationRules[field](values[field] ?? '');
    if (problem !== null) problems[field] = problem;
  }
  return problems;
}
