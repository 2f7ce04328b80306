import type { TemplateProblem } from '@lintel/contract/emails-queue';
import { problemsIn, type CodeProblem } from '../../ui/code-problems.ts';

/** Where the body is wrong: by the preview, or else by what a refused save says of it. */
export const bodyProblems = (
  problem: TemplateProblem | null | undefined,
  refusal: string | undefined,
): CodeProblem[] => (problem?.field === 'body' ? [problem] : problemsIn(refusal));
