import { LiquidError, type Token } from 'liquidjs';
import { TemplateError } from './problem.ts';

/** LiquidJS's limit messages, and the messages for the author. */
const limits: readonly [RegExp, string][] = [
  [
    /memory alloc limit exceeded|Invalid string length|Invalid array length/,
    'The result is too long for a message',
  ],
  [/Maximum call stack size exceeded/, 'This is nested too deeply'],
  [/parse length limit exceeded/, 'The template is too long'],
];

/**
 * Converts a thrown value to a template error: at `rendered`, the piece being rendered, or where
 * parsing stopped.
 */
export function templateError(error: unknown, rendered: Token | null): TemplateError {
  const token = rendered ?? (LiquidError.is(error) ? error.token : null);
  const [line = 1, column = 1] = token?.getPosition() ?? [];
  const text = rootMessage(error).replace(/, (file:.*, )?line:\d+, col:\d+$/, '');
  const known = limits.find(([pattern]) => pattern.test(text))?.[1];
  return new TemplateError({ line, column, message: known ?? sentence(text) });
}

const rootMessage = (error: unknown): string =>
  LiquidError.is(error) && error.originalError
    ? rootMessage(error.originalError)
    : error instanceof Error
      ? error.message
      : String(error);

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
