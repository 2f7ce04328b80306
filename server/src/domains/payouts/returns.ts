import { returnCodes } from '@lintel/contract/payouts-constants';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { bookEntry } from '../billing/index.ts';
import { lockContractor } from '../contractors/index.ts';
import { release } from './commission-repository.ts';
import type { PayoutDeps } from './deps.ts';
import { examinePayouts } from './examine.ts';
import { blockMethod, findPayee, type FoundPayee } from './method-repository.ts';
import { tellOwner, wordsOf } from './notices.ts';
import { findPayout, updatePayout, type PayoutRow } from './payout-repository.ts';

/**
 * The bank has sent a payout back: it is booked back, its commissions are unpaid again, and nothing more is paid to these bank details
 * until they are entered anew. Throws `not_found`, or `conflict` unless it was sent.
 */
export async function returnPayout(deps: PayoutDeps, caller: Caller, payoutId: number, code: string): Promise<void> {
  const { db, clock } = deps;
  const contractorId = (await findPayout(db, payoutId))?.contractorId;
  if (contractorId === undefined) throw new AppError('not_found');
  await db.transaction(async (tx) => {
    await lockContractor(tx, contractorId);
    const before = await findPayout(tx, payoutId);
    if (before?.state !== 'sent' && before?.state !== 'paid')
      throw new AppError('conflict', { message: 'Only a payout that was sent can be returned, and only once.' });
    const payout = await updatePayout(tx, payoutId, { state: 'returned', returnCode: code, returnedAt: clock.now() });
    await bookReturn(tx, deps, payout);
    const parts = await release(tx, payoutId);
    const found = await findPayee(tx, contractorId);
    if (found !== undefined) await refuseDetails(tx, deps, found, payout);
    await examinePayouts(tx, deps, contractorId);
    const details = { code, from: before.state, commissions: parts.map(({ id }) => id) };
    const entry = { action: 'payout.returned', entity: 'payout', entityId: payoutId, contractorId };
    await recordAudit(tx, clock, caller, { ...entry, details });
  });
}

async function bookReturn(
  tx: Database,
  { clock }: PayoutDeps,
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

/** Details that were changed since the payout was sent are others than the bank has refused. */
async function refuseDetails(tx: Database, deps: PayoutDeps, { payee, method }: FoundPayee, payout: PayoutRow): Promise<void> {
  const { returnCode, sentAt } = payout;
  if (method !== null && sentAt !== null && method.changedAt <= sentAt) await blockMethod(tx, payee.id, returnCode);
  await tellOwner(tx, deps, {
    event: 'payout-returned',
    key: String(payout.id),
    payee,
    data: { payout: { ...wordsOf(payout), reason: returnCodes[returnCode] ?? returnCode } },
    action: 'ach',
  });
}
