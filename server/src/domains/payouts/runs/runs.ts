import type { Context } from '../../../platform/context.ts';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { findPayee } from '../method-repository.ts';
import { notifyOwner, summarizePayouts } from '../notices.ts';
import type { PayoutRow } from '../payout-repository.ts';
import { byContractor, findRun, lockRun, markPaid, readFile, updateRun } from './repository.ts';
import { openVault } from '../vault.ts';

/**
 * A run's file for the bank; the download is recorded. Throws `not_found`, including for a run
 * without a release.
 */
export async function fetchFile(context: Context, caller: Caller, runId: number): Promise<string> {
  const { db, clock } = context;
  const [run, sealed] = [await findRun(db, runId), await readFile(db, runId)];
  if (run === undefined || sealed === undefined) throw new AppError('not_found');
  const text = openVault(context).open('run', runId, sealed);
  await db.transaction(async (tx) => {
    await updateRun(tx, runId, {
      downloadedBy: caller.authenticated.id,
      downloadedAt: clock.now(),
    });
    const details = {
      again: run.downloadedAt !== null,
      count: run.count,
      totalCents: run.totalCents,
    };
    await recordAudit(tx, clock, caller, {
      action: 'payout-run.downloaded',
      entity: 'payout-run',
      entityId: runId,
      details,
    });
  });
  return text;
}

/**
 * Confirms that the bank accepted a run's file: its payouts are paid, and each payee gets one
 * message, however often this is called. Throws `not_found`, or `conflict` when the run was never
 * released.
 */
export async function confirmRun(context: Context, caller: Caller, runId: number): Promise<void> {
  const { db, clock } = context;
  await db.transaction(async (tx) => {
    const run = await lockRun(tx, runId);
    if (run === undefined) throw new AppError('not_found');
    if (run.confirmedAt !== null) return;
    if (run.releasedAt === null)
      throw new AppError('conflict', {
        message: "This run wasn't released, so the bank can't have accepted its file.",
      });
    const at = clock.now();
    const paid = await markPaid(tx, runId, at);
    await updateRun(tx, runId, { confirmedBy: caller.authenticated.id, confirmedAt: at });
    for (const together of byContractor(paid, ({ contractorId }) => contractorId).values())
      await notifyPaid(tx, context, together);
    const details = { count: paid.length };
    await recordAudit(tx, clock, caller, {
      action: 'payout-run.confirmed',
      entity: 'payout-run',
      entityId: runId,
      details,
    });
  });
}

async function notifyPaid(tx: Database, context: Context, together: PayoutRow[]): Promise<void> {
  const ids = together.map(({ id }) => id);
  const found = await findPayee(tx, together[0]?.contractorId ?? 0);
  if (found === undefined) return;
  const key = String(Math.min(...ids));
  await notifyOwner(tx, context, {
    key,
    payee: found.payee,
    compose: (common) => ({
      event: 'payout-sent',
      data: { ...common, payout: summarizePayouts(together) },
    }),
  });
}
