import { and, eq, sum } from 'drizzle-orm';
import type { LedgerAccount, LedgerKind } from '@lintel/contract/billing-constants';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { ledgerEntries } from './ledger-tables.ts';

export interface LedgerEntry {
  /** What caused it, such as `attempt:12`: the same source is booked once. */
  source: string;
  contractorId: number;
  account: LedgerAccount;
  kind: LedgerKind;
  /** Signed: a charge, a commission and a returned payout add, a refund, a clawback and a payout take away. */
  amountCents: number;
  reference?: string;
  happenedAt: Date;
}

const adding: readonly LedgerKind[] = ['charge', 'commission', 'payout_return'];

/** Books an entry in the caller's transaction. False when its source was booked before. Throws when the sign is not its kind's. */
export async function bookEntry(tx: Database, clock: Clock, entry: LedgerEntry): Promise<boolean> {
  const { amountCents, kind } = entry;
  if (!Number.isSafeInteger(amountCents) || amountCents > 0 !== adding.includes(kind) || amountCents === 0)
    throw new Error(`A ${kind} of ${amountCents} cents cannot be booked`);
  const booked = await tx
    .insert(ledgerEntries)
    .values({ ...entry, bookedAt: clock.now() })
    .onConflictDoNothing({ target: ledgerEntries.source })
    .returning({ id: ledgerEntries.id });
  return booked.length > 0;
}

/** The sum of an account's entries, in cents. */
export async function balanceOf(db: Database, contractorId: number, account: LedgerAccount): Promise<number> {
  const [row] = await db
    .select({ balance: sum(ledgerEntries.amountCents).mapWith(Number) })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.contractorId, contractorId), eq(ledgerEntries.account, account)));
  return row?.balance ?? 0;
}
