import * as m from '#messages';
import { ApiError } from './api/api-error.ts';
import { showToast, toastLife } from './toast.ts';

/**
 * What is said when a request fails in a way the server has no words for; it names the support of
 * this address.
 */
export const unexpectedError = (): string =>
  m.common_error_contactSupport({ hostname: window.location.hostname });

/**
 * The server's words for a failure, or others (the ones above) when no answer came or it had none.
 */
export function failureText(error: unknown, otherwise = unexpectedError()): string {
  if (!(error instanceof ApiError) || error.status === 0) return otherwise;
  return error.code === 'unexpected' ? error.said || otherwise : error.message;
}

/** Says in a toast why something could not be done: for `life` milliseconds. */
export const tellFailure = (error: unknown, life: number = toastLife.short): void =>
  showToast(failureText(error), 'danger', life);

/** The same, for a form that goes on to mark what the server names. */
export function tellAndThrow(error: unknown): never {
  tellFailure(error);
  throw error;
}
