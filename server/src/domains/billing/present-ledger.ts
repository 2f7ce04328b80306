import type { LedgerRow, Reconciliation } from '@lintel/contract/billing/reconcile';
import { toDollars } from '../../platform/money.ts';
import type { LedgerEntryRow, ReconciliationRow } from './reconciliation-repository.ts';

export function presentReconciliation(row: ReconciliationRow): Reconciliation {
  return {
    ...row,
    startedAt: row.startedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    differences: row.differences as Reconciliation['differences'],
  };
}

export const presentEntry = ({
  amountCents,
  contractorId: _contractor,
  ...row
}: LedgerEntryRow): LedgerRow => ({
  ...row,
  amount: toDollars(amountCents),
  happenedAt: row.happenedAt.toISOString(),
  bookedAt: row.bookedAt.toISOString(),
});

/** The sums of both accounts in dollars. */
export const presentBalances = ({
  subscription,
  earnings,
}: {
  subscription: number;
  earnings: number;
}) => ({
  subscription: toDollars(subscription),
  earnings: toDollars(earnings),
});
