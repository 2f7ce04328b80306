import type { Diagnostic } from '@codemirror/lint';
import type { Text } from '@codemirror/state';

/** Where code is wrong: lines and columns from 1. */
export interface CodeProblem {
  line: number;
  column: number;
  message: string;
}

/** The place of a problem in a text that may have become shorter meanwhile. */
export function placeOf(doc: Text, { line, column }: CodeProblem): { from: number; to: number } {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  const start = Math.min(from + Math.max(column - 1, 0), to);
  // Something has to be underlined: at a line's end its last character is.
  return { from: start === to ? Math.max(from, to - 1) : start, to };
}

/** The problems as the editor marks them. */
export const diagnosticsOf = (doc: Text, problems: readonly CodeProblem[]): Diagnostic[] =>
  problems.map((problem) => ({
    ...placeOf(doc, problem),
    severity: 'error',
    message: problem.message,
  }));

/** The place that a refused save names before what is wrong: `Line 3: tag "iff" not found`. */
export function problemsIn(refusal = ''): CodeProblem[] {
  const [, line, message] = /^Line (\d+): (.+)$/s.exec(refusal) ?? [];
  return line === undefined || message === undefined
    ? []
    : [{ line: Number(line), column: 1, message }];
}
