import * as m from '#messages';
import { ApiError } from '../../../lib/api/api-error.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { unexpectedError } from '../../../lib/unexpected.ts';

/** One notice at a time: a success takes the place of the failure before it. */
const noticeId = 'personal-info';

/** Milliseconds that an error about a password stays. */
export const passwordErrorLife = 10_000;

/** Says that something was saved. */
export const tellSaved = (message = m.common_updated()): void =>
  showToast(message, 'success', message.length > 40 ? toastLife.long : toastLife.short, noticeId);

/**
 * Says why something was not saved: in the server's words, until it is closed unless a life in
 * milliseconds is given.
 */
export const tellNotSaved = (error: unknown, life: number | false = false): void =>
  showToast(wordsOf(error), 'danger', life, noticeId);

/** A failed connection or a failed server has no words of its own. */
const wordsOf = (error: unknown): string =>
  error instanceof ApiError &&
  error.status !== 0 &&
  error.code !== 'unexpected' &&
  error.message !== ''
    ? error.message
    : unexpectedError();
