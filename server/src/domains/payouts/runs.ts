import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { toDollars } from '../../platform/money.ts';
import { bookEntries } from '../billing/index.ts';
import { lockContractor } from '../contractors/index.ts';
import { examinePayouts } from './examine.ts';
import { contractorsWith } from './payout-repository.ts';
import { totalOf, traceNumberOf, writeRun, type RunDeps } from './run-file.ts';
import { markSent, selectDue, takeRunLock, type DueRow } from './run-repository.ts';

/** What the caller saw as due; left out, whatever is due is meant. */
export interface Expected {
  count?: number | undefined;
  /** Dollars. */
  total?: number | undefined;
}

const everybody = 1_000_000;

/**
 * Pays all that is due and gives the run's id: the file for the bank, the marks on the payouts and the ledger's entries are made in
 * one transaction, one run at a time, so that nothing is paid twice or only half written down. Nothing leaves the system here:
 * staff fetch the file. Throws `conflict` when nothing is due, or other than what the caller saw.
 */
export async function startRun(deps: RunDeps, caller: Caller | null, expected: Expected = {}): Promise<number> {
  return deps.db.transaction(async (tx) => {
    await takeRunLock(tx);
    // Under each contractor's lock nobody changes bank details or forms until this is written down.
    for (const contractorId of await contractorsWith(tx, ['due'], 0, everybody)) {
      await lockContractor(tx, contractorId);
      await examinePayouts(tx, deps, contractorId);
    }
    const due = await selectDue(tx);
    requireExpected(due, expected);
    const runId = await writeRun(tx, deps, caller?.authenticated.id ?? null, due);
    await bookRun(tx, deps, { runId, due });
    const details = { count: due.length, totalCents: totalOf(due) };
    await recordAudit(tx, deps.clock, caller, { action: 'payout-run.started', entity: 'payout-run', entityId: runId, details });
    return runId;
  });
}

function requireExpected(due: readonly DueRow[], { count, total }: Expected): void {
  if (due.length === 0) throw new AppError('conflict', { message: 'There is nothing to pay.' });
  const isOther = (count !== undefined && count !== due.length) || (total !== undefined && total !== toDollars(totalOf(due)));
  if (isOther) throw new AppError('conflict', { message: 'What is due has changed meanwhile. Please look at it again.' });
}

async function bookRun(tx: Database, deps: RunDeps, { runId, due }: { runId: number; due: readonly DueRow[] }): Promise<void> {
  const at = deps.clock.now();
  const ids = due.map(({ payout }) => payout.id);
  await markSent(tx, { ids, runId, at, bank: deps.sender.destination.slice(0, 8) });
  const booked = await bookEntries(
    tx,
    deps.clock,
    due.map(({ payout: { id, contractorId, amountCents } }) => ({
      source: `payout:${id}`,
      contractorId,
      account: 'earnings' as const,
      kind: 'payout' as const,
      amountCents: -amountCents,
      reference: traceNumberOf(deps, id),
      happenedAt: at,
    })),
  );
  // What was booked before was paid before: then nothing of this run counts.
  if (booked !== due.length) throw new Error(`Of ${due.length} payouts ${due.length - booked} were booked before`);
}
