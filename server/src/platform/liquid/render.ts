import { isAddress } from '@lintel/contract/core/fields';
import { escapeHtml } from '../escape-html.ts';
import { TemplateEngine, textOf, type Escaping } from './liquid.ts';
import { TemplateError, type TemplateProblem } from './problem.ts';

/**
 * How values are put into a template: into HTML, into one line of text, or into a list of e-mail
 * addresses.
 */
export type EscapingName = 'html' | 'line' | 'addresses';

export interface LiquidInput {
  source: string;
  data: Record<string, unknown>;
  escaping: EscapingName;
  timeZone: string;
}
export type LiquidOutput = { text: string } | { problem: TemplateProblem };

/**
 * A value in a list of addresses: an address as it is; of anything else, nothing that would begin
 * another address.
 */
const inAddresses = (value: unknown): string => {
  const text = textOf(value).trim();
  return isAddress(text) ? text : text.replace(/[^\p{L}\p{N} .'’-]/gu, ' ');
};

const escapings: Record<EscapingName, Escaping> = {
  html: { escape: (value) => escapeHtml(textOf(value)), rawAllowed: true },
  line: { escape: textOf, rawAllowed: true },
  addresses: { escape: inAddresses, rawAllowed: false },
};

const engines = new Map<string, TemplateEngine>();

/** What a template makes of data, or where it is wrong. */
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
