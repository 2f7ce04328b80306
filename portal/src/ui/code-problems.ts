import type { Diagnostic } from '@codemirror/lint';
import type { Text } from '@codemirror/state';

/** A problem in code, with line and column from 1. */
export interface CodeProblem {
  line: number;
  column: number;
  message: string;
}

/** The range of a problem in a text that may have become shorter since. */
export function problemRange(
  doc: Text,
  { line, column }: CodeProblem,
): { from: number; to: number } {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  const start = Math.min(from + Math.max(column - 1, 0), to);
  // Underline at least one character; at the end of a line, the last one.
  return { from: start === to ? Math.max(from, to - 1) : start, to };
}

export const toDiagnostics = (doc: Text, problems: readonly CodeProblem[]): Diagnostic[] =>
  problems.map((problem) => ({
    ...problemRange(doc, problem),
    severity: 'error',
    message: problem.message,
  }));

/** Parses the position from a rejected save: `Line 3: tag "iff" not found`. */
export function problemsIn(refusal = ''): CodeProblem[] {
  const [, line, message] = /^Line (\d+): (.+)$/s.exec(refusal) ?? [];
  return line === undefined || message === undefined
    ? []
    : [{ line: Number(line), column: 1, message }];
}
