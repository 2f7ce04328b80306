import { ApiError, errorOf } from '../../../../lib/api/api-error.ts';

/**
 * The file that an answer holds. Throws `ApiError` when it is none of this type: a JSON answer is
 * an error with its own words.
 */
export async function fileOf(answer: Response, type: string): Promise<Blob> {
  const given = answer.headers.get('content-type') ?? '';
  if (given.startsWith(type)) return answer.blob();
  if (given.startsWith('application/json')) throw await errorOf(answer);
  throw new ApiError(answer.status, 'unexpected', 'Something wrong');
}
