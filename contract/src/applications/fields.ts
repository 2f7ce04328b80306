import { keysOf } from '../core/map-values.ts';
import { usStates } from '../core/us-states.ts';
import { amountRange, budgetRange, creditBands, projects } from './constants.ts';

const steps = ['project', 'person', 'home'] as const;
export type ApplicationStep = (typeof steps)[number];

interface Described {
  step: ApplicationStep;
  /** The value of the `autocomplete` attribute. */
  autoComplete?: string;
}

/** A field's kind and limits. Only typed fields can be optional. */
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
 * The application form, field by field: the only place that defines questions and limits. The
 * homeowner's form, its rules, and the schemas of the form and its draft derive from it; labels are
 * in the homeowner pages' message catalog. It has no schemas because the homeowner's page must stay
 * small.
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

/** The fields as a generic record. */
export const applicationFields: Readonly<Record<ApplicationField, FieldDescription>> = fields;

/** The fields that the report shows exactly as sent, by column name. */
export const sentColumns = {
  applicantEmail: 'email',
  applicantPhone: 'phone',
  projectAddress: 'projectAddress',
} as const satisfies Record<string, ApplicationField>;

/** The steps with their fields, in the form's order. */
export const applicationSteps = steps.map((step) => ({
  name: step,
  fields: keysOf(applicationFields).filter((field) => applicationFields[field].step === step),
}));

/** A choice's options by value. */
export type OptionValue<Options> = Options extends readonly (infer Option extends string)[]
  ? Option
  : keyof Options & string;

/** A choice's options: the value sent and its label. */
export const listOptions = (
  options: readonly string[] | Readonly<Record<string, string>>,
): (readonly [value: string, label: string])[] =>
  isList(options) ? options.map((option) => [option, option]) : Object.entries(options);

const isList = (options: object): options is readonly string[] => Array.isArray(options);
