import { ApiError } from '../../../lib/api/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import { failureText, unexpectedError } from '../../../lib/unexpected.ts';

/** Tells why something could not be done. */
export const tellFailure = (error: unknown): void => showToast(failureText(error), 'danger');

/**
 * Tells why a form was not saved, and throws what its fields are to show. A category that is
 * refused is nothing that the form's fields could mend, so it is told in general words.
 */
export function tellAndThrow(error: unknown): never {
  if (!(error instanceof ApiError) || error.fields['categoryId'] === undefined) {
    tellFailure(error);
    throw error;
  }
  showToast(unexpectedError(), 'danger');
  const { categoryId: _told, ...others } = error.fields;
  throw new ApiError(error.status, error.code, error.message, others);
}
