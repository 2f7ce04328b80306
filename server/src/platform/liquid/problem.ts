import { LiquidError } from 'liquidjs';
import { isTimeout } from './within-time.ts';

/** Where a template is wrong: line and column from 1, and a sentence. */
export interface TemplateProblem {
  line: number;
  column: number;
  message: string;
}

/** A template cannot be read, or its rendering was stopped. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  readonly problem: TemplateProblem;

  constructor(problem: TemplateProblem) {
    super(`Line ${problem.line}: ${problem.message}`);
    this.problem = problem;
  }
}

/** The limits' own words, and what they mean to an author. */
const limits: readonly [RegExp, string][] = [
  [/memory alloc limit exceeded|Invalid string length|Invalid array length/, 'This makes more text than a message can hold'],
  [/template render limit exceeded/, 'This takes too long; it may loop without end'],
  [/Maximum call stack size exceeded/, 'This is nested too deeply'],
  [/parse length limit exceeded/, 'The template is too long'],
];

/** The problem behind anything that a parse or a rendering threw; `fallback` is where the rendering was. */
export function problemOf(error: unknown, fallback: { line: number; column: number }): TemplateProblem {
  if (isTimeout(error)) return { ...fallback, message: 'This takes too long; it may loop without end' };
  const place = LiquidError.is(error) ? placeOf(error as LiquidError) : fallback;
  const text = rootOf(error).replace(/, (file:.*, )?line:\d+, col:\d+$/, '');
  const known = limits.find(([pattern]) => pattern.test(text))?.[1];
  return { ...place, message: known ?? sentence(text) };
}

function placeOf(error: LiquidError): { line: number; column: number } {
  const [line = 1, column = 1] = error.token.getPosition();
  return { line, column };
}

const rootOf = (error: unknown): string =>
  LiquidError.is(error) && error.originalError
    ? rootOf(error.originalError)
    : error instanceof Error
      ? error.message
      : String(error);

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
