import type { TemplateProblem } from '@lintel/contract/emails-queue';
import type { CodeProblem } from '../../ui/code-problems.ts';

/** The place that a refused save names before what is wrong: `Line 3: tag "iff" not found`. */
function problemsIn(refusal = ''): CodeProblem[] {
  const [, line, message] = /^Line (\d+): (.+)$/s.exec(refusal) ?? [];
  return line === undefined || message === undefined ? [] : [{ line: Number(line), column: 1, message }];
}

/** Where the body is wrong: by the preview, or else by what a refused save says of it. */
export const bodyProblems = (problem: TemplateProblem | null | undefined, refusal: string | undefined): CodeProblem[] =>
  problem?.field === 'body' ? [problem] : problemsIn(refusal);
