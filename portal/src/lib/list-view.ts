import type { output, ZodType } from 'zod';
import { keysOf } from '@lintel/contract/core/map-values';
import {
  dayNamed,
  rangeNamed,
  dateRange,
  type DateRange,
  type RangeOption,
} from './date-ranges.ts';

/** The search parameters of an address. */
type Search<Name extends string> = { readonly [Key in Name]?: unknown };

/** How a part of a list's state maps to the address. */
export interface Part<Value, Name extends string> {
  /** An invalid value counts as missing. */
  read: (search: Readonly<Record<string, unknown>>) => Value;
  /** Empty for the default value. */
  write: (value: Value) => Search<Name>;
}

/** The router parses values that look like numbers or JSON. */
const toText = (value: unknown): string | undefined =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;

interface TextMapping<Value> {
  /** The schema's input for the text in the address. */
  from?: (text: string) => unknown;
  /** The text in the address for a value. */
  to?: (value: Value) => unknown;
  /** An alternative name that other links use. */
  alias?: string;
}

/** A value in the address under `name`, parsed by the contract's schema. */
export function at<const Name extends string, Schema extends ZodType>(
  name: Name,
  schema: Schema,
  { from = (text) => text, to = (value) => value, alias = name }: TextMapping<output<Schema>> = {},
): Part<output<Schema>, Name> {
  const standard = schema.parse(undefined);
  return {
    read: (search) => {
      const text = toText(search[name] ?? search[alias]);
      const { success, data } = schema.safeParse(text === undefined ? undefined : from(text));
      return success ? data : standard;
    },
    write: (value) => {
      const isStandard = JSON.stringify(value) === JSON.stringify(standard);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a computed name widens to any text
      return (isStandard ? {} : { [name]: to(value) }) as Search<Name>;
    },
  };
}

type SortOrder<Field extends string> = `${'+' | '-'}${Field}`;

/** The order of a list: `+field` or `-field`. */
export function orderAt<Field extends string>(
  schema: ZodType<{ field: Field; descending: boolean }>,
): Part<SortOrder<Field>, 'order'> {
  const place = at('order', schema);
  const read: Part<SortOrder<Field>, 'order'>['read'] = (search) => {
    const { field, descending } = place.read(search);
    return `${descending ? '-' : '+'}${field}`;
  };
  const standard = read({});
  return { read, write: (order) => (order === standard ? {} : { order }) };
}

/** The days a list covers. */
export interface Period<Option extends RangeOption> {
  period: Option;
  range: DateRange;
}

interface PeriodOptions<Option extends RangeOption> {
  /** The available ranges. */
  options: readonly Option[];
  standard: NoInfer<Option>;
  /** The first and last day that the list covers. */
  within?: () => { min: string; max: string };
}

/**
 * A list's period, with the days of a custom one. Days from old addresses are clamped to what the
 * list covers now.
 */
export function periodAt<const Option extends RangeOption>({
  options,
  standard,
  within,
}: PeriodOptions<Option>): Part<Period<Option>, 'currentPeriod' | 'customStart' | 'customEnd'> {
  const clamp = (day: string): string => {
    if (within === undefined) return day;
    const { min, max } = within();
    return day < min ? min : day > max ? max : day;
  };
  return {
    read: ({ currentPeriod, customStart, customEnd }) => {
      const period = rangeNamed(options, currentPeriod) ?? standard;
      const [from, to] = [dayNamed(customStart), dayNamed(customEnd)];
      const isCustom = period === 'custom' && from !== undefined && to !== undefined;
      const range = isCustom ? { from: clamp(from), to: clamp(to) } : dateRange(period, new Date());
      return { period, range };
    },
    write: ({ period, range: { from, to } }) => ({
      ...(period !== standard && { currentPeriod: period }),
      ...(period === 'custom' &&
        from !== null &&
        to !== null && { customStart: from, customEnd: to }),
    }),
  };
}

type PartsByName<Values extends object, Name extends string> = {
  readonly [Key in keyof Values]: Part<Values[Key], Name>;
};

/** A list whose state is in its address; `period` is a part with two values. */
export function listView<
  Values extends object,
  Name extends string,
  More extends object = object,
  MoreName extends string = never,
>(parts: PartsByName<Values, Name>, period?: Part<More, MoreName>) {
  type View = Values & More;
  const names = keysOf<keyof Values & string>(parts);
  const toView = (search: Search<string>): View => {
    const values = names.map((name) => [name, parts[name].read(search)]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each name with what its own part reads
    return { ...period?.read(search), ...Object.fromEntries(values) } as View;
  };
  return {
    /** The view without any parameters. */
    standard: toView({}),
    toView,
    /** The address of a view: only the differences from the default. */
    toSearch: (view: View): Search<Name | MoreName> =>
      Object.assign(
        period?.write(view) ?? {},
        ...names.map((name) => parts[name].write(view[name])),
      ),
  };
}

interface Navigation<Name extends string> {
  search: Search<Name>;
  replace: true;
  resetScroll: false;
}

/**
 * The view in the address, and a setter. Any change except of the page returns to the first page.
 */
export function useListView<View extends object, Name extends string>(
  list: { toView: (search: Search<string>) => View; toSearch: (view: View) => Search<Name> },
  search: Search<string>,
  navigate: (navigation: Navigation<Name>) => unknown,
) {
  const view = list.toView(search);
  const change = (part: Partial<View>): void => {
    const next = { ...view, ...('page' in view && { page: 1 }), ...part };
    void navigate({ search: list.toSearch(next), replace: true, resetScroll: false });
  };
  return { view, change };
}

/** Up to here an offset is fast enough, and a new row shifts the pages as users expect. */
const maxOffset = 1000;

/**
 * The row next to a distant page, if an adjacent page is cached: the server can then seek to it
 * directly.
 */
export function adjacentCursor(
  { page, limit }: { page: number; limit: number },
  known: (page: number) => { data: readonly { id: number }[] } | undefined,
): { after?: number; before?: number } {
  if ((page - 1) * limit < maxOffset) return {};
  const after = known(page - 1)?.data.at(-1)?.id;
  if (after !== undefined) return { after };
  const before = known(page + 1)?.data[0]?.id;
  return before === undefined ? {} : { before };
}
