import { ApiError } from './api-error.ts';

/**
 * The answer of a call that changed something. Throws `ApiError` with its message when it carries
 * an error all the same.
 */
export function accepted<Outcome extends { error?: string | undefined; message: string }>(
  answer: Outcome,
): Outcome {
  if (answer.error !== undefined) throw new ApiError(200, 'bad_request', answer.message);
  return answer;
}
