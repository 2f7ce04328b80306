import * as m from '#messages';
import type { DetailField } from '@lintel/contract/applications/details';
import { usStates } from '@lintel/contract/core/us-states';
import type { CreditBand, projects } from '@lintel/contract/applications/constants';
import {
  applicationFields,
  listOptions,
  type ApplicationField,
  type ApplicationStep,
} from '@lintel/contract/applications/fields';
import { wholeDollars } from '../money.ts';

const steps: Record<ApplicationStep, () => string> = {
  project: m.form_step_project,
  person: m.form_step_person,
  home: m.form_step_home,
};
export const stepTitle = (step: ApplicationStep): string => steps[step]();

const labels: Record<ApplicationField, () => string> = {
  firstName: m.form_first_name,
  lastName: m.form_last_name,
  email: m.form_email,
  phone: m.form_phone,
  city: m.form_city,
  state: m.form_state,
  project: m.form_project,
  projectAddress: m.form_address,
  requestedAmount: m.form_amount,
  monthlyBudget: m.form_budget,
  creditBand: m.form_credit,
};
/** A field's label, marked when it is optional. */
export function fieldLabel(name: ApplicationField): string {
  const field = applicationFields[name];
  const label = labels[name]();
  return 'optional' in field && field.optional ? m.form_optional({ label }) : label;
}

/** The name of a detail's control. */
export const detailControl = (name: DetailField): string => `details.${name}`;
export const isDetail = (control: string): boolean => control.startsWith('details.');

/** The help below a field without errors. */
export function fieldHelp(name: ApplicationField): string | undefined {
  const field = applicationFields[name];
  if (field.kind === 'amount')
    return m.form_amount_help({ min: wholeDollars(field.min), max: wholeDollars(field.max) });
  return name === 'projectAddress' ? m.form_address_help() : undefined;
}

const examples: Partial<Record<ApplicationField, string>> = {
  phone: '555-555-0123',
  requestedAmount: '$15,000',
  monthlyBudget: '$250',
};
/** A field's placeholder. */
export const fieldExample = (name: ApplicationField): string | undefined => examples[name];

/** Labels of the options. States have the same names in both languages. */
const options: Record<(typeof projects)[number] | CreditBand, () => string> = {
  Roofing: m.form_roofing,
  'Windows and doors': m.form_windows,
  Siding: m.form_siding,
  Solar: m.form_solar,
  Kitchen: m.form_kitchen,
  Bathroom: m.form_bathroom,
  'Heating and cooling': m.form_heating,
  Painting: m.form_painting,
  'Decking and outdoor': m.form_decking,
  Other: m.form_other,
  excellent: m.form_excellent,
  good: m.form_good,
  fair: m.form_fair,
  limited: m.form_limited,
  poor: m.form_poor,
};
const hasOptions = (value: string): value is keyof typeof options => Object.hasOwn(options, value);
export const optionText = (value: string, label: string): string =>
  hasOptions(value) ? options[value]() : label;

/** The name of a state by its code. */
export const stateText = (code: string): string =>
  listOptions(usStates).find(([value]) => value === code)?.[1] ?? code;
