import { monthText } from '../../platform/days.ts';
import type { Database } from '../../platform/db/connect.ts';
import { dollarsText } from '../../platform/money.ts';
import type { EmailOf } from '../emails/index.ts';
import type { PayoutDeps, PayoutEvent } from './deps.ts';
import type { Payee } from './method-repository.ts';
import type { PayoutRow } from './payout-repository.ts';

/** What every message to an owner holds. */
const commonData = (
  { publicUrl }: PayoutDeps,
  { firstName, lastName, email, companyName }: Payee,
  query: string,
) => ({
  user: { firstname: firstName, lastname: lastName, email },
  to: email,
  company: { name: companyName },
  link: `${publicUrl}/payout-tax${query}`,
});

interface Notice {
  /** The same key tells once. */
  key: string;
  payee: Payee;
  say(common: ReturnType<typeof commonData>): EmailOf<PayoutEvent>;
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
  { key, payee, say, action }: Notice,
): Promise<void> {
  if (payee.ownerId === null || payee.email === '') return;
  const said = say(commonData(deps, payee, action === undefined ? '' : `?action=${action}`));
  await deps.queueMail(tx, { ...said, key: `${said.event}:${key}`, contractorId: payee.id });
}

const words = new Intl.ListFormat('en-US');
const mostNamed = 5;

/** A list as a sentence has it; of a long one only the first are named. */
export const listed = (all: readonly string[]): string =>
  words.format(
    all.length > mostNamed + 1
      ? [...all.slice(0, mostNamed), `${all.length - mostNamed} more`]
      : all,
  );

/**
 * Payouts that came with one entry as messages speak of them: what they add up to, for which
 * months, to which account.
 */
export function wordsOf(together: readonly PayoutRow[]) {
  const months = [...new Set(together.map(({ month }) => month))].toSorted();
  const [first = '', last = first] = [months[0], months.at(-1)];
  const period =
    first === last
      ? monthText(first)
      : `${monthText(first)} to ${monthText(last)} (${together.length} payouts)`;
  const amount = dollarsText(together.reduce((sum, { amountCents }) => sum + amountCents, 0));
  return { amount, period, account: together[0]?.accountLast4 ?? '' };
}
