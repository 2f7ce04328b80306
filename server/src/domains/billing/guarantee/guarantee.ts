import type { Guarantee } from '@lintel/contract/billing/guarantee';
import {
  guaranteeApplications,
  guaranteeDays,
  guaranteeStanding,
  type GuaranteeStanding,
} from '@lintel/contract/billing/guarantee-window';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { toDollars } from '../../../platform/money.ts';
import { applicationsWithIds, completedBetween } from '../../applications/index.ts';
import { lockContractor } from '../../contractors/index.ts';
import type { Context } from '../../../platform/context.ts';
import { billingLink } from '../mails.ts';
import type { Payer } from '../payer-repository.ts';
import { findLatestSubscription, type SubscriptionRow } from '../subscriptions/index.ts';
import { findLastClaim, insertClaim, selectPaid, type ClaimRow } from './repository.ts';
import { notify } from '../../messaging/index.ts';

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

const claimShown = ({ state, openedAt, decidedAt, note }: ClaimRow): Guarantee['claim'] => ({
  state,
  openedAt: openedAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
  note,
});

/** A contractor's guarantee status: the running count, or what can be claimed. */
export async function readGuarantee(context: Context, contractorId: number): Promise<Guarantee> {
  const subscription = await findLatestSubscription(context.db, contractorId);
  const { ids: _counted, ...standing } = await readClaimStanding(
    context,
    contractorId,
    subscription,
  );
  const [claim, refundCents] = await Promise.all([
    findLastClaim(context.db, contractorId),
    refundableAmount(context.db, subscription),
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
async function readClaimStanding(
  { db, clock, config }: Context,
  contractorId: number,
  subscription: SubscriptionRow | undefined,
): Promise<GuaranteeStanding> {
  if (subscription === undefined || subscription.state === 'canceled') return nothing;
  const year = { start: subscription.termStart, end: subscription.termEnd };
  const applications = await completedBetween(db, contractorId, year);
  return guaranteeStanding(applications, {
    now: clock.now(),
    timeZone: config.BUSINESS_TIME_ZONE,
    year,
  });
}

async function refundableAmount(
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
export const openClaim = (context: Context, caller: Caller, contractorId: number): Promise<void> =>
  context.db.transaction(async (tx) => {
    const payer = await lockContractor(tx, contractorId);
    const ids = await claimable(tx, context, contractorId);
    const claimed = await applicationsWithIds(
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
      openedAt: context.clock.now(),
    });
    await recordAudit(tx, context.clock, caller, {
      action: 'guarantee.claimed',
      entity: 'guarantee',
      entityId: claim.id,
      contractorId,
    });
    await mailClaim(tx, context, { payer, claimId: claim.id, status: 'received' });
  });

/** The applications that can be claimed. Throws `conflict` when there are none. */
async function claimable(tx: Database, context: Context, contractorId: number): Promise<number[]> {
  const subscription = await findLatestSubscription(tx, contractorId);
  const { claimUntil, ids } = await readClaimStanding(
    { ...context, db: tx },
    contractorId,
    subscription,
  );
  if (claimUntil === null)
    throw new AppError('conflict', {
      message: "There's nothing to claim right now.",
    });
  if ((await refundableAmount(tx, subscription)) === 0) {
    throw new AppError('conflict', { message: 'No payments from this year are left to refund.' });
  }
  const last = await findLastClaim(tx, contractorId);
  if (last?.state === 'open')
    throw new AppError('conflict', { message: 'Your claim is under review.' });
  if (last?.state === 'declined' && ids.every((id) => last.applicationIds.includes(id))) {
    throw new AppError('conflict', {
      message: 'These applications were part of an earlier claim.',
    });
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
  context: Context,
  { payer, claimId, ...claim }: ClaimMail,
): Promise<void> {
  const { id, firstName, lastName, email, companyName } = payer;
  if (email === '') return;
  await notify(tx, context, {
    event: 'guarantee-claim',
    key: `guarantee-claim:${claimId}:${claim.status}`,
    contractorId: id,
    data: {
      user: { firstname: firstName, lastname: lastName, email },
      company: { name: companyName },
      claim,
      link: billingLink(context),
    },
  });
}
