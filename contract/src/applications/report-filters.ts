import { keysOf, mapValues } from '../core/map-values.ts';
import { creditBands } from './constants.ts';
import type { OptionValue } from './fields.ts';
import { stages } from './stages.ts';

/** A filter with fixed options. `all` means no filter. */
interface ChoiceFilterDescription {
  label: string;
  options: Readonly<Record<string, string>> & { all: string };
}

/**
 * The report's filters with fixed options: the only place that defines the values of the report,
 * its exports, and its URL, and their labels.
 */
const filters = {
  status: {
    label: 'Status',
    options: {
      all: 'All',
      funded: 'Funded',
      credit: 'Credit approved',
      offer: 'Received offers',
      qualifed: 'Qualified',
      notqualifed: 'Not qualified',
      started: 'Started',
    },
  },
  creditScore: { label: 'Credit score', options: { all: 'All', ...creditBands } },
  stage: { label: 'Stage', options: { all: 'All', ...stages } },
} as const satisfies Record<string, ChoiceFilterDescription>;

export type ChoiceFilter = keyof typeof filters;
/** The selected option of each filter. */
export type Choices = {
  [Name in ChoiceFilter]: OptionValue<(typeof filters)[Name]['options']>;
};
export const choiceNames = keysOf(filters);

/** The filters as a generic record. */
export const choiceFilters: Readonly<Record<ChoiceFilter, ChoiceFilterDescription>> = filters;

export const noChoices: Choices = mapValues(choiceFilters, () => 'all' as const);

/**
 * The selected options from an address or a query, by filter name. Unknown values count as `all`.
 */
export const choicesIn = (values: Readonly<Record<string, unknown>>): Choices =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each filter has its own options, which a mapped record can't express
  mapValues(choiceFilters, ({ options }, name) => {
    const value = values[name];
    return typeof value === 'string' && Object.hasOwn(options, value) ? value : 'all';
  }) as Choices;
