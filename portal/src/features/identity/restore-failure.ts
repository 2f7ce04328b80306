import { ApiError } from '../../lib/api/api-error.ts';
import { showToast, toastLife } from '../../lib/toast.ts';

/**
 * Tells that the request failed, in the server's words. A lost connection and an answer that is not
 * the portal's own have none.
 */
export function showRestoreFailure(error: unknown): void {
  const spoken = error instanceof ApiError && error.status !== 0 && error.code !== 'unexpected';
  showToast(spoken ? error.message : 'Undefined error', 'danger', toastLife.long);
}
