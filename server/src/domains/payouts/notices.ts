import type { Database } from '../../platform/db/connect.ts';
import { toDollars } from '../../platform/money.ts';
import type { PayoutDeps } from './deps.ts';
import type { Payee } from './method-repository.ts';
import type { PayoutRow } from './payout-repository.ts';

type Event = 'payout-method-changed' | 'payout-sent' | 'payout-returned' | 'w9-status';

interface Notice {
  event: Event;
  /** The same key tells once. */
  key: string;
  payee: Payee;
  data: Record<string, unknown>;
  /** What the message's button opens. */
  action?: 'ach' | 'w9';
}

/**
 * Tells the contractor's owner, in the caller's transaction. A contractor without an account is
 * told nothing.
 */
export async function tellOwner(
  tx: Database,
  deps: PayoutDeps,
  { event, key, payee, data, action }: Notice,
): Promise<void> {
  if (payee.ownerId === null || payee.email === '') return;
  const { firstName, lastName, email, companyName } = payee;
  const query = action === undefined ? '' : `?action=${action}`;
  await deps.queueMail(tx, {
    event,
    key: `${event}:${key}`,
    contractorId: payee.id,
    data: {
      user: { firstname: firstName, lastname: lastName, email },
      to: email,
      company: { name: companyName },
      link: `${deps.publicUrl}/payout-tax${query}`,
      ...data,
    },
  });
}

const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

export const dollars = (cents: number): string => format.format(toDollars(cents));

const words = new Intl.ListFormat('en-US');
const mostNamed = 5;

/** A list as a sentence has it; of a long one only the first are named. */
export const listed = (all: readonly string[]): string =>
  words.format(
    all.length > mostNamed + 1
      ? [...all.slice(0, mostNamed), `${all.length - mostNamed} more`]
      : all,
  );

const monthName = (month: string): string =>
  new Date(month).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/**
 * Payouts that came with one entry as messages speak of them: what they add up to, for which
 * months, to which account.
 */
export function wordsOf(together: readonly PayoutRow[]): Record<string, string> {
  const months = [...new Set(together.map(({ month }) => month))].toSorted();
  const [first = '', last = first] = [months[0], months.at(-1)];
  const period =
    first === last
      ? monthName(first)
      : `${monthName(first)} to ${monthName(last)} (${together.length} payouts)`;
  const amount = dollars(together.reduce((sum, { amountCents }) => sum + amountCents, 0));
  return { amount, period, account: together[0]?.accountLast4 ?? '' };
}
