import { keysOf, mapValues } from '../core/map-values.ts';
import { creditBands } from './constants.ts';
import type { OptionOf } from './fields.ts';
import { stages } from './stages.ts';

/** A filter that is one of a few words. `all` stands for no filter. */
interface ChoiceFilterDescription {
  label: string;
  options: Readonly<Record<string, string>> & { all: string };
}

/**
 * The report's filters that choose one of a few words: the one place that says which words the
 * report and its exports take, what they are called on the screen, and which the address may hold.
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
/** What is chosen in each of these filters. */
export type Choices = {
  [Name in ChoiceFilter]: OptionOf<(typeof filters)[Name]['options']>;
};
export const choiceNames = keysOf(filters);

/** The filters for code that treats them all alike. */
export const choiceFilters: Readonly<Record<ChoiceFilter, ChoiceFilterDescription>> = filters;

export const noChoices: Choices = mapValues(choiceFilters, () => 'all' as const);

/**
 * What is chosen, by the filters' names, as an address or a query has it. Anything that is no word
 * of a filter stands for all.
 */
export const choicesIn = (values: Readonly<Record<string, unknown>>): Choices =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each filter has words of its own, which a mapped record cannot say
  mapValues(choiceFilters, ({ options }, name) => {
    const value = values[name];
    return typeof value === 'string' && Object.hasOwn(options, value) ? value : 'all';
  }) as Choices;
