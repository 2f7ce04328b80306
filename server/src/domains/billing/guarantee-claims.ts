import { applicationFlags } from '@lintel/contract/applications/flags';
import type { Claim, listClaims } from '@lintel/contract/billing/guarantee';
import type { Received } from '@lintel/contract/core/endpoint';
import { toDollars } from '../../platform/money.ts';
import type { ClaimedApplication, GuaranteeDeps } from './guarantee-deps.ts';
import { selectClaims, selectPaid, type ClaimRow } from './guarantee-repository.ts';
import { refundsOfClaim } from './guarantee-refunds.ts';
import { findLatestSubscription } from './subscription-repository.ts';

/** A page of the claims with the applications that they are about. */
export async function readClaims(
  deps: GuaranteeDeps,
  { state, page, limit }: Received<typeof listClaims, 'query'>,
): Promise<{ data: Claim[]; total: number }> {
  const { rows, total } = await selectClaims(deps.db, state, { limit, offset: (page - 1) * limit });
  const all = await deps.applicationsWithIds(
    deps.db,
    rows.flatMap(({ claim }) => claim.applicationIds),
  );
  const data = await Promise.all(
    rows.map(async ({ claim, companyName }) => ({
      ...presented(claim, all),
      companyName,
      refund: toDollars(await refundOf(deps, claim)),
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

/** What approving an open claim gives back, or what an approved one gave back, in cents. */
async function refundOf({ db }: GuaranteeDeps, claim: ClaimRow): Promise<number> {
  if (claim.state !== 'open') return refundsOfClaim(db, claim.id);
  const subscription = await findLatestSubscription(db, claim.contractorId);
  if (subscription === undefined) return 0;
  const paid = await selectPaid(db, subscription.id, subscription.term);
  return paid.reduce((sum, { leftCents }) => sum + leftCents, 0);
}
