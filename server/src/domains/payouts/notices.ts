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

/** Tells the contractor's owner, in the caller's transaction. A contractor without an account is told nothing. */
export async function tellOwner(tx: Database, deps: PayoutDeps, { event, key, payee, data, action }: Notice): Promise<void> {
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

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** A payout as messages speak of it. */
export function wordsOf({ amountCents, month, accountLast4 }: PayoutRow): Record<string, string> {
  const period = new Date(month).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return { amount: dollars.format(toDollars(amountCents)), period, account: accountLast4 };
}
