import { showToast } from '../../lib/toast.ts';
import { failureText } from '../../lib/unexpected.ts';

/** Tells of a failed save, and leaves it to the form to mark what the server names. */
export function tellFailure(error: unknown): never {
  showToast(failureText(error), 'danger');
  throw error;
}
