import { keysOf } from '../core/map-values.ts';
import { usStates } from '../core/us-states.ts';
import { amountRange, creditBands, projects } from './constants.ts';

/** The form's short steps, in order, with their titles. */
const stepTitles = {
  project: 'Your project',
  person: 'About you',
  home: 'Where you live',
} as const;

interface Described {
  step: keyof typeof stepTitles;
  label: string;
  help?: string;
  /** What a browser may fill in by itself. */
  autoComplete?: string;
}

/** What a field asks for, and within which limits. Only a line of text may be left empty. */
export type FieldDescription = Described &
  (
    | { kind: 'text'; max: number; optional?: true }
    | { kind: 'name' | 'email'; max: number }
    | { kind: 'phone' | 'amount' }
    | {
        kind: 'choice';
        options: readonly string[] | Readonly<Record<string, string>>;
        shownAs: 'list' | 'radios';
      }
  );

const dollars = (amount: number): string => `$${amount.toLocaleString('en-US')}`;
const amounts = { min: dollars(amountRange.min), max: dollars(amountRange.max) };
export const amountText = `Please enter an amount between ${amounts.min} and ${amounts.max}.`;

/**
 * The application form, field by field: the one place that says what is asked and what may be
 * answered. The homeowner's form, its rules, the schemas of the form and of its draft are made of
 * it. Without schemas, because the homeowner's page must stay small.
 */
const fields = {
  firstName: {
    step: 'person',
    kind: 'name',
    label: 'First name',
    max: 100,
    autoComplete: 'given-name',
  },
  lastName: {
    step: 'person',
    kind: 'name',
    label: 'Last name',
    max: 100,
    autoComplete: 'family-name',
  },
  email: { step: 'person', kind: 'email', label: 'E-mail', max: 250, autoComplete: 'email' },
  phone: { step: 'person', kind: 'phone', label: 'Mobile phone', autoComplete: 'tel-national' },
  city: { step: 'home', kind: 'text', label: 'City', max: 100, autoComplete: 'address-level2' },
  state: {
    step: 'home',
    kind: 'choice',
    label: 'State',
    options: usStates,
    shownAs: 'list',
    autoComplete: 'address-level1',
  },
  project: {
    step: 'project',
    kind: 'choice',
    label: 'What is your project?',
    options: projects,
    shownAs: 'list',
  },
  projectAddress: {
    step: 'project',
    kind: 'text',
    label: 'Project address',
    help: 'Where the work will be done',
    max: 200,
    optional: true,
    autoComplete: 'street-address',
  },
  requestedAmount: {
    step: 'project',
    kind: 'amount',
    label: 'About how much will it cost?',
    help: `Between ${amounts.min} and ${amounts.max}`,
  },
  creditBand: {
    step: 'project',
    kind: 'choice',
    label: 'How would you rate your credit?',
    options: creditBands,
    shownAs: 'radios',
  },
} as const satisfies Record<string, FieldDescription>;

export type ApplicationFields = typeof fields;
export type ApplicationField = keyof ApplicationFields;

/** The fields for code that treats them all alike. */
export const applicationFields: Readonly<Record<ApplicationField, FieldDescription>> = fields;

/** The fields that the report shows just as they were sent, by the names of its columns. */
export const sentColumns = {
  applicantEmail: 'email',
  applicantPhone: 'phone',
  projectAddress: 'projectAddress',
} as const satisfies Record<string, ApplicationField>;

/** The steps with their fields, each in the order in which it is asked. */
export const applicationSteps = keysOf(stepTitles).map((step) => ({
  title: stepTitles[step],
  fields: keysOf(applicationFields).filter((field) => applicationFields[field].step === step),
}));

/** The answers that a choice offers, by the word that is sent for each. */
export type OptionOf<Options> = Options extends readonly (infer Option extends string)[]
  ? Option
  : keyof Options & string;

/** The options of a choice: what is sent, and what a person reads. */
export const optionsOf = (
  options: readonly string[] | Readonly<Record<string, string>>,
): (readonly [value: string, label: string])[] =>
  isList(options) ? options.map((option) => [option, option]) : Object.entries(options);

const isList = (options: object): options is readonly string[] => Array.isArray(options);
