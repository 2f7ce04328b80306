import { ApiError } from '../../lib/api/api-error.ts';
import { showToast, toastLife } from '../../lib/toast.ts';

/** Tells that the request failed, in the server's words. An answer that is not the portal's own has none. */
export function showRestoreFailure(error: unknown): void {
  const foreign = error instanceof ApiError && error.code === 'unexpected' && error.status !== 500;
  const message = error instanceof ApiError && !foreign ? error.message : '';
  showToast(message === '' ? 'Undefined error' : message, 'danger', toastLife.long);
}
