import { holdReasons, type HoldReason } from '@lintel/contract/payouts-constants';
import type { ManagedPayout, Payout, PayoutRun } from '@lintel/contract/payouts';
import { toDollars } from '../../platform/money.ts';
import type { ManagedRow, PayoutRow } from './payout-repository.ts';
import { payeeName } from './present-method.ts';
import type { RunRow } from './run-repository.ts';

const reasonsOf = (stored: string): HoldReason[] =>
  holdReasons.filter((reason) => stored.split(',').includes(reason));
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export const presentPayout = (row: PayoutRow): Payout => ({
  id: row.id,
  month: row.month,
  amount: toDollars(row.amountCents),
  state: row.state,
  reasons: reasonsOf(row.reason),
  account: row.accountLast4,
  sentAt: iso(row.sentAt),
  paidAt: iso(row.paidAt),
  returnedAt: iso(row.returnedAt),
  returnCode: row.returnCode,
});

export const presentManaged = ({
  payout,
  payee,
  entryCount,
  entryCents,
}: ManagedRow): ManagedPayout => ({
  ...presentPayout(payout),
  contractorId: payout.contractorId,
  companyName: payee.companyName,
  payeeName: payeeName(payee),
  runId: payout.runId,
  traceNumber: payout.traceNumber ?? '',
  entry: { count: entryCount, amount: toDollars(entryCents ?? 0) },
});

/** The accounts that a run names. */
export const actorsOf = (runs: readonly RunRow[]): number[] => [
  ...new Set(
    runs
      .flatMap((run) => [run.startedBy, run.downloadedBy, run.confirmedBy])
      .filter((id) => id !== null),
  ),
];

export function presentRun(run: RunRow, names: ReadonlyMap<number, string>): PayoutRun {
  const nameOf = (id: number | null): string => (id === null ? '' : (names.get(id) ?? ''));
  return {
    id: run.id,
    month: run.month,
    count: run.count,
    payees: run.payees,
    total: toDollars(run.totalCents),
    startedAt: run.startedAt.toISOString(),
    startedBy: nameOf(run.startedBy),
    effectiveOn: run.effectiveOn,
    downloadedAt: iso(run.downloadedAt),
    downloadedBy: nameOf(run.downloadedBy),
    confirmedAt: iso(run.confirmedAt),
    confirmedBy: nameOf(run.confirmedBy),
    returned: run.returned,
  };
}
