import type { attemptKinds } from '@lintel/contract/billing/constants';
import { addDays } from '../plans/index.ts';

export type AttemptKind = (typeof attemptKinds)[number];

/** The days between automatic attempts: three retries, 3, 5, and 7 days after the first attempt. */
const retryGaps = [3, 2, 2] as const;

/** A payment's automatic attempts so far; `nextTryAt` is null when no more follow. */
interface RetryState {
  automaticTries: number;
  nextTryAt: Date | null;
}

/**
 * The changes after a failed attempt. Only automatic attempts count and lead to the next one. A
 * manual attempt doesn't change the schedule, and a failed sign-up is left to the visitor.
 */
export function afterFailure(tries: RetryState, kind: AttemptKind, now: Date): RetryState {
  if (kind === 'manual') return tries;
  if (kind === 'sign_up') return { ...tries, nextTryAt: null };
  const automaticTries = tries.automaticTries + 1;
  const gap = retryGaps[automaticTries - 1];
  return { automaticTries, nextTryAt: gap === undefined ? null : addDays(now, gap) };
}

/** Whether all automatic attempts have failed. */
export const isExhausted = ({ automaticTries, nextTryAt }: RetryState): boolean =>
  automaticTries > retryGaps.length && nextTryAt === null;

/** Whether the cardholder must confirm the payment at the bank, so another card wouldn't help. */
export const wantsConfirmation = (failureCode: string): boolean =>
  ['authentication_required', 'abandoned'].includes(failureCode);

/** The next step, for the contractor, of a payment that requires bank confirmation. */
export function whatNextUnconfirmed(tries: RetryState, dayOf: (at: Date) => string): string {
  if (tries.nextTryAt !== null) return `We'll ask your bank again on ${dayOf(tries.nextTryAt)}.`;
  return isExhausted(tries)
    ? 'This was our last attempt. Please confirm the payment so your account stays active.'
    : '';
}

/** The next step, for the contractor. `dayOf` formats a date. */
export function whatNext(
  tries: RetryState,
  { code, dayOf }: { code: string; dayOf(at: Date): string },
): string {
  const pay =
    code === 'no_card'
      ? 'Please add a card on the Billing page'
      : 'You can pay it now on the Billing page';
  if (tries.nextTryAt !== null) return `We'll try again on ${dayOf(tries.nextTryAt)}. ${pay}.`;
  if (isExhausted(tries))
    return `This was the last automatic attempt. ${pay} so your account stays active.`;
  return `${pay}.`;
}
