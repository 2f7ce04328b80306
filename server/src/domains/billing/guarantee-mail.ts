import type { Database } from '../../platform/db/connect.ts';
import type { Payer } from './contractor-repository.ts';
import type { BillingDeps } from './deps.ts';
import { billingLink } from './mails.ts';

interface ClaimMail {
  payer: Payer;
  claimId: number;
  status: 'received' | 'approved' | 'declined';
  amount?: string;
  note?: string;
}

/** Tells the contractor how a claim stands, once for each state. */
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
