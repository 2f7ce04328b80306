import { showToast } from '../../../lib/toast.ts';
import { failureText } from '../../../lib/unexpected.ts';

/** Tells why a plan was not saved or deleted. */
export const tellFailure = (error: unknown): void =>
  showToast(failureText(error, 'An unexpected error occurred, please contact support'), 'danger');
