import {
  evalTokenValue,
  Liquid,
  TokenizationError,
  toValueSync,
  TypeGuards,
  Value,
  type Context,
  type Emitter,
  type RangeToken,
  type Template,
  type Token,
} from 'liquidjs';
import { isAddress } from '@lintel/contract/core/fields';
import { TemplateError, tooMuchWork, type TemplateProblem } from './problem.ts';
import { templateError } from './what-broke.ts';
import { escapeHtml } from '../escape-html.ts';

/** How values are escaped; `raw` skips it where `rawAllowed`. */
export interface Escaping {
  escape(value: unknown): string;
  rawAllowed: boolean;
}

const limits = { parseLimit: 250_000, memoryLimit: 2_000_000 } as const;
/**
 * CPU milliseconds, so that a busy machine breaks no template. The helper process limits work that
 * isn't measured here.
 */
const work = 1200;
/** Reading the CPU time takes longer than rendering most pieces. */
const piecesBetweenLooks = 50;

/** Evaluating a text as an expression for each item escapes all limits. */
const evaluatingFilters = [
  'where_exp',
  'reject_exp',
  'group_by_exp',
  'has_exp',
  'find_exp',
  'find_index_exp',
] as const;

const refusedTags = ['include', 'render', 'layout', 'block'] as const;

/** Template output; its length counts toward the memory limit, even while captured. */
class CountedText implements Emitter {
  buffer = '';
  readonly #context: Context;
  constructor(context: Context) {
    this.#context = context;
  }
  write(value: unknown): void {
    const text = toText(value);
    this.#context.memoryLimit.use(text.length);
    this.buffer += text;
  }
}

export const toText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(toText).join('');
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
};

/**
 * `{{ 'Call us' | es: 'Llámenos' }}`: a text in English and in Spanish; the data's `language`
 * selects one.
 */
function inSpanish(this: { context: Context }, english: unknown, spanish?: unknown): unknown {
  return spanish !== undefined && this.context.getSync(['language']) === 'es' ? spanish : english;
}

/**
 * Renders user-written templates: without files or other templates, with access to the data's own
 * properties only, and with limits on work and memory. One engine can render any number of
 * templates in sequence.
 */
export class TemplateEngine {
  readonly #liquid: Liquid;
  /** The piece being rendered. */
  #rendered: Token | null = null;
  /** CPU microseconds at the start of the rendering. */
  #begunAt = 0;
  #pieces = 0;

  constructor(escaping: Escaping, timeZone: string) {
    this.#liquid = new Liquid({
      ...limits,
      ownPropertyOnly: true,
      strictFilters: true,
      relativeReference: false,
      timezoneOffset: timeZone,
      locale: 'en-US',
      templates: {},
      outputEscape: (value: unknown) => escaping.escape(value),
    });
    if (!escaping.rawAllowed) this.#liquid.unregisterFilter('raw');
    for (const name of evaluatingFilters) this.#liquid.unregisterFilter(name);
    for (const name of refusedTags) this.#refuse(name);
    this.#liquid.registerFilter('es', inSpanish);
    this.#watch();
  }

  /** Renders `source` with `data`. Throws a `TemplateError`. */
  render(source: string, data: Record<string, unknown>): string {
    this.#rendered = null;
    this.#pieces = 0;
    this.#begunAt = process.cpuUsage().user;
    try {
      return String(this.#liquid.renderSync(this.#liquid.parse(source), data));
    } catch (error) {
      throw templateError(error, this.#rendered);
    }
  }

  #refuse(name: string): void {
    this.#liquid.registerTag(name, {
      parse: (token) => {
        throw new TokenizationError(
          `"${name}" is not available: a template cannot use other templates`,
          token,
        );
      },
      render: () => '',
    });
  }

  /** Counts output, and checks ranges and records the position before each piece. */
  #watch(): void {
    const { renderer } = this.#liquid;
    const renderTemplates = renderer.renderTemplates.bind(renderer);
    const remember = ({ token }: Template): void => {
      this.#rendered = token;
      if (
        (this.#pieces += 1) % piecesBetweenLooks === 0 &&
        process.cpuUsage().user - this.#begunAt > work * 1000
      )
        throw new Error(tooMuchWork);
    };
    renderer.renderTemplates = function* (templates, context, emitter = new CountedText(context)) {
      for (const template of templates) {
        remember(template);
        checkRanges(template, context);
        yield renderTemplates([template], context, emitter);
        if (context.breakCalled || context.continueCalled) break;
      }
      return emitter.buffer;
    };
  }
}

/** The limit of numbers in a range, in both directions. */
const furthest = 1_000_000;

const rangeCache = new WeakMap<Template, RangeToken[]>();

/**
 * Rejects a range with huge numbers. LiquidJS iterates it one by one, which never ends above 2^53,
 * where adding one doesn't change a number; its own limit checks only the expected count.
 */
function checkRanges(template: Template, context: Context): void {
  let ranges = rangeCache.get(template);
  if (ranges === undefined)
    rangeCache.set(
      template,
      (ranges = [...(template.arguments?.() ?? [])].flatMap(rangesInArgument)),
    );
  for (const { lhs, rhs } of ranges) {
    for (const end of [lhs, rhs]) {
      const value = Number(toValueSync(evalTokenValue(end, context)));
      if (Math.abs(value) > furthest) throw new Error('This range is too large');
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

/** The escaping context: HTML, one line of text, or a list of e-mail addresses. */
export type EscapingName = 'html' | 'line' | 'addresses';

export interface LiquidInput {
  source: string;
  data: Record<string, unknown>;
  escaping: EscapingName;
  timeZone: string;
}
export type LiquidOutput = { text: string } | { problem: TemplateProblem };

/**
 * A value in a list of addresses: an address unchanged; anything else without characters that could
 * start another address.
 */
const inAddresses = (value: unknown): string => {
  const text = toText(value).trim();
  return isAddress(text) ? text : text.replace(/[^\p{L}\p{N} .'’-]/gu, ' ');
};

const escapings: Record<EscapingName, Escaping> = {
  html: { escape: (value) => escapeHtml(toText(value)), rawAllowed: true },
  line: { escape: toText, rawAllowed: true },
  addresses: { escape: inAddresses, rawAllowed: false },
};

const engines = new Map<string, TemplateEngine>();

/** A template's output, or its error. */
export function renderLiquid({ source, data, escaping, timeZone }: LiquidInput): LiquidOutput {
  const name = `${escaping} ${timeZone}`;
  const engine = engines.get(name) ?? new TemplateEngine(escapings[escaping], timeZone);
  engines.set(name, engine);
  try {
    return { text: engine.render(source, data) };
  } catch (error) {
    if (error instanceof TemplateError) return { problem: error.problem };
    throw error;
  }
}
