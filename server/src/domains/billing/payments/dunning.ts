import type { attemptKinds } from '@lintel/contract/billing/constants';
import { addDays } from '../plans/index.ts';

export type AttemptKind = (typeof attemptKinds)[number];

/**
 * The days between one automatic attempt and the next: three retries, 3, 5 and 7 days after the
 * first attempt.
 */
const retryGaps = [3, 2, 2] as const;

/**
 * A payment's automatic attempts so far; `nextTryAt` is null when there is no further one.
 */
interface Tries {
  automaticTries: number;
  nextTryAt: Date | null;
}

/**
 * What a failed attempt changes. Only automatic attempts count and lead to the next one. An attempt
 * by a person leaves the automatic plan as it is, and a failed sign-up is left to the person at the
 * screen.
 */
export function afterFailure(tries: Tries, kind: AttemptKind, now: Date): Tries {
  if (kind === 'manual') return tries;
  if (kind === 'sign_up') return { ...tries, nextTryAt: null };
  const automaticTries = tries.automaticTries + 1;
  const gap = retryGaps[automaticTries - 1];
  return { automaticTries, nextTryAt: gap === undefined ? null : addDays(now, gap) };
}

/** Whether the automatic attempts are used up. */
export const isExhausted = ({ automaticTries, nextTryAt }: Tries): boolean =>
  automaticTries > retryGaps.length && nextTryAt === null;

/**
 * Whether the payment waits for the cardholder to confirm it at the bank: another card would not
 * help.
 */
export const wantsConfirmation = (failureCode: string): boolean =>
  ['authentication_required', 'abandoned'].includes(failureCode);

/** What happens next with a payment that the bank wants confirmed, as the contractor reads it. */
export function whatNextUnconfirmed(tries: Tries, dayOf: (at: Date) => string): string {
  if (tries.nextTryAt !== null) return `We will ask your bank again on ${dayOf(tries.nextTryAt)}.`;
  return isExhausted(tries)
    ? 'This was our last try. Please confirm the payment, so that your account stays active.'
    : '';
}

/** What happens next, as the contractor reads it. `dayOf` formats a day for people. */
export function whatNext(
  tries: Tries,
  { code, dayOf }: { code: string; dayOf(at: Date): string },
): string {
  const pay =
    code === 'no_card'
      ? 'Please add a card on the Billing page'
      : 'You can pay it now on the Billing page';
  if (tries.nextTryAt !== null) return `We will try again on ${dayOf(tries.nextTryAt)}. ${pay}.`;
  if (isExhausted(tries))
    return `This was the last automatic try. ${pay}, so that your account stays active.`;
  return `${pay}.`;
}
