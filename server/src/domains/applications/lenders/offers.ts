import type { LenderEvent, LenderOffer } from '@lintel/contract/lenders/events';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { toCents } from '../../../platform/money.ts';
import { choiceEvents, cancelHomeownerMessages } from '../homeowner-news.ts';
import { withdrawRequests } from '../lender-requests/index.ts';
import type { IncomingLenderEvent } from '../lender-news.ts';
import {
  insertOffers,
  selectOffers,
  setApplication,
  setOffer,
  type Application,
} from '../repository.ts';
import type { offers } from '../tables.ts';
import type { OfferContext } from './about.ts';
import { findChosen } from './choice.ts';
import { isGone } from '../offer-state.ts';
import { endWithoutOffers, noteAnswer, noteDecline } from './routing.ts';
import { eraseDetails } from '../details/index.ts';
import { findRoute } from './route-repository.ts';

type TypedLenderEvent<Type extends LenderEvent['type']> = IncomingLenderEvent & {
  event: Extract<LenderEvent, { type: Type }>;
};

/**
 * Stores a lender's offers. Returns false when nobody needs to know: after a withdrawal or the
 * lender's later decline, and for no offers while other lenders may still have some.
 */
export async function addOffers(
  db: Database,
  context: Context,
  { application, lender, event, now }: TypedLenderEvent<'offers.received'>,
  extra: Record<string, unknown> | undefined,
): Promise<boolean> {
  const received = event.offers;
  const declinedAt = (await findRoute(db, application, lender.id))?.declinedAt ?? null;
  const isDeclined = declinedAt !== null && declinedAt > new Date(event.createdAt);
  const extras = Array.isArray(extra?.offers) ? extra.offers : [];
  await insertOffers(
    db,
    received.map((one, index) => ({
      ...toRow(application, lender.id, one, now),
      extra: extras[index] ?? null,
      withdrawnAt: isDeclined ? now : null,
    })),
  );
  if (isDeclined) return false;
  await replaceEarlier(db, context, { application, lender, event, now });
  const state = received.length > 0 ? 'offered' : 'no-offers';
  const isOpen = await noteAnswer(db, context, application, { lenderId: lender.id, state });
  if (received.length === 0 && isOpen) return false;
  await setApplication(db, application, {
    answeredAt: application.answeredAt ?? now,
    hasOffers: application.hasOffers || received.length > 0,
    isQualified: application.isQualified || received.some((one) => one.qualified),
  });
  if (received.length === 0 && !application.hasOffers) await eraseDetails(db, application, now);
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
  replaces: offer.replaces ?? null,
  receivedAt: now,
  lenderPhone: offer.lenderPhone ?? '',
});

/**
 * Withdraws the offers that a lender's counter-offers replace, whichever arrived first. Funded ones
 * stay. The message about the new offers follows, which also covers the replaced ones.
 */
async function replaceEarlier(
  db: Database,
  context: Context,
  { application, lender, now }: TypedLenderEvent<'offers.received'>,
): Promise<void> {
  const all = await selectOffers(db, application);
  const own = all.filter(({ lenderId }) => lenderId === lender.id);
  for (const offer of own) {
    const isReplaced = own.some(
      ({ id, replaces }) => id !== offer.id && replaces === offer.reference,
    );
    if (isReplaced)
      await endOffer(db, context, {
        application,
        offer,
        offers: all,
        living: findChosen(all),
        now,
      });
  }
}

/**
 * The lender withdraws an offer: it is no longer the choice and can't be chosen. A payout stays
 * booked. Returns whether it was the choice, or null when nothing changes.
 */
async function endOffer(
  db: Database,
  context: Context,
  { application, offer, living, now }: OfferContext,
): Promise<{ wasChosen: boolean } | null> {
  if (offer.fundedAt !== null || offer.withdrawnAt !== null) return null;
  await setOffer(db, offer, { withdrawnAt: now, chosenAt: null, approvedAt: null });
  await withdrawRequests(db, application, { offerId: offer.id, now });
  if (living?.id !== offer.id) return { wasChosen: false };
  await setApplication(db, application, {
    informationRequestedAt: null,
    informationWanted: null,
    approvedAt: null,
  });
  await cancelHomeownerMessages(db, context, application, choiceEvents);
  return { wasChosen: true };
}

/** Withdraws an offer for its lender, and notifies the homeowner who chose it. */
export async function withdraw(
  db: Database,
  context: Context,
  about: OfferContext,
): Promise<boolean> {
  const { application, offer, offers: all, now } = about;
  const ended = await endOffer(db, context, about);
  if (ended === null) return false;
  if (ended.wasChosen) {
    const { lenderName: lender, lenderPhone } = offer;
    const others = all.filter((one) => one.id !== offer.id && !isGone(one, now));
    await context.emit(db, 'application.homeowner-news', {
      application,
      event: 'homeowner-taken-back',
      occasion: String(offer.id),
      facts: { lender, lenderPhone, others: others.length },
    });
  }
  return application.withdrawnAt === null;
}

/** The lender lets an offer expire, at the event's time or at an earlier announced one. */
export async function expire(
  db: Database,
  context: Context,
  about: OfferContext,
  { createdAt }: LenderEvent,
): Promise<boolean> {
  const { offer, now } = about;
  if (offer.fundedAt !== null || offer.withdrawnAt !== null) return false;
  const announced = offer.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
  const expiresAt = new Date(Math.min(now.getTime(), announced, Date.parse(createdAt)));
  await setOffer(db, offer, { expiresAt });
  return withdraw(db, context, about);
}

/** An approved offer becomes the choice, even if the homeowner chose it on the lender's side. */
export async function approve(
  db: Database,
  { application, offer, now }: OfferContext,
): Promise<boolean> {
  await setOffer(db, offer, {
    approvedAt: offer.approvedAt ?? now,
    chosenAt: offer.chosenAt ?? now,
  });
  await setApplication(db, application, { approvedAt: application.approvedAt ?? now });
  return true;
}

/**
 * Keeps the conditions of an approval. The offer becomes the choice, but the decision stays open.
 * Returns false after the approval, and for conditions older than the stored ones.
 */
export async function approveOnConditions(
  db: Database,
  { offer, now }: OfferContext,
  { conditions, createdAt }: Extract<LenderEvent, { type: 'application.conditionally_approved' }>,
): Promise<boolean> {
  const at = new Date(Math.min(now.getTime(), Date.parse(createdAt)));
  const before = offer.conditionallyApprovedAt;
  if (offer.approvedAt !== null || (before !== null && before > at)) return false;
  await setOffer(db, offer, {
    conditions,
    conditionallyApprovedAt: at,
    chosenAt: offer.chosenAt ?? now,
  });
  return true;
}

/**
 * The lender declines: its unfunded offers are withdrawn, and the next lenders are asked. The
 * contractor learns no reasons; the homeowner learns of it when no other lender is left.
 */
export async function decline(
  db: Database,
  context: Context,
  { application, lender, event, now }: TypedLenderEvent<'application.declined'>,
): Promise<void> {
  const all = await selectOffers(db, application);
  const lost = all.filter(
    ({ lenderId, fundedAt, withdrawnAt }) =>
      lenderId === lender.id && fundedAt === null && withdrawnAt === null,
  );
  for (const offer of lost) {
    const living = findChosen(all);
    const others = all.filter((one) => one.id === offer.id || !lost.includes(one));
    await withdraw(db, context, { application, offer, offers: others, living, now });
  }
  const isOpen = await noteDecline(db, context, application, { lenderId: lender.id, event, now });
  if (application.withdrawnAt !== null) return;
  if (lost.length > 0)
    await context.emit(db, 'application.progressed', {
      application,
      event: 'application-step',
      what: `declined-${lender.id}`,
      step: 'had an offer withdrawn by the lender',
    });
  else if (!isOpen && !application.hasOffers) await endWithoutOffers(db, context, application);
}
