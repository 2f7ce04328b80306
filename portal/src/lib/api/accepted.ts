import { ApiError } from './api-error.ts';

/**
 * The response of a call that changed something. Throws `ApiError` with its message if it carries
 * an error despite its status.
 */
export function accepted<Outcome extends { error?: string | undefined; message: string }>(
  answer: Outcome,
): Outcome {
  if (answer.error !== undefined) throw new ApiError(200, 'bad_request', answer.message);
  return answer;
}
