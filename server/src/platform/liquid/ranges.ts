import {
  evalTokenValue,
  toValueSync,
  TypeGuards,
  Value,
  type Context,
  type RangeToken,
  type Template,
  type Token,
} from 'liquidjs';

/** Numbers that a range may go between. */
const furthest = 1_000_000;

const rangesOf = new WeakMap<Template, RangeToken[]>();

/**
 * Refuses a range that reaches too far. LiquidJS counts a range's numbers one by one, which never
 * ends above 2^53, where a number plus one is the same number; its own limit sees only how many
 * there should be.
 */
export function checkRanges(template: Template, context: Context): void {
  let ranges = rangesOf.get(template);
  if (ranges === undefined)
    rangesOf.set(
      template,
      (ranges = [...(template.arguments?.() ?? [])].flatMap(rangesInArgument)),
    );
  for (const { lhs, rhs } of ranges) {
    for (const end of [lhs, rhs]) {
      const value = Number(toValueSync(evalTokenValue(end, context)));
      if (Math.abs(value) > furthest) throw new Error('This range reaches too far');
    }
  }
}

const rangesInArgument = (argument: unknown): RangeToken[] =>
  argument instanceof Value ? rangesInValue(argument) : rangesInToken(argument);

interface Filtered {
  initial: { postfix: Token[] };
  filters: readonly { args: readonly unknown[] }[];
}

const rangesInValue = ({ initial, filters }: Filtered): RangeToken[] => [
  ...initial.postfix.flatMap(rangesInToken),
  ...filters.flatMap(({ args }) =>
    args.flatMap((arg) => (Array.isArray(arg) ? arg.flatMap(rangesInToken) : rangesInToken(arg))),
  ),
];

function rangesInToken(token: unknown): RangeToken[] {
  if (TypeGuards.isRangeToken(token))
    return [...rangesInToken(token.lhs), ...rangesInToken(token.rhs), token];
  if (TypeGuards.isPropertyAccessToken(token))
    return [token.variable, ...token.props].flatMap(rangesInToken);
  if (TypeGuards.isFilteredValueToken(token)) return rangesInValue(token);
  return [];
}
