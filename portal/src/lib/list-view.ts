import type { output, ZodType } from 'zod';
import { keysOf } from '@lintel/contract/core/map-values';
import { dayNamed, rangeNamed, rangeOf, type DateRange, type RangeOption } from './date-ranges.ts';

/** What an address may hold, by the names of its parameters. */
type Search<Name extends string> = { readonly [Key in Name]?: unknown };

/** How a part of a list's state stands in the address. */
export interface Part<Value, Name extends string> {
  /** A wrong value is as if it were not there. */
  read: (search: Readonly<Record<string, unknown>>) => Value;
  /** Nothing for what the list shows anyway. */
  write: (value: Value) => Search<Name>;
}

/** The router reads what looks like a number or like JSON as such. */
const textOf = (value: unknown): string | undefined =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;

interface Spelling<Value> {
  /** What the schema is given for the text of the address. */
  from?: (text: string) => unknown;
  /** The text of the address for a value. */
  to?: (value: Value) => unknown;
  /** Another name under which other places ask for it. */
  also?: string;
}

/** A value that stands in the address under `name`; the contract's schema reads it. */
export function at<const Name extends string, Schema extends ZodType>(
  name: Name,
  schema: Schema,
  { from = (text) => text, to = (value) => value, also = name }: Spelling<output<Schema>> = {},
): Part<output<Schema>, Name> {
  const standard = schema.parse(undefined);
  return {
    read: (search) => {
      const text = textOf(search[name] ?? search[also]);
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

type Sorted<Field extends string> = `${'+' | '-'}${Field}`;

/** The order of a list: `+field` or `-field`. */
export function orderAt<Field extends string>(
  schema: ZodType<{ field: Field; descending: boolean }>,
): Part<Sorted<Field>, 'order'> {
  const place = at('order', schema);
  const read: Part<Sorted<Field>, 'order'>['read'] = (search) => {
    const { field, descending } = place.read(search);
    return `${descending ? '-' : '+'}${field}`;
  };
  const standard = read({});
  return { read, write: (order) => (order === standard ? {} : { order }) };
}

/** Which days a list covers. */
export interface Period<Option extends RangeOption> {
  period: Option;
  range: DateRange;
}

interface PeriodOptions<Option extends RangeOption> {
  /** What can be chosen. */
  options: readonly Option[];
  standard: NoInfer<Option>;
  /** The first and the last day that a list covers. */
  within?: () => { min: string; max: string };
}

/**
 * The period of a list, a custom one with its days. Days of an address that has grown old are drawn
 * into what the list covers by now.
 */
export function periodAt<const Option extends RangeOption>({
  options,
  standard,
  within,
}: PeriodOptions<Option>): Part<Period<Option>, 'currentPeriod' | 'customStart' | 'customEnd'> {
  const covered = (day: string): string => {
    if (within === undefined) return day;
    const { min, max } = within();
    return day < min ? min : day > max ? max : day;
  };
  return {
    read: ({ currentPeriod, customStart, customEnd }) => {
      const period = rangeNamed(options, currentPeriod) ?? standard;
      const [from, to] = [dayNamed(customStart), dayNamed(customEnd)];
      const isCustom = period === 'custom' && from !== undefined && to !== undefined;
      const range = isCustom
        ? { from: covered(from), to: covered(to) }
        : rangeOf(period, new Date());
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

type PartsOf<Values extends object, Name extends string> = {
  readonly [Key in keyof Values]: Part<Values[Key], Name>;
};

/** A list whose state stands in its address; `period` is the part that is two things at once. */
export function listView<
  Values extends object,
  Name extends string,
  More extends object = object,
  MoreName extends string = never,
>(parts: PartsOf<Values, Name>, period?: Part<More, MoreName>) {
  type View = Values & More;
  const names = keysOf<keyof Values & string>(parts);
  const viewOf = (search: Search<string>): View => {
    const values = names.map((name) => [name, parts[name].read(search)]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each name with what its own part reads
    return { ...period?.read(search), ...Object.fromEntries(values) } as View;
  };
  return {
    /** What the list shows when its address says nothing. */
    standard: viewOf({}),
    viewOf,
    /** The address of a view: only what differs from the plain list. */
    searchOf: (view: View): Search<Name | MoreName> =>
      Object.assign(
        period?.write(view) ?? {},
        ...names.map((name) => parts[name].write(view[name])),
      ),
  };
}

interface Going<Name extends string> {
  search: Search<Name>;
  replace: true;
  resetScroll: false;
}

/**
 * The view that the address tells, and how to look at another one. Whatever else changes, the list
 * starts at its first page again.
 */
export function useListView<View extends object, Name extends string>(
  list: { viewOf: (search: Search<string>) => View; searchOf: (view: View) => Search<Name> },
  search: Search<string>,
  navigate: (going: Going<Name>) => unknown,
) {
  const view = list.viewOf(search);
  const change = (part: Partial<View>): void => {
    const next = { ...view, ...('page' in view && { page: 1 }), ...part };
    void navigate({ search: list.searchOf(next), replace: true, resetScroll: false });
  };
  return { view, change };
}

/** Up to here rows are counted off fast enough, and a new row moves the page as everybody expects. */
const countedOff = 1000;

/**
 * The row that a page far behind follows or precedes, where the page next to it is known: the server
 * finds it at once then.
 */
export function besideKnownPage(
  { page, limit }: { page: number; limit: number },
  known: (page: number) => { data: readonly { id: number }[] } | undefined,
): { after?: number; before?: number } {
  if ((page - 1) * limit < countedOff) return {};
  const after = known(page - 1)?.data.at(-1)?.id;
  if (after !== undefined) return { after };
  const before = known(page + 1)?.data[0]?.id;
  return before === undefined ? {} : { before };
}
