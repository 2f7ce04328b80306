import type { attemptKinds } from '@lintel/contract/billing/constants';
import { addDays } from '../plans/index.ts';

export type AttemptKind = (typeof attemptKinds)[number];

/**
 * The days between one automatic try and the next: three retries, 3, 5 and 7 days after the first
 * try.
 */
const retryGaps = [3, 2, 2] as const;

/**
 * How a payment stands with its automatic tries; `nextTryAt` is empty when the clock does not try
 * again.
 */
interface Tries {
  automaticTries: number;
  nextTryAt: Date | null;
}

/**
 * What a failed try changes. Only the clock's own tries count and lead to the next one; a try by a
 * person leaves the clock's plan as it is, and a sign-up that failed is left to the person in front
 * of it.
 */
export function afterFailure(tries: Tries, kind: AttemptKind, now: Date): Tries {
  if (kind === 'manual') return tries;
  if (kind === 'sign_up') return { ...tries, nextTryAt: null };
  const automaticTries = tries.automaticTries + 1;
  const gap = retryGaps[automaticTries - 1];
  return { automaticTries, nextTryAt: gap === undefined ? null : addDays(now, gap) };
}

/** Whether the clock has used up its tries. */
export const isExhausted = ({ automaticTries, nextTryAt }: Tries): boolean =>
  automaticTries > retryGaps.length && nextTryAt === null;

/** Whether the payment waits for the cardholder's word to the bank: another card would not help. */
export const wantsConfirmation = (failureCode: string): boolean =>
  ['authentication_required', 'abandoned'].includes(failureCode);

/** What happens next with a payment that is to be confirmed, for the contractor to read. */
export function whatNextUnconfirmed(tries: Tries, dayOf: (at: Date) => string): string {
  if (tries.nextTryAt !== null) return `We will ask your bank again on ${dayOf(tries.nextTryAt)}.`;
  return isExhausted(tries)
    ? 'This was our last try. Please confirm the payment, so that your account stays active.'
    : '';
}

/** What happens next, for the contractor to read. `dayOf` writes a day as people read it. */
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
