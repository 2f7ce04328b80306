import type { Context } from '../../platform/context.ts';
import { monthText } from '../../platform/days.ts';
import type { Database } from '../../platform/db/connect.ts';
import { dollarsText } from '../../platform/money.ts';
import { notify, type EmailContent } from '../messaging/index.ts';
import type { Payee } from './method-repository.ts';
import type { PayoutRow } from './payout-repository.ts';

/** The e-mails to owners. */
type OwnerEvent = 'payout-method-changed' | 'payout-sent' | 'payout-returned' | 'w9-status';

/** The data of every message to an owner. */
const commonData = (
  { config }: Context,
  { firstName, lastName, email, companyName }: Payee,
  query: string,
) => ({
  user: { firstname: firstName, lastname: lastName, email },
  to: email,
  company: { name: companyName },
  link: `${config.publicUrl}/payout-tax${query}`,
});

interface Notice {
  /** Idempotency key: one message per key. */
  key: string;
  payee: Payee;
  compose(common: ReturnType<typeof commonData>): EmailContent<OwnerEvent>;
  /** The dialog that the message's button opens. */
  action?: 'ach' | 'w9';
}

/**
 * E-mails the contractor's owner, in the caller's transaction. Does nothing for a contractor
 * without an account.
 */
export async function notifyOwner(
  tx: Database,
  context: Context,
  { key, payee, compose, action }: Notice,
): Promise<void> {
  if (payee.ownerId === null || payee.email === '') return;
  const email = compose(
    commonData(context, payee, action === undefined ? '' : `?action=${action}`),
  );
  await notify(tx, context, { ...email, key: `${email.event}:${key}`, contractorId: payee.id });
}

const words = new Intl.ListFormat('en-US');
const mostNamed = 5;

/** A list as part of a sentence; long lists name only the first items. */
export const listText = (all: readonly string[]): string =>
  words.format(
    all.length > mostNamed + 1
      ? [...all.slice(0, mostNamed), `${all.length - mostNamed} more`]
      : all,
  );

/** A summary of one bank entry's payouts: their sum, months, and account. */
export function summarizePayouts(together: readonly PayoutRow[]) {
  const months = [...new Set(together.map(({ month }) => month))].toSorted();
  const [first = '', last = first] = [months[0], months.at(-1)];
  const period =
    first === last
      ? monthText(first)
      : `${monthText(first)} to ${monthText(last)} (${together.length} payouts)`;
  const amount = dollarsText(together.reduce((sum, { amountCents }) => sum + amountCents, 0));
  return { amount, period, account: together[0]?.accountLast4 ?? '' };
}
