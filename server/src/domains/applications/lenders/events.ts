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
import { environmentLender, type LenderRow } from '../../lenders/index.ts';
import type { ConnectionKind } from '@lintel/contract/lenders/constants';
import { noteAnswer } from './routing.ts';
import { findRoute } from './route-repository.ts';
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
import type { offers } from '../tables.ts';
import { lenderEvents } from './tables.ts';
import { queueInvitation, type Answer } from '../invitation.ts';

/**
 * Books a lender network's event in one transaction. Events may repeat (the second changes
 * nothing), arrive in parallel (they take turns), and in any order (each sets only its own facts,
 * and the earliest time stays). Throws `not_found` for an unknown application or offer, so that the
 * network retries later.
 */
export async function recordLenderEvent(
  context: Context,
  from: Sender | ConnectionKind,
  event: LenderEvent,
  extra?: Record<string, unknown>,
): Promise<{ duplicate: boolean }> {
  const now = context.clock.now();
  const lender = typeof from === 'string' ? { id: environmentLender, connection: from } : from;
  return context.db.transaction(async (tx) => {
    const application = await lockByReference(tx, event.application);
    if (!application?.completedAt) throw new AppError('not_found');
    await requireSent(tx, application, lender.id);
    const booked = await tx
      .insert(lenderEvents)
      .values({
        // Lenders number their events on their own.
        id: lender.id === environmentLender ? event.id : `${lender.id}:${event.id}`,
        network: lender.id === environmentLender ? lender.connection : String(lender.id),
        extra: extra ?? null,
        contractorId: application.contractorId,
        applicationId: application.id,
        type: event.type,
        receivedAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: lenderEvents.id });
    if (booked.length === 0) return { duplicate: true };
    const counts = await applyEvent(tx, context, { application, lender, event, now });
    await changed(tx, application);
    if (counts) {
      await emitProgress(tx, context, application, event);
      await sendLenderNews(tx, context, { application, lender, event, now });
    }
    if (event.type === 'offers.received' && counts) {
      const answer = event.offers.length > 0 ? 'offers' : 'none';
      const seconds = gatherSeconds[lender.connection]?.[answer] ?? 0;
      await queueInvitation(tx, application, answer, new Date(now.getTime() + seconds * 1000));
    }
    return { duplicate: false };
  });
}

/** The lender that an event came from. */
export type Sender = Pick<LenderRow, 'id' | 'connection'>;

/**
 * A lender may speak only about applications that it got. The lender of the environment also has
 * those from before there were several. Throws `not_found`.
 */
async function requireSent(
  tx: Database,
  application: Application,
  lenderId: number,
): Promise<void> {
  if (lenderId === environmentLender) return;
  const route = await findRoute(tx, application, lenderId);
  if (route === undefined || route.state === 'skipped' || route.state === 'waiting')
    throw new AppError('not_found');
}

/**
 * Books an event. Returns false for one about a former choice: it changes nothing and notifies no
 * one.
 */
async function applyEvent(
  db: Database,
  context: Context,
  { application, lender, event, now }: Booked,
): Promise<boolean> {
  if (event.type === 'offers.received')
    return addOffers(db, context, { application, lender, received: event.offers, now });
  const offers = await selectOffers(db, application);
  const offer = offers.find(
    ({ lenderId, reference }) => lenderId === lender.id && reference === event.offer,
  );
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

interface Received {
  application: Application;
  lender: Sender;
  received: LenderOffer[];
  now: Date;
}

/**
 * Stores a lender's offers. Returns false when nobody needs to know: after a withdrawal, and for
 * no offers while other lenders may still have some.
 */
async function addOffers(
  db: Database,
  context: Context,
  { application, lender, received, now }: Received,
): Promise<boolean> {
  await insertOffers(
    db,
    received.map((one) => toRow(application, lender.id, one, now)),
  );
  const state = received.length > 0 ? 'offered' : 'no-offers';
  const isOpen = await noteAnswer(db, context, application, { lenderId: lender.id, state });
  if (received.length === 0 && isOpen) return false;
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
  lenderId: number,
  offer: LenderOffer,
  now: Date,
): typeof offers.$inferInsert => ({
  applicationId: application.id,
  contractorId: application.contractorId,
  lenderId,
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
  applyUrl: offer.applyUrl ?? null,
  expiresAt: offer.expiresAt === undefined ? null : new Date(offer.expiresAt),
  dealerFeeCents: offer.dealerFee === undefined ? null : toCents(offer.dealerFee),
  conditions: offer.conditions ?? [],
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
