import { keysOf } from '../core/map-values.ts';
import { usStates } from '../core/us-states.ts';
import { amountRange, budgetRange, creditBands, projects } from './constants.ts';

/** The form's short steps, in order. */
const steps = ['project', 'person', 'home'] as const;
export type ApplicationStep = (typeof steps)[number];

interface Described {
  step: ApplicationStep;
  /** What a browser may fill in by itself. */
  autoComplete?: string;
}

/** What a field asks for, and within which limits. Only what is typed may be left empty. */
export type FieldDescription = Described &
  (
    | { kind: 'text'; max: number; optional?: true }
    | { kind: 'name' | 'email'; max: number }
    | { kind: 'phone' }
    /** In dollars. */
    | { kind: 'amount'; min: number; max: number; optional?: true }
    | {
        kind: 'choice';
        options: readonly string[] | Readonly<Record<string, string>>;
        shownAs: 'list' | 'radios';
      }
  );

/**
 * The application form, field by field: the one place that says what is asked and what may be
 * answered. The homeowner's form, its rules, the schemas of the form and of its draft are made of
 * it; how a field is called stands in the catalogue of the homeowner's pages. Without schemas,
 * because the homeowner's page must stay small.
 */
const fields = {
  firstName: { step: 'person', kind: 'name', max: 100, autoComplete: 'given-name' },
  lastName: { step: 'person', kind: 'name', max: 100, autoComplete: 'family-name' },
  email: { step: 'person', kind: 'email', max: 250, autoComplete: 'email' },
  phone: { step: 'person', kind: 'phone', autoComplete: 'tel' },
  city: { step: 'home', kind: 'text', max: 100, autoComplete: 'address-level2' },
  state: {
    step: 'home',
    kind: 'choice',
    options: usStates,
    shownAs: 'list',
    autoComplete: 'address-level1',
  },
  project: { step: 'project', kind: 'choice', options: projects, shownAs: 'list' },
  projectAddress: {
    step: 'project',
    kind: 'text',
    max: 200,
    optional: true,
    autoComplete: 'address-line1',
  },
  requestedAmount: { step: 'project', kind: 'amount', ...amountRange },
  monthlyBudget: { step: 'project', kind: 'amount', ...budgetRange, optional: true },
  creditBand: { step: 'project', kind: 'choice', options: creditBands, shownAs: 'radios' },
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
export const applicationSteps = steps.map((step) => ({
  name: step,
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
