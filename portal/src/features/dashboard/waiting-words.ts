import type { readWaiting, WaitingKey } from '@lintel/contract/dashboard';
import type { Answer } from '@lintel/contract/core/endpoint';

export type Waiting = Answer<typeof readWaiting>;

interface WaitingWords {
  key: WaitingKey;
  one: string;
  many: string;
  target: string;
  search?: Record<string, string>;
}

/** What waits for staff, the most urgent first: its words, and where it is dealt with. */
const words: readonly WaitingWords[] = [
  {
    key: 'w9s',
    one: 'W-9 to review',
    many: 'W-9s to review',
    target: '/manage/payouts',
    search: { tab: 'w9' },
  },
  {
    key: 'failedPayments',
    one: 'contractor with a failed payment',
    many: 'contractors with failed payments',
    target: '/manage/contractors',
    search: { status: 'Failed' },
  },
  {
    key: 'accountsToCreate',
    one: 'account to create',
    many: 'accounts to create',
    target: '/manage/contractors',
    search: { status: 'Paid' },
  },
  {
    key: 'heldPayouts',
    one: 'payout on hold',
    many: 'payouts on hold',
    target: '/manage/payouts',
    search: { tab: 'held' },
  },
  {
    key: 'undeliveredEmails',
    one: 'e-mail not delivered',
    many: 'e-mails not delivered',
    target: '/manage/emails',
  },
];

/** What of it there is. */
export const waitingItems = (waiting: Waiting) =>
  words.flatMap(({ key, one, many, ...where }) => {
    const count = waiting[key];
    return count === null || count === 0
      ? []
      : [{ key, count, label: count === 1 ? one : many, ...where }];
  });
