import type { TemplateProblem } from '@lintel/contract/emails-queue';
import type { CodeProblem } from '../../ui/code-problems.ts';

const place = /\bline:? (\d+)(?:\D{1,3}col(?:umn)?:? (\d+))?/i;

/** The place that a refused save names in its message. */
function problemIn(message: string | undefined): CodeProblem[] {
  const [, line, column] = place.exec(message ?? '') ?? [];
  return message === undefined || line === undefined ? [] : [{ line: Number(line), column: Number(column ?? 1), message }];
}

/** Where the body is wrong: by the preview, or else by what a refused save says of it. */
export const bodyProblems = (problem: TemplateProblem | null | undefined, refusal: string | undefined): CodeProblem[] =>
  problem?.field === 'body' ? [problem] : problemIn(refusal);
