import { applicationFlags } from '@lintel/contract/applications/flags';
import type { Claim, listClaims } from '@lintel/contract/billing/guarantee';
import type { RequestPart } from '@lintel/contract/core/endpoint';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import { dollarsText, toDollars } from '../../../platform/money.ts';
import { lockContractor } from '../../contractors/index.ts';
import type { Context } from '../../../platform/context.ts';
import { cancelNow, findLatestSubscription } from '../subscriptions/index.ts';
import { applicationsWithIds } from '../../applications/index.ts';
import { mailClaim, type ClaimedApplication } from './guarantee.ts';
import { payGuarantee } from './jobs.ts';
import {
  findClaim,
  lockClaim,
  sumClaimRefunds,
  selectClaims,
  selectPaid,
  updateClaim,
  type ClaimRow,
} from './repository.ts';

/** A page of claims with their applications. */
export async function readClaims(
  context: Context,
  { state, page, limit }: RequestPart<typeof listClaims, 'query'>,
): Promise<{ data: Claim[]; total: number }> {
  const { rows, total } = await selectClaims(context.db, state, {
    limit,
    offset: (page - 1) * limit,
  });
  const all = await applicationsWithIds(
    context.db,
    rows.flatMap(({ claim: { contractorId, applicationIds } }) =>
      applicationIds.map((id) => ({ contractorId, id })),
    ),
  );
  const data = await Promise.all(
    rows.map(async ({ claim, companyName }) => ({
      ...presented(claim, all),
      companyName,
      refund: toDollars(await refundAmount(context, claim)),
    })),
  );
  return { data, total };
}

const presented = (
  claim: ClaimRow,
  all: readonly ClaimedApplication[],
): Omit<Claim, 'companyName' | 'refund'> => ({
  id: claim.id,
  contractorId: claim.contractorId,
  state: claim.state,
  from: claim.windowStart.toISOString(),
  to: claim.windowEnd.toISOString(),
  openedAt: claim.openedAt.toISOString(),
  decidedAt: claim.decidedAt?.toISOString() ?? null,
  note: claim.note,
  applications: all
    .filter(({ id }) => claim.applicationIds.includes(id))
    .map(({ id, applicantName, email, completedAt, flags }) => ({
      id,
      applicantName,
      applicantEmail: email,
      completedAt: completedAt.toISOString(),
      flags: applicationFlags.filter((flag) => flags.includes(flag)),
    })),
});

/**
 * The refund that approving an open claim would cause, or that an approved one caused, in cents.
 */
async function refundAmount({ db }: Context, claim: ClaimRow): Promise<number> {
  if (claim.state !== 'open') return sumClaimRefunds(db, claim);
  const subscription = await findLatestSubscription(db, claim.contractorId);
  if (subscription === undefined) return 0;
  const paid = await selectPaid(db, subscription);
  return paid.reduce((sum, { leftCents }) => sum + leftCents, 0);
}

/**
 * Decides an open claim. Approval ends the plan, and a job refunds every payment of the year.
 * Throws `not_found`, or `conflict` when it was already decided.
 */
export const decideClaim = (
  context: Context,
  caller: Caller,
  { id, decision, note }: { id: number; decision: 'approve' | 'decline'; note: string },
): Promise<void> =>
  context.db.transaction(async (tx) => {
    const found = await findClaim(tx, id);
    if (found === undefined) throw new AppError('not_found');
    const { contractorId } = found;
    const payer = await lockContractor(tx, contractorId);
    const claim = await lockClaim(tx, found);
    if (claim?.state !== 'open')
      throw new AppError('conflict', { message: 'This claim has already been decided.' });
    const state = decision === 'approve' ? 'approved' : 'declined';
    await updateClaim(tx, found, {
      state,
      note,
      decidedBy: caller.authenticated.id,
      decidedAt: context.clock.now(),
    });
    const audited = {
      action: `guarantee.${state}`,
      entity: 'guarantee',
      entityId: id,
      contractorId,
    } as const;
    if (state === 'declined') {
      await recordAudit(tx, context.clock, caller, { ...audited, details: { note } });
      return mailClaim(tx, context, { payer, claimId: id, status: state, note });
    }
    const subscription = await findLatestSubscription(tx, contractorId);
    const paid = subscription === undefined ? [] : await selectPaid(tx, subscription);
    const cents = paid.reduce((sum, { leftCents }) => sum + leftCents, 0);
    await recordAudit(tx, context.clock, caller, {
      ...audited,
      details: { note, amount: toDollars(cents) },
    });
    await mailClaim(tx, context, { payer, claimId: id, status: state, amount: dollarsText(cents) });
    await cancelNow(tx, context, contractorId, caller);
    const refunds = paid.map((payment) => ({
      paymentId: payment.id,
      amountCents: payment.leftCents,
    }));
    await enqueue(tx, payGuarantee, { claimId: id, refunds }, { key: `billing:guarantee:${id}` });
  });
