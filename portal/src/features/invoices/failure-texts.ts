import { ApiError } from '../../lib/api/api-error.ts';

export const unexpected = 'An unexpected error occurred, please contact support';

/**
 * What is said when a document could not be made: each thing that is wrong with a field, or the
 * server's words. An answer that is not the portal's own, or a failure of the server, is the
 * unexpected error.
 */
export function failureOf(error: unknown): string {
  if (!(error instanceof ApiError) || error.status >= 500 || error.code === 'unexpected')
    return unexpected;
  const wrong = [...new Set(Object.values(error.fields))];
  return wrong.length > 0 ? wrong.join(' ') : error.message;
}
