import type { LedgerAccount, LedgerKind } from '@lintel/contract/billing/constants';
import { and, eq, sql, sum } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/connect.ts';
import type { Context } from '../../../platform/context.ts';
import { ledgerEntries } from './tables.ts';

interface LedgerEntry {
  /** The cause, such as `charge:stripe:pi_123`; each source is booked once. */
  source: string;
  contractorId: number;
  account: LedgerAccount;
  kind: LedgerKind;
  /**
   * Signed: positive for a charge, a commission, and a returned payout, dispute, or fee; negative
   * for a refund, a clawback, a payout, a dispute, and a fee. An adjustment is either.
   */
  amountCents: number;
  reference?: string;
  happenedAt: Date;
}

const adding: readonly LedgerKind[] = [
  'charge',
  'commission',
  'payout_return',
  'dispute_return',
  'fee_return',
];

/**
 * Books an entry in the caller's transaction. Returns false when its source was already booked.
 * Throws when the sign doesn't match its kind.
 */
export const bookEntry = async (tx: Database, clock: Clock, entry: LedgerEntry): Promise<boolean> =>
  (await bookEntries(tx, clock, [entry])) > 0;

/**
 * Books entries in the caller's transaction and returns the number of new ones, skipping sources
 * already booked. Throws like `bookEntry`.
 */
export async function bookEntries(
  tx: Database,
  clock: Clock,
  entries: readonly LedgerEntry[],
): Promise<number> {
  if (entries.length === 0) return 0;
  for (const { amountCents, kind } of entries) {
    if (
      !Number.isSafeInteger(amountCents) ||
      (kind !== 'adjustment' && amountCents > 0 !== adding.includes(kind)) ||
      amountCents === 0
    )
      throw new Error(`A ${kind} of ${amountCents} cents cannot be booked`);
  }
  // One JSON parameter, because thousands of entries would exceed the parameter limit.
  const inputRows = sql`jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e (source text, "contractorId" int, account ledger_account,
    kind ledger_kind, "amountCents" bigint, reference text, "happenedAt" timestamptz)`;
  const { rows } = await tx.execute(sql`
    insert into ledger_entries (source, contractor_id, account, kind, amount_cents, reference, happened_at, booked_at)
    select source, "contractorId", account, kind, "amountCents", coalesce(reference, ''), "happenedAt", ${clock.now().toISOString()}::timestamptz
    from ${inputRows} on conflict do nothing returning source`);
  return rows.length;
}

/** The sum of an account's entries, in cents. */
export async function readBalance(
  db: Database,
  contractorId: number,
  account: LedgerAccount,
): Promise<number> {
  const [row] = await db
    .select({ balance: sum(ledgerEntries.amountCents).mapWith(Number) })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.contractorId, contractorId), eq(ledgerEntries.account, account)));
  return row?.balance ?? 0;
}

/** The ledger source of a charge, the same for calls, webhooks, and jobs. */
export const chargeSource = ({ gateway }: Context, chargeId: string): string =>
  `charge:${gateway.name}:${chargeId}`;

/** The ledger source of a refund, the same for every reporter. */
export const refundSource = (context: Context, refundId: string): string =>
  chargeSource(context, refundId).replace(/^charge/, 'refund');

/** The ledger source of a dispute movement, or of its fee. */
export const movementSource = (
  { gateway }: Context,
  kind: 'dispute' | 'dispute-fee',
  movementId: string,
): string => `${kind}:${gateway.name}:${movementId}`;
