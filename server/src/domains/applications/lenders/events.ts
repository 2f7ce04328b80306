import { dayMs } from '@lintel/contract/core/durations';
import { lateFundingDays } from '@lintel/contract/applications/constants';
import type { LenderEvent, LenderOffer } from '@lintel/contract/lenders/events';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { toCents } from '../../../platform/money.ts';
import { changed } from '../changed.ts';
import { choiceOf, endChoice } from './choice.ts';
import { storeRequests, noteOutcome, withdrawRequests } from '../lender-requests/index.ts';
import { aboutChoice, cancelHomeownerNews } from '../homeowner-news.ts';
import { sendLenderNews, type Booked } from '../lender-news.ts';
import type { Progress } from '../news.ts';
import {
  insertOffers,
  lockByReference,
  selectOffers,
  setApplication,
  setOffer,
  type Application,
  type Offer,
} from '../repository.ts';
import { lenderEvents, type offers } from '../tables.ts';
import { queueInvitation, type Answer } from '../invitation.ts';

/**
 * Books a lender network's event in one transaction. Events may repeat (the second changes
 * nothing), arrive in parallel (they take turns), and in any order (each sets only its own facts,
 * and the earliest time stays). Throws `not_found` for an unknown application or offer, so that the
 * network retries later.
 */
export async function recordLenderEvent(
  context: Context,
  network: string,
  event: LenderEvent,
): Promise<{ duplicate: boolean }> {
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    const application = await lockByReference(tx, event.application);
    if (!application?.completedAt) throw new AppError('not_found');
    const booked = await tx
      .insert(lenderEvents)
      .values({
        id: event.id,
        network,
        contractorId: application.contractorId,
        applicationId: application.id,
        type: event.type,
        receivedAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: lenderEvents.id });
    if (booked.length === 0) return { duplicate: true };
    const counts = await applyEvent(tx, context, { application, event, now });
    await changed(tx, application);
    if (counts) {
      await emitProgress(tx, context, application, event);
      await sendLenderNews(tx, context, { application, event, now });
    }
    if (event.type === 'offers.received' && application.withdrawnAt === null) {
      const answer = event.offers.length > 0 ? 'offers' : 'none';
      const seconds = gatherSeconds[network]?.[answer] ?? 0;
      await queueInvitation(tx, application, answer, new Date(now.getTime() + seconds * 1000));
    }
    return { duplicate: false };
  });
}

/**
 * Books an event. Returns false for one about a former choice: it changes nothing and notifies no
 * one.
 */
async function applyEvent(
  db: Database,
  context: Context,
  { application, event, now }: Booked,
): Promise<boolean> {
  if (event.type === 'offers.received') return addOffers(db, application, event.offers, now);
  const offers = await selectOffers(db, application);
  const offer = offers.find(({ reference }) => reference === event.offer);
  if (offer === undefined) throw new AppError('not_found');
  const about = { application, offer, offers, living: choiceOf(offers), now };
  // A payout is booked whatever was chosen.
  if (event.type === 'offer.funded')
    return fund(db, context, about, {
      at: timeOfFunding(event, application, now),
      cents: toCents(event.amount),
    });
  if (event.type === 'offer.withdrawn') return withdraw(db, context, about);
  if (!isExpected(about)) return false;
  if (event.type === 'application.approved') return approve(db, about);
  if (event.type === 'information.requested' || event.type === 'documents.requested')
    await storeRequests(db, about, event);
  else await noteOutcome(db, about, event);
  return true;
}

interface About {
  application: Application;
  offer: Offer;
  /** All offers of the application. */
  offers: readonly Offer[];
  living: Offer | undefined;
  now: Date;
}

/**
 * Whether a lender may still act on an offer: it is the current choice, or there is no choice and
 * it was never replaced.
 */
function isExpected({ application, offer, living }: About): boolean {
  if (application.withdrawnAt !== null || offer.withdrawnAt !== null) return false;
  return living === undefined ? offer.replacedAt === null : living.id === offer.id;
}

/** Notifies the contractor of offers, lender requests, an approval, or the funding. */
async function emitProgress(
  tx: Database,
  { emit }: Context,
  application: Application,
  event: LenderEvent,
): Promise<void> {
  const progress = (step: Omit<Progress, 'application'>): Promise<void> =>
    emit(tx, 'application.progressed', { application, ...step });
  if (event.type === 'offers.received') {
    if (event.offers.length === 0)
      return progress({
        event: 'application-step',
        what: 'no-offers',
        step: 'got no offers this time',
      });
    const step =
      event.offers.length === 1 ? 'received an offer' : `received ${event.offers.length} offers`;
    const offersUpTo = toCents(Math.max(...event.offers.map(({ amount }) => amount)));
    return progress({
      event: 'offers-received',
      what: `offers-${event.id}`,
      step,
      amounts: { offersUpTo },
    });
  }
  if (event.type === 'offer.funded') {
    const funded = toCents(event.amount);
    const step = 'received the funding';
    return progress({
      event: 'funding-received',
      what: `funded-${event.offer}`,
      step,
      amounts: { funded },
    });
  }
  const step = steps[event.type];
  // Requests and documents stay between the homeowner and the lender.
  if (step === null) return undefined;
  const what =
    event.type === 'documents.requested' || event.type === 'information.requested'
      ? 'information.requested'
      : event.type;
  return progress({
    event: 'application-step',
    what: `${what}-${event.offer}-${application.choices}`,
    step,
  });
}

const steps = {
  'documents.requested': 'was asked for more information by the lender',
  'request.fulfilled': null,
  'request.withdrawn': null,
  'document.accepted': null,
  'document.rejected': null,
  'information.requested': 'was asked for more information by the lender',
  'application.approved': 'was approved',
  'offer.withdrawn': 'lost an offer, because the lender took it back',
} as const;

/**
 * Lenders of a real network answer one by one: gather their offers for this many seconds, so that
 * the homeowner gets one message. "No offers" waits longer, because other lenders may still have
 * some.
 */
const gatherSeconds: Record<string, Record<Answer, number>> = {
  webhook: { offers: 20, none: 300 },
};

async function addOffers(
  db: Database,
  application: Application,
  received: LenderOffer[],
  now: Date,
): Promise<boolean> {
  await insertOffers(
    db,
    received.map((one) => toRow(application, one, now)),
  );
  await setApplication(db, application, {
    answeredAt: application.answeredAt ?? now,
    hasOffers: application.hasOffers || received.length > 0,
    isQualified: application.isQualified || received.some((one) => one.qualified),
  });
  // No notification when a lender answers after the homeowner has withdrawn.
  return application.withdrawnAt === null;
}

const toRow = (
  application: Application,
  offer: LenderOffer,
  now: Date,
): typeof offers.$inferInsert => ({
  applicationId: application.id,
  contractorId: application.contractorId,
  reference: offer.reference,
  kind: offer.kind,
  lenderName: offer.lenderName,
  amountCents: toCents(offer.amount),
  aprBasisPoints: offer.apr === null ? null : Math.round(offer.apr * 100),
  termMonths: offer.termMonths,
  monthlyPaymentCents: offer.monthlyPayment === null ? null : toCents(offer.monthlyPayment),
  isQualified: offer.qualified,
  rateType: offer.rateType,
  laterAprBasisPoints: offer.laterApr === null ? null : Math.round(offer.laterApr * 100),
  feesCents: offer.fees === null ? null : toCents(offer.fees),
  securedByHome: offer.securedByHome,
  receivedAt: now,
  lenderPhone: offer.lenderPhone ?? '',
});

/** An approved offer becomes the choice, even if the homeowner chose it on the lender's side. */
async function approve(db: Database, { application, offer, now }: About): Promise<boolean> {
  await setOffer(db, offer, {
    approvedAt: offer.approvedAt ?? now,
    chosenAt: offer.chosenAt ?? now,
  });
  await setApplication(db, application, { approvedAt: application.approvedAt ?? now });
  return true;
}

/**
 * Date of an offer's funding: the event's time, but not after its arrival, before the application
 * was sent, or so long ago that its month can't be booked.
 */
function timeOfFunding({ createdAt }: LenderEvent, { completedAt }: Application, now: Date): Date {
  const oldest = now.getTime() - lateFundingDays * dayMs;
  const earliest = Math.max(oldest, completedAt?.getTime() ?? oldest);
  return new Date(Math.min(now.getTime(), Math.max(earliest, Date.parse(createdAt))));
}

/**
 * A lender that funds has approved, so a funding also books a late approval. It replaces another
 * choice.
 */
async function fund(
  db: Database,
  context: Context,
  { application, offer, living, now }: About,
  { at, cents }: { at: Date; cents: number },
): Promise<boolean> {
  if (offer.fundedAt !== null) return true;
  const isOther = living !== undefined && living.id !== offer.id;
  const staysOther = isOther && living.fundedAt !== null;
  if (isOther && !staysOther)
    await endChoice(db, context, { application, living, ended: { replacedAt: now }, now });
  const chosenAt = staysOther ? null : (offer.chosenAt ?? at);
  const approvedAt = offer.approvedAt ?? at;
  await setOffer(db, offer, {
    approvedAt,
    chosenAt,
    replacedAt: null,
    fundedAt: at,
    fundedAmountCents: cents,
  });
  if (!staysOther) await withdrawRequests(db, application, { now });
  await setApplication(db, application, {
    approvedAt: application.approvedAt ?? at,
    fundedAt: application.fundedAt ?? at,
    ...(isOther && !staysOther && { choices: application.choices + 1 }),
  });
  return true;
}

/**
 * The lender withdraws an offer: it is no longer the choice and can't be chosen. A payout stays
 * booked.
 */
async function withdraw(
  db: Database,
  context: Context,
  { application, offer, offers, living, now }: About,
): Promise<boolean> {
  if (offer.fundedAt !== null || offer.withdrawnAt !== null) return false;
  await setOffer(db, offer, { withdrawnAt: now, chosenAt: null, approvedAt: null });
  await withdrawRequests(db, application, { offerId: offer.id, now });
  if (living?.id === offer.id) {
    await setApplication(db, application, {
      informationRequestedAt: null,
      informationWanted: null,
      approvedAt: null,
    });
    await cancelHomeownerNews(db, context, application, aboutChoice);
    const { lenderName: lender, lenderPhone } = offer;
    const others = offers.filter(({ id, withdrawnAt }) => id !== offer.id && withdrawnAt === null);
    await context.emit(db, 'application.homeowner-news', {
      application,
      event: 'homeowner-taken-back',
      occasion: String(offer.id),
      facts: { lender, lenderPhone, others: others.length },
    });
  }
  return application.withdrawnAt === null;
}
