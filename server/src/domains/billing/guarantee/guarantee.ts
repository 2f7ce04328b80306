import type { Guarantee } from '@lintel/contract/billing/guarantee';
import {
  guaranteeApplications,
  guaranteeDays,
  guaranteeStanding,
  type GuaranteeStanding,
} from '@lintel/contract/billing/guarantee-window';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/db/connect.ts';
import type { RowOfContractor } from '../../../platform/db/queries.ts';
import { AppError } from '../../../platform/errors.ts';
import { toDollars } from '../../../platform/money.ts';
import { lockContractor } from '../../contractors/index.ts';
import type { BillingDeps } from '../deps.ts';
import { billingLink } from '../mails.ts';
import type { Payer } from '../payer-repository.ts';
import { findLatestSubscription, type SubscriptionRow } from '../subscriptions/index.ts';
import { findLastClaim, insertClaim, selectPaid, type ClaimRow } from './repository.ts';

/** The fields of a complete application that the guarantee needs. */
export interface ClaimedApplication {
  id: number;
  applicantName: string;
  email: string;
  homeowner: string;
  completedAt: Date;
  answered: boolean;
  hasOffers: boolean;
  flags: string[];
}

export interface GuaranteeDeps extends BillingDeps {
  /** The applications completed in a time range, oldest first. */
  completedBetween(
    db: Database,
    contractorId: number,
    range: { start: Date; end: Date },
  ): Promise<ClaimedApplication[]>;
  applicationsWithIds(
    db: Database,
    which: readonly RowOfContractor[],
  ): Promise<ClaimedApplication[]>;
}

const claimShown = ({ state, openedAt, decidedAt, note }: ClaimRow): Guarantee['claim'] => ({
  state,
  openedAt: openedAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
  note,
});

/** A contractor's guarantee status: the running count, or what can be claimed. */
export async function readGuarantee(deps: GuaranteeDeps, contractorId: number): Promise<Guarantee> {
  const subscription = await findLatestSubscription(deps.db, contractorId);
  const { ids: _counted, ...standing } = await standingOf(deps, contractorId, subscription);
  const [claim, refundCents] = await Promise.all([
    findLastClaim(deps.db, contractorId),
    refundableOf(deps.db, subscription),
  ]);
  return {
    ...standing,
    needed: guaranteeApplications,
    days: guaranteeDays,
    refund: toDollars(refundCents),
    claim: claim === undefined ? null : claimShown(claim),
  };
}

const nothing: GuaranteeStanding = {
  count: 0,
  waiting: 0,
  ids: [],
  endedOn: null,
  from: null,
  to: null,
  claimUntil: null,
};

/** Only a running subscription can be refunded. */
async function standingOf(
  { db, clock, timeZone, completedBetween }: GuaranteeDeps,
  contractorId: number,
  subscription: SubscriptionRow | undefined,
): Promise<GuaranteeStanding> {
  if (subscription === undefined || subscription.state === 'canceled') return nothing;
  const year = { start: subscription.termStart, end: subscription.termEnd };
  const applications = await completedBetween(db, contractorId, year);
  return guaranteeStanding(applications, { now: clock.now(), timeZone, year });
}

async function refundableOf(
  db: Database,
  subscription: SubscriptionRow | undefined,
): Promise<number> {
  if (subscription === undefined) return 0;
  const paid = await selectPaid(db, subscription);
  return paid.reduce((sum, { leftCents }) => sum + leftCents, 0);
}

/**
 * Opens a case for staff. Throws `conflict` while the condition isn't met, nothing was paid, or a
 * case is open.
 */
export const openClaim = (
  deps: GuaranteeDeps,
  caller: Caller,
  contractorId: number,
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const payer = await lockContractor(tx, contractorId);
    const ids = await claimable(tx, deps, contractorId);
    const claimed = await deps.applicationsWithIds(
      tx,
      ids.map((id) => ({ contractorId, id })),
    );
    const [first, final] = [claimed[0], claimed.at(-1)];
    if (first === undefined || final === undefined)
      throw new Error('The applications of a claim are missing');
    const claim = await insertClaim(tx, {
      contractorId,
      windowStart: first.completedAt,
      windowEnd: final.completedAt,
      applicationIds: ids,
      openedBy: caller.user.id,
      openedAt: deps.clock.now(),
    });
    await recordAudit(tx, deps.clock, caller, {
      action: 'guarantee.claimed',
      entity: 'guarantee',
      entityId: claim.id,
      contractorId,
    });
    await mailClaim(tx, deps, { payer, claimId: claim.id, status: 'received' });
  });

/** The applications that can be claimed. Throws `conflict` when there are none. */
async function claimable(
  tx: Database,
  deps: GuaranteeDeps,
  contractorId: number,
): Promise<number[]> {
  const subscription = await findLatestSubscription(tx, contractorId);
  const { claimUntil, ids } = await standingOf({ ...deps, db: tx }, contractorId, subscription);
  if (claimUntil === null)
    throw new AppError('conflict', {
      message: 'There is nothing that can be claimed at the moment.',
    });
  if ((await refundableOf(tx, subscription)) === 0) {
    throw new AppError('conflict', { message: 'No payment of this year is left to be refunded.' });
  }
  const last = await findLastClaim(tx, contractorId);
  if (last?.state === 'open')
    throw new AppError('conflict', { message: 'Your claim is being looked at.' });
  if (last?.state === 'declined' && ids.every((id) => last.applicationIds.includes(id))) {
    throw new AppError('conflict', { message: 'These applications were claimed for before.' });
  }
  return ids;
}

interface ClaimMail {
  payer: Payer;
  claimId: number;
  status: 'received' | 'approved' | 'declined';
  amount?: string;
  note?: string;
}

/** E-mails the contractor about a claim, once for each state. */
export async function mailClaim(
  tx: Database,
  deps: BillingDeps,
  { payer, claimId, ...claim }: ClaimMail,
): Promise<void> {
  const { id, firstName, lastName, email, companyName } = payer;
  if (email === '') return;
  await deps.queueMail(tx, {
    event: 'guarantee-claim',
    key: `guarantee-claim:${claimId}:${claim.status}`,
    contractorId: id,
    data: {
      user: { firstname: firstName, lastname: lastName, email },
      company: { name: companyName },
      claim,
      link: billingLink(deps),
    },
  });
}
