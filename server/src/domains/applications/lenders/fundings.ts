import { dayMs } from '@lintel/contract/core/durations';
import { lateFundingDays } from '@lintel/contract/applications/constants';
import type { LenderEvent } from '@lintel/contract/lenders/events';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError, invalidField } from '../../../platform/errors.ts';
import { dollarsText, toCents } from '../../../platform/money.ts';
import { choiceEvents, cancelHomeownerMessages } from '../homeowner-news.ts';
import { eraseDetails } from '../details/index.ts';
import { removeAllFiles, withdrawRequests } from '../lender-requests/index.ts';
import { setApplication, setOffer, type Application } from '../repository.ts';
import type { OfferContext } from './about.ts';
import { endChoice } from './choice.ts';
import { isFunded } from '../offer-state.ts';
import { insertFunding, lockFundings, setReversed, type Funding } from './funding-repository.ts';

type FundedEvent = Extract<LenderEvent, { type: 'offer.funded' }>;
type ReversedEvent = Extract<LenderEvent, { type: 'funding.reversed' }>;

/** The event's time, but not after its arrival and not before `earliest`. */
const eventTime = ({ createdAt }: LenderEvent, earliest: number, now: Date): Date =>
  new Date(Math.min(now.getTime(), Math.max(earliest, Date.parse(createdAt))));

/**
 * Date of an offer's funding: the event's time, but not after its arrival, before the application
 * was sent, or so long ago that its month can't be booked.
 */
function fundingTime(event: LenderEvent, { completedAt }: Application, now: Date): Date {
  const oldest = now.getTime() - lateFundingDays * dayMs;
  return eventTime(event, Math.max(oldest, completedAt?.getTime() ?? oldest), now);
}

/** Each stage is booked once; a payout without a stage only as the offer's first. */
const isBooked = (payouts: readonly Funding[], stage: string | undefined): boolean =>
  stage === undefined ? payouts.length > 0 : payouts.some((one) => one.stage === stage);

/**
 * Books a payout, or one stage of it. A lender that funds has approved, so a funding also books a
 * late approval. It replaces another choice. Returns false for a stage that is booked already.
 */
export async function fund(
  db: Database,
  context: Context,
  { application, offer, living, now }: OfferContext,
  event: FundedEvent,
): Promise<boolean> {
  const fundings = await lockFundings(db, offer);
  const payouts = fundings.filter(({ amountCents }) => amountCents > 0);
  if (isBooked(payouts, event.stage)) return false;
  const at = fundingTime(event, application, now);
  const cents = toCents(event.amount);
  await insertFunding(db, {
    contractorId: application.contractorId,
    applicationId: application.id,
    offerId: offer.id,
    number: fundings.length + 1,
    stage: event.stage ?? '',
    eventId: event.id,
    amountCents: cents,
    at,
    receivedAt: now,
  });
  const isOther = living !== undefined && living.id !== offer.id;
  const staysOther = isOther && living.fundedAt !== null;
  if (isOther && !staysOther)
    await endChoice(db, context, { application, living, ended: { replacedAt: now }, now });
  await setOffer(db, offer, {
    approvedAt: offer.approvedAt ?? at,
    chosenAt: staysOther ? null : (offer.chosenAt ?? at),
    replacedAt: null,
    fundedAt: offer.fundedAt ?? at,
    fundedAmountCents: (offer.fundedAmountCents ?? 0) + cents,
  });
  if (!staysOther) await withdrawRequests(db, application, { now });
  await eraseDetails(db, application, now);
  await setApplication(db, application, {
    approvedAt: application.approvedAt ?? at,
    fundedAt: application.fundedAt ?? at,
    ...(isOther && !staysOther && { choices: application.choices + 1 }),
  });
  return true;
}

/** Part of a payout that a reversal takes, with the payout as it was before. */
interface ReversedPart {
  funding: Funding;
  cents: number;
}

/** What a reversal takes of each payout: the latest stage first. */
function splitReversal(payouts: readonly Funding[], cents: number): ReversedPart[] {
  let rest = cents;
  const parts: ReversedPart[] = [];
  for (const funding of payouts.toReversed()) {
    const taken = Math.min(rest, funding.amountCents - funding.reversedCents);
    if (taken > 0) parts.push({ funding, cents: taken });
    rest -= taken;
  }
  return parts;
}

/**
 * Books that money of a funding went back. A full reversal ends the application, unless another
 * offer was funded. Throws `not_found` before the funding arrives, so that the lender retries, and
 * a field error for more than is left.
 */
export async function reverse(
  db: Database,
  context: Context,
  about: OfferContext,
  event: ReversedEvent,
): Promise<void> {
  const { application, offer, now } = about;
  const fundings = await lockFundings(db, offer);
  const payouts = fundings.filter(({ amountCents }) => amountCents > 0);
  const [first] = payouts;
  if (first === undefined) throw new AppError('not_found');
  const cents = toCents(event.amount);
  const left = offer.fundedAmountCents ?? 0;
  if (cents > left)
    throw invalidField('amount', `Only ${dollarsText(left)} of this funding is left to reverse.`);
  const parts = splitReversal(payouts, cents);
  for (const part of parts)
    await setReversed(db, part.funding, part.funding.reversedCents + part.cents);
  const at = eventTime(event, first.at.getTime(), now);
  const id = await insertFunding(db, {
    contractorId: application.contractorId,
    applicationId: application.id,
    offerId: offer.id,
    number: fundings.length + 1,
    eventId: event.id,
    amountCents: -cents,
    reason: event.reason,
    at,
    receivedAt: now,
  });
  const isWhole = cents === left;
  await setOffer(db, offer, {
    fundedAmountCents: left - cents,
    reversedAmountCents: offer.reversedAmountCents + cents,
    ...(isWhole && { approvedAt: null, chosenAt: null, withdrawnAt: now }),
  });
  if (isWhole) await endFunded(db, context, about);
  const { lenderName: lender, lenderPhone } = offer;
  await context.emit(db, 'application.homeowner-news', {
    application,
    event: 'homeowner-reversed',
    occasion: String(id),
    facts: { lender, lenderPhone, isWhole },
  });
  const { contractorId, id: applicationId } = application;
  await context.emit(db, 'funding.reversed', {
    contractorId,
    applicationId,
    offerId: offer.id,
    reversalId: id,
    lenderName: offer.lenderName,
    amountCents: cents,
    at: now,
    parts: parts.map(({ funding, cents: taken }) => ({
      source: fundingSource(funding),
      amountCents: funding.amountCents,
      reversedCents: funding.reversedCents + taken,
    })),
  });
}

/** The name of a payout's commission; the first payout's has no number, as before stages. */
const fundingSource = ({ offerId, number, id }: Funding): string =>
  number === 1 ? `offer:${offerId}` : `offer:${offerId}:${id}`;

/** Ends an application whose funding was fully reversed, unless another offer was funded. */
async function endFunded(
  db: Database,
  context: Context,
  { application, offer, offers, now }: OfferContext,
): Promise<void> {
  if (offers.some((one) => one.id !== offer.id && isFunded(one))) return;
  await withdrawRequests(db, application, { now });
  await removeAllFiles(db, application);
  await setApplication(db, application, {
    approvedAt: null,
    fundedAt: null,
    withdrawnAt: application.withdrawnAt ?? now,
    choices: application.choices + 1,
  });
  await cancelHomeownerMessages(db, context, application, [...choiceEvents, 'homeowner-funded']);
}
