import {
  holdReasons,
  payoutMethodName,
  type HoldReason,
  type RunState,
} from '@lintel/contract/payouts/constants';
import type { ManagedPayout, Payout, PayoutRun } from '@lintel/contract/payouts/runs';
import type { PayoutMethod } from '@lintel/contract/payouts/method';
import { toDollars } from '../../platform/money.ts';
import type { ManagedRow, PayoutRow } from './payout-repository.ts';
import type { RunRow } from './runs/repository.ts';
import type { MethodRow, Payee } from './method-repository.ts';

/** The stored hold reasons of a payout. */
export const heldFor = (stored: string): HoldReason[] =>
  holdReasons.filter((reason) => stored.split(',').includes(reason));
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export const presentPayout = (row: PayoutRow): Payout => ({
  id: row.id,
  month: row.month,
  amount: toDollars(row.amountCents),
  state: row.state,
  reasons: heldFor(row.reason),
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
  entry: { count: entryCount, amount: toDollars(entryCents) },
});

/** The accounts in these runs. */
export const runActors = (runs: readonly RunRow[]): number[] => [
  ...new Set(
    runs
      .flatMap((run) => [
        run.preparedBy,
        run.releasedBy,
        run.canceledBy,
        run.downloadedBy,
        run.confirmedBy,
      ])
      .filter((id) => id !== null),
  ),
];

function runState({ canceledAt, releasedAt, confirmedAt }: RunRow): RunState {
  if (canceledAt !== null) return 'canceled';
  if (releasedAt === null) return 'prepared';
  return confirmedAt === null ? 'released' : 'paid';
}

/** The staff member viewing runs, and whether preparers may release their own runs. */
export interface RunReader {
  userId: number;
  onePerson: boolean;
}

export function presentRun(
  run: RunRow,
  names: ReadonlyMap<number, string>,
  { userId, onePerson }: RunReader,
): PayoutRun {
  const state = runState(run);
  const nameOf = (id: number | null): string => (id === null ? '' : (names.get(id) ?? ''));
  return {
    id: run.id,
    month: run.month,
    state,
    count: run.count,
    payees: run.payees,
    total: toDollars(run.totalCents),
    preparedAt: run.preparedAt.toISOString(),
    preparedBy: nameOf(run.preparedBy),
    releasable: state === 'prepared' && (onePerson || run.preparedBy !== userId),
    releasedAt: iso(run.releasedAt),
    releasedBy: nameOf(run.releasedBy),
    canceledAt: iso(run.canceledAt),
    canceledBy: nameOf(run.canceledBy),
    leftOut: run.leftOut.map(({ payoutId, companyName, amountCents, reasons }) => ({
      payoutId,
      companyName,
      amount: toDollars(amountCents),
      reasons,
    })),
    leftOutCount: run.leftOutCount,
    effectiveOn: run.effectiveOn,
    downloadedAt: iso(run.downloadedAt),
    downloadedBy: nameOf(run.downloadedBy),
    confirmedAt: iso(run.confirmedAt),
    confirmedBy: nameOf(run.confirmedBy),
    returned: run.returned,
  };
}

const routingDigits = 9;

/**
 * A number masked to its last four digits, with a fixed width, so that it doesn't reveal the length
 * of an account number.
 */
const masked = (last4: string, digits: number): string =>
  `${'*'.repeat(digits - last4.length)}${last4}`;

export const payeeName = ({ firstName, lastName }: Pick<Payee, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();

export const presentMethod = (payee: Payee, method: MethodRow, now: Date): PayoutMethod => ({
  payoutMethod: payoutMethodName,
  payeeName: payeeName(payee),
  address: payee.companyAddress,
  accHolderName: method.accHolderName,
  bankName: method.bankName,
  accountType: method.accountType,
  routingNumber: masked(method.routingLast4, routingDigits),
  accNumber: masked(method.accountLast4, 8),
  heldUntil:
    method.heldUntil !== null && method.heldUntil > now ? method.heldUntil.toISOString() : null,
  returnCode: method.returnCode,
  version: method.version,
});

/** The same in short. */
export const methodSummary = ({ payoutMethod, bankName, accNumber, heldUntil }: PayoutMethod) => ({
  payoutMethod,
  bankName,
  accNumber,
  heldUntil,
});
