import * as m from '#messages';
import { ApiError } from '../../../lib/api/api-error.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { unexpectedError } from '../../../lib/failure.ts';

/** One notice at a time: a success replaces an earlier failure. */
const noticeId = 'personal-info';

/** Duration of an error about a password, in milliseconds. */
export const passwordErrorLife = 10_000;

/** Confirms that something was saved. */
export const notifySaved = (message = m.common_updated()): void =>
  showToast(message, 'success', message.length > 40 ? toastLife.long : toastLife.short, noticeId);

/**
 * Shows why saving failed, with the server's message, until closed or for the given milliseconds.
 */
export const notifySaveFailure = (error: unknown, life: number | false = false): void =>
  showToast(errorText(error), 'danger', life, noticeId);

/** A failed connection or server has no message of its own. */
const errorText = (error: unknown): string =>
  error instanceof ApiError &&
  error.status !== 0 &&
  error.code !== 'unexpected' &&
  error.message !== ''
    ? error.message
    : unexpectedError();
