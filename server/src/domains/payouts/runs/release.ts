import type { Context } from '../../../platform/context.ts';
import type { LeaveReason } from '@lintel/contract/payouts/constants';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { bookEntries } from '../../billing/index.ts';
import { fullNames } from '../../identity/index.ts';
import { heldFor } from '../present.ts';
import type { ExcludedPayout } from '../tables.ts';
import { isOnePerson } from '../threshold.ts';
import {
  buildEntries,
  leftOutText,
  sealedFile,
  sumDue,
  traceNumberOf,
  type RunEntry,
} from './file.ts';
import { examineMissed } from './prepare-run.ts';
import { examineContractors } from '../prepare.ts';
import {
  findRun,
  letGo,
  lockRun,
  markSent,
  selectPrepared,
  takeRunLock,
  updateRun,
  type DueRow,
  type LockedRun,
  type PreparedRow,
} from './repository.ts';

/**
 * Releases a run that another person prepared. Everything is examined again: a payout that can no
 * longer be paid as prepared leaves the run, which records the reason, and a later run can pay it.
 * The file, the payouts' states, and the ledger entries are written in one transaction, one run at
 * a time, so that nothing is paid twice or recorded partially. Nothing is sent from here: staff
 * download the file. Returns the payouts that left. Throws `not_found`, `access_denied` for the
 * preparer, and `conflict` when the run no longer waits or no payout is left.
 */
export async function releaseRun(
  context: Context,
  caller: Caller,
  runId: number,
): Promise<readonly ExcludedPayout[]> {
  // Before the lock, as in the preparation.
  const since = context.clock.now();
  await examineRun(context, runId);
  return context.db.transaction(async (tx) => {
    await takeRunLock(tx);
    const run = await requireWaiting(tx, runId);
    const alone = run.preparedBy === caller.authenticated.id;
    if (alone && !(await isOnePerson(tx)))
      throw new AppError('access_denied', {
        message: 'You prepared this run, so someone else has to release it.',
      });
    const { entries, leftOut } = await sortOut(tx, context, runId, since);
    if (entries.length === 0)
      throw new AppError('conflict', {
        message: `Nothing in this run can be paid as prepared. ${leftOutText(leftOut)} Please cancel it.`,
      });
    await letGo(
      tx,
      runId,
      leftOut.map(({ payoutId: id, contractorId }) => ({ id, contractorId })),
    );
    const at = context.clock.now();
    const paid = entries.flatMap(({ rows }) => rows);
    const sums = { count: paid.length, totalCents: sumDue(paid) };
    const file = await sealedFile(tx, context, { runId, at, entries });
    const released = { releasedBy: caller.authenticated.id, releasedAt: at };
    await updateRun(tx, runId, { ...file, ...released, ...sums, leftOut });
    await bookRun(tx, context, runId, entries);
    await recordAudit(tx, context.clock, caller, {
      action: 'payout-run.released',
      entity: 'payout-run',
      entityId: runId,
      details: { ...sums, payees: entries.length, preparedBy: run.preparedBy, alone, leftOut },
    });
    return leftOut;
  });
}

/**
 * Cancels a run before its release, by its preparer or another payer, so that another run can pay
 * its payouts. Throws `not_found`, or `conflict` when it no longer waits.
 */
export async function cancelRun(context: Context, caller: Caller, runId: number): Promise<void> {
  await context.db.transaction(async (tx) => {
    await takeRunLock(tx);
    const { preparedBy, count, totalCents } = await requireWaiting(tx, runId);
    await letGo(tx, runId);
    await updateRun(tx, runId, {
      canceledBy: caller.authenticated.id,
      canceledAt: context.clock.now(),
    });
    await recordAudit(tx, context.clock, caller, {
      action: 'payout-run.canceled',
      entity: 'payout-run',
      entityId: runId,
      details: { preparedBy, count, totalCents },
    });
  });
}

/** Locks a run that waits for its release. The conflict names the person who was first. */
async function requireWaiting(tx: Database, runId: number): Promise<LockedRun> {
  const run = await lockRun(tx, runId);
  if (run === undefined) throw new AppError('not_found');
  const { releasedAt, releasedBy, canceledAt, canceledBy } = run;
  if (releasedAt === null && canceledAt === null) return run;
  const by = releasedAt === null ? canceledBy : releasedBy;
  const names = by === null ? new Map<number, string>() : await fullNames(tx, [by]);
  const who = names.get(by ?? 0) ?? 'Somebody';
  throw new AppError('conflict', {
    message: `${who} has ${releasedAt === null ? 'canceled' : 'released'} this run.`,
  });
}

/** Examines the contractors of a waiting run, each in a separate transaction. */
async function examineRun(context: Context, runId: number): Promise<void> {
  const run = await findRun(context.db, runId);
  if (run === undefined || run.releasedAt !== null || run.canceledAt !== null) return;
  const rows = await selectPrepared(context.db, runId);
  await examineContractors(
    context,
    rows.map(({ payout }) => payout.contractorId),
  );
}

/**
 * The bank entries of the payouts that can be paid as prepared, and the payouts that leave the run.
 */
async function sortOut(
  tx: Database,
  context: Context,
  runId: number,
  since: Date,
): Promise<{ entries: RunEntry[]; leftOut: ExcludedPayout[] }> {
  const failed = await examineMissed(tx, context, await selectPrepared(tx, runId), since);
  const [payable, leftOut]: [DueRow[], ExcludedPayout[]] = [[], []];
  for (const row of await selectPrepared(tx, runId)) {
    const { method } = row;
    const reasons = reasonsToLeave(row);
    if (method !== null && reasons.length === 0) payable.push({ ...row, method });
    else leftOut.push(toExcludedPayout(row, reasons));
  }
  const { entries, unpaid } = await buildEntries(context, payable, failed);
  const notPayable = unpaid.flat().map((row) => toExcludedPayout(row, ['not-payable']));
  return { entries, leftOut: [...leftOut, ...notPayable] };
}

/**
 * Why a payout can't be sent as prepared; empty when it can. Bank details changed after the
 * preparation don't count as prepared, even when their three days are over.
 */
function reasonsToLeave({ payout, method }: PreparedRow): LeaveReason[] {
  if (payout.state === 'canceled') return ['set-off'];
  if (payout.state !== 'due') return heldFor(payout.reason);
  if (method === null) return ['no-bank-details'];
  if (method.version !== payout.preparedDetails) return ['bank-details-changed'];
  return payout.amountCents === payout.preparedCents ? [] : ['amount-changed'];
}

const toExcludedPayout = (
  { payout, companyName }: PreparedRow,
  reasons: LeaveReason[],
): ExcludedPayout => ({
  payoutId: payout.id,
  contractorId: payout.contractorId,
  companyName,
  amountCents: payout.preparedCents ?? payout.amountCents,
  reasons,
});

async function bookRun(
  tx: Database,
  context: Context,
  runId: number,
  entries: readonly RunEntry[],
): Promise<void> {
  const at = context.clock.now();
  const sent = entries.flatMap(({ entry, rows }) => {
    const traceNumber = traceNumberOf(context, entry.sequence);
    return rows.map(({ payout: { id, contractorId, amountCents }, method: { accountLast4 } }) => ({
      id,
      contractorId,
      amountCents,
      traceNumber,
      accountLast4,
    }));
  });
  await markSent(tx, runId, at, sent);
  const booked = await bookEntries(
    tx,
    context.clock,
    sent.map(({ id, contractorId, amountCents, traceNumber }) => ({
      source: `payout:${id}`,
      contractorId,
      account: 'earnings' as const,
      kind: 'payout' as const,
      amountCents: -amountCents,
      reference: traceNumber,
      happenedAt: at,
    })),
  );
  // A payout with an existing ledger entry was already paid: roll back the whole run.
  if (booked !== sent.length)
    throw new Error(`Of ${sent.length} payouts ${sent.length - booked} were booked before`);
}
