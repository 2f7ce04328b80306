import * as m from '#messages';
import { ApiError } from './api/api-error.ts';
import { showToast, toastLife } from './toast.ts';

/** The message for a failure without a server message; it names this site's support. */
export const unexpectedError = (): string =>
  m.common_error_contactSupport({ hostname: window.location.hostname });

/**
 * The server's message for a failure, or `otherwise` (the one above) without a response or a
 * message.
 */
export function failureText(error: unknown, otherwise = unexpectedError()): string {
  if (!(error instanceof ApiError) || error.status === 0) return otherwise;
  return error.code === 'unexpected' ? error.foreignMessage || otherwise : error.message;
}

/** Shows a failure as a toast for `life` milliseconds. */
export const notifyFailure = (error: unknown, life: number = toastLife.short): void =>
  showToast(failureText(error), 'danger', life);

/** The same, and rethrows, so a form can mark its fields. */
export function notifyAndThrow(error: unknown): never {
  notifyFailure(error);
  throw error;
}
