/** A template error: line and column from 1, and a sentence. */
export interface TemplateProblem {
  line: number;
  column: number;
  message: string;
}

/** A template is invalid, or its rendering was stopped. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  readonly problem: TemplateProblem;

  constructor(problem: TemplateProblem) {
    super(`Line ${problem.line}: ${problem.message}`);
    this.problem = problem;
  }
}

export const tooMuchWork = 'This takes too long; it may be an endless loop';
