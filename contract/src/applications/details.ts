import { collapsed } from '../core/field-rules.ts';
import { keysOf } from '../core/map-values.ts';
import { hasMisplacedComma, readNumber } from '../core/numbers.ts';
import type { LenderNeed } from '../lenders/needs.ts';
import { problemText, type Problem } from './problems.ts';
import { isAmount } from './rules.ts';
import { isZipOf } from './zip-codes.ts';

/**
 * The applicant's details that only some lenders need. Like the application form, they are described
 * here only, and without schemas because the homeowner's page must stay small.
 */
export type DetailDescription = { need: LenderNeed; autoComplete?: string } & (
  | { kind: 'text'; max: number }
  | { kind: 'zip' | 'birth-date' | 'ssn-ending' }
  /** In dollars. */
  | { kind: 'amount'; min: number; max: number }
  | { kind: 'choice'; options: readonly string[] }
);

export const housings = ['own', 'rent', 'other'] as const;
export type Housing = (typeof housings)[number];
export const employments = [
  'employed',
  'self-employed',
  'retired',
  'not-employed',
  'other',
] as const;
export type Employment = (typeof employments)[number];

const fields = {
  street: { need: 'home-address', kind: 'text', max: 200, autoComplete: 'address-line1' },
  zip: { need: 'home-address', kind: 'zip', autoComplete: 'postal-code' },
  birthDate: { need: 'birth-date', kind: 'birth-date', autoComplete: 'bday' },
  yearlyIncome: { need: 'income', kind: 'amount', min: 0, max: 10_000_000 },
  housing: { need: 'housing', kind: 'choice', options: housings },
  housingPayment: { need: 'housing', kind: 'amount', min: 0, max: 100_000 },
  employment: { need: 'employment', kind: 'choice', options: employments },
  employer: { need: 'employment', kind: 'text', max: 100, autoComplete: 'organization' },
  ssnEnding: { need: 'ssn-ending', kind: 'ssn-ending', autoComplete: 'off' },
} as const satisfies Record<string, DetailDescription>;

export type DetailField = keyof typeof fields;
export const detailFields: Readonly<Record<DetailField, DetailDescription>> = fields;

/** The details as typed. */
export type DetailValues = Partial<Record<DetailField, string | undefined>>;

/** The fields of these needs, in order. Only employees name an employer. */
export const detailsOf = (needs: readonly LenderNeed[], values: DetailValues): DetailField[] =>
  keysOf(detailFields).filter(
    (name) =>
      needs.includes(detailFields[name].need) &&
      (name !== 'employer' || values.employment === 'employed'),
  );

/** The age from which homeowners can apply, and one that is surely a mistake. */
const adultAge = 18;
const highestAge = 120;

export type DetailProblem =
  | Problem
  | { key: 'zip' | 'zip-state' | 'birth-date' | 'underage' | 'ssn-ending' };

/** The surroundings of a check: the state of the home, and today as `yyyy-mm-dd`. */
export interface DetailCheck {
  state: string;
  today: string;
}

/** A birth date as `yyyy-mm-dd`; null when it isn't one. Typed as month, day, and year. */
export function readBirthDate(typed: string): string | null {
  const [, month = '', day = '', year = ''] =
    /^(\d{1,2})[/.\s-](\d{1,2})[/.\s-](\d{4})$/.exec(typed.trim()) ??
    /^(\d{2})(\d{2})(\d{4})$/.exec(typed.trim()) ??
    [];
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}

/** A ZIP code as `12345` or `12345-6789`; null when it isn't one. */
export function readZip(typed: string): string | null {
  const [, five, four] = /^(\d{5})(?:[\s-]?(\d{4}))?$/.exec(typed.trim()) ?? [];
  return five === undefined ? null : four === undefined ? five : `${five}-${four}`;
}

function birthDateProblem(typed: string, today: string): DetailProblem | null {
  const date = readBirthDate(typed);
  /** The same day, that many years ago. */
  const ago = (years: number): string =>
    `${String(Number(today.slice(0, 4)) - years).padStart(4, '0')}${today.slice(4)}`;
  if (date === null || date > today || date < ago(highestAge)) return { key: 'birth-date' };
  return date > ago(adultAge) ? { key: 'underage' } : null;
}

/** The problem with a typed detail; null when it is valid. */
export function detailProblem(
  name: DetailField,
  typed: string,
  { state, today }: DetailCheck,
): DetailProblem | null {
  const field = detailFields[name];
  const value = collapsed(typed);
  if (value === '') return { key: 'required' };
  switch (field.kind) {
    case 'text':
      return value.length > field.max ? { key: 'max', max: field.max } : null;
    case 'zip': {
      const zip = readZip(value);
      if (zip === null) return { key: 'zip' };
      return isZipOf(zip, state) ? null : { key: 'zip-state' };
    }
    case 'birth-date':
      return birthDateProblem(value, today);
    case 'amount': {
      const { min, max } = field;
      if (hasMisplacedComma(value)) return { key: 'comma' };
      return isAmount(readNumber(value), field) ? null : { key: 'amount', min, max };
    }
    case 'choice':
      return field.options.includes(value) ? null : { key: 'required' };
    case 'ssn-ending':
      return /^\d{4}$/.test(value) ? null : { key: 'ssn-ending' };
  }
}

/** The problems of the details that these needs ask for, by field. */
export function detailProblems(
  needs: readonly LenderNeed[],
  values: DetailValues,
  check: DetailCheck,
): Partial<Record<DetailField, DetailProblem>> {
  const problems: Partial<Record<DetailField, DetailProblem>> = {};
  for (const name of detailsOf(needs, values)) {
    const problem = detailProblem(name, values[name] ?? '', check);
    if (problem !== null) problems[name] = problem;
  }
  return problems;
}

/** The English text of a problem, for the server. */
export function detailProblemText(problem: DetailProblem): string {
  switch (problem.key) {
    case 'zip':
      return 'Please enter a ZIP code of 5 digits.';
    case 'zip-state':
      return 'This ZIP code is in another state.';
    case 'birth-date':
      return 'Please enter a date such as 05/17/1980.';
    case 'underage':
      return `Applicants must be at least ${adultAge} years old.`;
    case 'ssn-ending':
      return 'Please enter four digits.';
    case 'required':
    case 'email':
    case 'name':
    case 'phone':
    case 'comma':
    case 'max':
    case 'amount':
      return problemText(problem);
  }
}

/** The applicant's details as lenders receive them. Amounts in dollars. */
export interface Applicant {
  homeAddress?: { street: string; zip: string };
  /** `yyyy-mm-dd`. */
  birthDate?: string;
  yearlyIncome?: number;
  housing?: { status: Housing; monthlyPayment: number };
  /** `employer` is empty unless the applicant is employed. */
  employment?: { status: Employment; employer: string };
  ssnEnding?: string;
}

const keys = {
  'home-address': 'homeAddress',
  'birth-date': 'birthDate',
  income: 'yearlyIncome',
  housing: 'housing',
  employment: 'employment',
  'ssn-ending': 'ssnEnding',
} as const satisfies Record<LenderNeed, keyof Applicant>;

/** The part of the details that answers these needs. */
export const partFor = (needs: readonly LenderNeed[], applicant: Applicant): Applicant =>
  Object.fromEntries(
    needs.map((need) => [keys[need], applicant[keys[need]]]).filter(([, value]) => value != null),
  );

/** The details without problems, read from what was typed. Anything not needed is left out. */
export function readApplicant(needs: readonly LenderNeed[], values: DetailValues): Applicant {
  const text = (name: DetailField): string => collapsed(values[name] ?? '');
  const status = employments.find((one) => one === values.employment) ?? 'other';
  return partFor(needs, {
    homeAddress: { street: text('street'), zip: readZip(text('zip')) ?? '' },
    birthDate: readBirthDate(text('birthDate')) ?? '',
    yearlyIncome: readNumber(text('yearlyIncome')),
    housing: {
      status: housings.find((one) => one === values.housing) ?? 'other',
      monthlyPayment: readNumber(text('housingPayment')),
    },
    employment: { status, employer: status === 'employed' ? text('employer') : '' },
    ssnEnding: text('ssnEnding'),
  });
}
