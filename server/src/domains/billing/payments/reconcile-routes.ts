import * as contract from '@lintel/contract/billing/reconcile';
import type { LedgerRow, Reconciliation } from '@lintel/contract/billing/reconcile';
import { recordAudit } from '../../../platform/audit/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import { toDollars } from '../../../platform/money.ts';
import type { BillingDeps } from '../deps.ts';
import { findPayer } from '../payer-repository.ts';
import { lastDays, reconcile } from './reconcile.ts';
import {
  selectLedger,
  selectReconciliations,
  type LedgerEntryRow,
  type ReconciliationRow,
} from './reconciliation-repository.ts';

export const reconcileRoutes = (deps: BillingDeps): Route[] => [
  handle(contract.listReconciliations, async ({ query }) => {
    const { rows, total } = await selectReconciliations(deps.db, query);
    return { data: rows.map(presentReconciliation), total };
  }),
  handle(contract.runReconciliation, async ({ body: { days }, caller }) => {
    const range = lastDays(deps.clock.now(), days);
    const made = await reconcile(deps, { range, userId: caller.authenticated.id });
    const entry = { action: 'reconciliation.run', entity: 'reconciliation', entityId: made.id };
    await recordAudit(deps.db, deps.clock, caller, {
      ...entry,
      details: { days, differences: made.differences.length },
    });
    return { message: outcomeOf(made), reconciliation: presentReconciliation(made) };
  }),
  handle(contract.readLedger, async ({ params, query }) => {
    if ((await findPayer(deps.db, params.id)) === undefined) throw new AppError('not_found');
    const { rows, total, balances } = await selectLedger(deps.db, params.id, query);
    return { data: rows.map(presentEntry), total, balances: presentBalances(balances) };
  }),
];

function outcomeOf({
  problem,
  differences,
}: {
  problem: string;
  differences: readonly unknown[];
}): string {
  if (problem !== '') return 'The comparison could not be finished';
  if (differences.length === 0) return 'The books and the payment provider agree';
  return differences.length === 1
    ? '1 difference was found'
    : `${differences.length} differences were found`;
}

function presentReconciliation(row: ReconciliationRow): Reconciliation {
  return {
    ...row,
    startedAt: row.startedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    differences: row.differences as Reconciliation['differences'],
  };
}

const presentEntry = ({
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
const presentBalances = ({
  subscription,
  earnings,
}: {
  subscription: number;
  earnings: number;
}) => ({
  subscription: toDollars(subscription),
  earnings: toDollars(earnings),
});
