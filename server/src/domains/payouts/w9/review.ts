import type { Context } from '../../../platform/context.ts';
import type { RequestPart } from '@lintel/contract/core/endpoint';
import type { W9Status } from '@lintel/contract/payouts/constants';
import type { ReviewedW9, reviewW9 } from '@lintel/contract/payouts/w9';
import { w9Messages } from '@lintel/contract/payouts/w9-text';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError, invalidField } from '../../../platform/errors.ts';
import { lockContractor, setW9State } from '../../contractors/index.ts';
import { fullNames } from '../../identity/index.ts';
import { examinePayouts } from '../examine.ts';
import { findPayee, type Payee } from '../method-repository.ts';
import { notifyOwner } from '../notices.ts';
import { openVault } from '../vault.ts';
import { recordReading, findDifferences, presentForReview, presentReview } from './reading.ts';
import { countOlder, findW9, lockW9, updateW9, type W9Row } from './repository.ts';

/**
 * The form with its tax number for the reviewer; each view is recorded. Throws `not_found` for an
 * unknown contractor.
 */
export async function readForReview(
  context: Context,
  caller: Caller,
  contractorId: number,
): Promise<ReviewedW9> {
  const { db } = context;
  const payee = await requirePayee(db, contractorId);
  const form = await findW9(db, contractorId);
  const pdf = form === undefined ? null : await openVault(context).read(form.fileKey);
  await recordReading(context, caller, form, 'signed form');
  return presentReview(await reviewDetails(db, payee, form), pdf);
}

async function reviewDetails(db: Database, payee: Payee, form: W9Row | undefined) {
  const by = form?.reviewedBy ?? null;
  const [names, older] = await Promise.all([
    by === null ? null : fullNames(db, [by]),
    countOlder(db, payee.id),
  ]);
  return { payee, form, reviewer: by === null ? '' : (names?.get(by) ?? ''), older };
}

async function requirePayee(db: Database, contractorId: number): Promise<Payee> {
  const found = await findPayee(db, contractorId);
  if (found === undefined) throw new AppError('not_found');
  return found.payee;
}

type Decision = RequestPart<typeof reviewW9, 'body'>;

/**
 * Decides on the current form, and notifies the contractor of a changed status. Throws `not_found`
 * without a form, `conflict` when the current form isn't the one that was reviewed, and a field
 * error for Verified with name differences that aren't skipped.
 */
export async function decide(
  context: Context,
  caller: Caller,
  contractorId: number,
  decision: Decision,
): Promise<Omit<ReviewedW9, 'form'>> {
  return context.db.transaction(async (tx) => {
    await lockContractor(tx, contractorId);
    const payee = await requirePayee(tx, contractorId);
    const form = await lockW9(tx, contractorId);
    if (form === undefined)
      throw new AppError('not_found', { message: 'There is no W-9 form to review.' });
    if (decision.version !== undefined && decision.version !== form.version)
      throw new AppError('conflict', { message: 'The form or its status has changed.' });
    const skipDifferences = skipped(payee, form, decision);
    const saved = await updateW9(tx, form.id, {
      state: decision.status,
      skipDifferences,
      reason: decision.status === 'Rejected' ? decision.reason : '',
      reviewedBy: caller.authenticated.id,
      reviewedAt: context.clock.now(),
      version: form.version + 1,
    });
    const { fullName, companyName, isSsn } = saved;
    await setW9State(tx, contractorId, {
      status: decision.status,
      fullName,
      companyName,
      isSsn,
      skipDifferences,
    });
    await examinePayouts(tx, context, contractorId);
    await settle(tx, context, caller, { payee, before: form, saved });
    return presentForReview(await reviewDetails(tx, payee, saved));
  });
}

/** Whether differences are skipped; only if there are any. */
function skipped(payee: Payee, form: W9Row, { status, skipDifferences }: Decision): boolean {
  const differ = findDifferences(form, payee).length > 0;
  if (status === 'Verified' && differ && skipDifferences === '0')
    throw invalidField('skipDifferences', w9Messages.differences);
  return differ && skipDifferences === '1';
}

/** Stores the decision and notifies the contractor, unless nothing changed. */
async function settle(
  tx: Database,
  context: Context,
  caller: Caller,
  { payee, before, saved }: { payee: Payee; before: W9Row; saved: W9Row },
): Promise<void> {
  const { state, skipDifferences, reason } = saved;
  const details = { from: before.state, to: state, skipDifferences, reason };
  const entry = { action: 'w9.reviewed', entity: 'w9', entityId: saved.id } as const;
  await recordAudit(tx, context.clock, caller, { ...entry, contractorId: payee.id, details });
  if (state === before.state && reason === before.reason) return;
  await notifyOwner(tx, context, {
    key: `${saved.id}:${saved.version}`,
    payee,
    compose: (common) => ({
      event: 'w9-status',
      // The message continues after the comment.
      data: { ...common, w9: { status: state, comment: reason.replace(/\.$/, '') } },
    }),
    ...(state === 'Rejected' && { action: 'w9' as const }),
  });
}

/** The status of a contractor's form. */
export async function readStatusOfW9(db: Database, contractorId: number): Promise<W9Status> {
  return (await findW9(db, contractorId))?.state ?? 'Not found';
}
