import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { DomainEvents } from '../../platform/events.ts';
import { bookCommissions, type Earning } from './book.ts';
import { waitForBooking } from './deal-repository.ts';
import './events.ts';
import { shareLeft } from './rates.ts';
import { selectApplicationCommissions } from './repository.ts';

/**
 * Reverses the commissions of payouts that a lender reversed: the contractor keeps the share of
 * what is left of each. Payouts whose month isn't booked yet earn less when it is. The negative
 * rows have the day the reversal arrived, so that no past month changes.
 */
export async function reverseForFunding(
  tx: Database,
  context: Context,
  { contractorId, applicationId, reversalId, at, parts }: DomainEvents['funding.reversed'],
): Promise<void> {
  await waitForBooking(tx);
  const booked = await selectApplicationCommissions(tx, contractorId, applicationId);
  const earnings: Earning[] = [];
  for (const { source, amountCents, reversedCents } of parts) {
    const earning = booked.find((one) => one.source === source);
    if (earning === undefined) continue;
    const all = booked.filter(
      (one) => one === earning || one.source.startsWith(`${source}:reversal:`),
    );
    const cents = all.reduce((sum, one) => sum + one.amountCents, 0);
    const fundedCents = all.reduce((sum, one) => sum + (one.fundedAmountCents ?? 0), 0);
    const leftCents = amountCents - reversedCents;
    // A payout that was partly reversed before its month was booked earned on the rest alone.
    const remainingShare = shareLeft(
      earning.amountCents,
      leftCents,
      earning.fundedAmountCents ?? amountCents,
    );
    earnings.push({
      contractorId,
      type: earning.type,
      source: `${source}:reversal:${reversalId}`,
      userName: earning.userName,
      companyName: earning.companyName,
      amountCents: remainingShare - cents,
      fundedAmountCents: leftCents - fundedCents,
      earnedAt: at,
      applicationId,
      reversesId: earning.id,
    });
  }
  if ((await bookCommissions(tx, context, earnings)) === 0) return;
  await context.emit(tx, 'commissions.reversed', { contractorIds: [contractorId] });
}
