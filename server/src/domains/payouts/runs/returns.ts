import type { Context } from '../../../platform/context.ts';
import { returnCodes } from '@lintel/contract/payouts/constants';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { bookEntry } from '../../billing/index.ts';
import { lockContractor } from '../../contractors/index.ts';
import { releaseFromPayout } from '../../commissions/index.ts';
import { examineTaken } from '../examine.ts';
import { blockMethod, findPayee, type FoundPayee } from '../method-repository.ts';
import { notifyOwner, summarizePayouts } from '../notices.ts';
import {
  findPayoutContractor,
  findPayout,
  lockEntry,
  lockPayouts,
  updatePayout,
  type PayoutRow,
} from '../payout-repository.ts';
import { findRun } from './repository.ts';

/**
 * Books an entry that the bank returned: all its payouts are reversed, their commissions are unpaid
 * again, and payouts are blocked until the bank details are entered again. Throws `not_found`, or
 * `conflict` unless it was sent and its run's file was downloaded.
 */
export async function returnPayout(
  context: Context,
  caller: Caller,
  payoutId: number,
  code: string,
): Promise<void> {
  const { db } = context;
  const contractorId = await findPayoutContractor(db, payoutId);
  if (contractorId === null) throw new AppError('not_found');
  await db.transaction(async (tx) => {
    await lockContractor(tx, contractorId);
    await lockPayouts(tx, contractorId);
    const payout = await findPayout(tx, { contractorId, id: payoutId });
    const together = payout === undefined ? [] : await lockEntry(tx, payout);
    if (!together.some(({ id }) => id === payoutId))
      throw new AppError('conflict', {
        message: 'Only a payout that was sent can be returned, and only once.',
      });
    await requireSentToBank(tx, together[0]?.runId ?? 0);
    for (const before of together) await returnOne(tx, context, caller, before, code);
    const found = await findPayee(tx, contractorId);
    if (found !== undefined) await refuseDetails(tx, context, found, together, code);
    await examineTaken(tx, context, contractorId);
  });
}

/**
 * A later run pays a returned payout again. A file that wasn't downloaded yet could be sent later
 * and pay it too.
 */
async function requireSentToBank(tx: Database, runId: number): Promise<void> {
  const run = await findRun(tx, runId);
  if (run?.downloadedAt == null && run?.confirmedAt == null)
    throw new AppError('conflict', {
      message:
        "No one has downloaded this run's file yet, so the bank can't have returned the payout.",
    });
}

async function returnOne(
  tx: Database,
  context: Context,
  caller: Caller,
  before: PayoutRow,
  code: string,
): Promise<void> {
  const { id: entityId, contractorId, state: from, traceNumber } = before;
  const payout = await updatePayout(tx, before, {
    state: 'returned',
    returnCode: code,
    returnedAt: context.clock.now(),
  });
  await bookReturn(tx, context, payout);
  const parts = await releaseFromPayout(tx, contractorId, entityId);
  const details = { code, from, traceNumber, commissions: parts.map(({ id }) => id) };
  const entry = { action: 'payout.returned', entity: 'payout' } as const;
  await recordAudit(tx, context.clock, caller, { ...entry, entityId, contractorId, details });
}

async function bookReturn(
  tx: Database,
  { clock }: Context,
  { id, contractorId, amountCents, traceNumber }: PayoutRow,
): Promise<void> {
  const booked = await bookEntry(tx, clock, {
    source: `payout-return:${id}`,
    contractorId,
    account: 'earnings',
    kind: 'payout_return',
    amountCents,
    reference: traceNumber ?? '',
    happenedAt: clock.now(),
  });
  if (!booked) throw new Error(`The return of payout ${id} was booked before`);
}

/**
 * Blocks the bank details, unless they changed after the payouts were sent: then they aren't the
 * ones that the bank rejected.
 */
async function refuseDetails(
  tx: Database,
  context: Context,
  { payee, method }: FoundPayee,
  together: readonly PayoutRow[],
  code: string,
): Promise<void> {
  const [first] = together;
  if (method !== null && first?.sentAt != null && method.changedAt <= first.sentAt)
    await blockMethod(tx, payee.id, code);
  await notifyOwner(tx, context, {
    key: String(first?.id),
    payee,
    compose: (common) => ({
      event: 'payout-returned',
      data: {
        ...common,
        payout: { ...summarizePayouts(together), reason: returnCodes[code] ?? code },
      },
    }),
    action: 'ach',
  });
}
