import type { LenderEvent, LenderOffer } from '@lintel/contract/applications-lenders';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { toCents } from '../../platform/money.ts';
import { tellOf, type Tell } from './news.ts';
import {
  findOfferByReference,
  insertOffers,
  lockApplication,
  setApplication,
  setOffer,
  type Application,
  type Offer,
} from './repository.ts';
import { lenderEvents, type offers } from './tables.ts';

/**
 * Books what a lender network tells, in one transaction. Events may come twice (the second changes nothing), at once (they take
 * turns) and in any order (each sets only what it knows, and the earliest time stays).
 * Throws `not_found` for an application or offer that is not known, so that the network tries again later.
 */
export async function recordLenderEvent(
  deps: { db: Database; clock: Clock; tell: Tell },
  network: string,
  event: LenderEvent,
): Promise<{ duplicate: boolean }> {
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const application = await lockApplication(tx, { reference: event.application });
    if (!application?.completedAt) throw new AppError('not_found');
    const booked = await tx
      .insert(lenderEvents)
      .values({ id: event.id, network, applicationId: application.id, type: event.type, receivedAt: now })
      .onConflictDoNothing()
      .returning({ id: lenderEvents.id });
    if (booked.length === 0) return { duplicate: true };
    await applyEvent(tx, application, event, now);
    await tellAbout(tx, deps.tell, application, event);
    return { duplicate: false };
  });
}

async function applyEvent(db: Database, application: Application, event: LenderEvent, now: Date): Promise<void> {
  if (event.type === 'offers.received') return addOffers(db, application, event.offers, now);
  const offer = await findOfferByReference(db, application.id, event.offer);
  if (offer === undefined) throw new AppError('not_found');
  if (event.type === 'information.requested') {
    return setApplication(db, application.id, { informationRequestedAt: application.informationRequestedAt ?? now });
  }
  await approve(db, application, offer, now);
  if (event.type === 'offer.funded') await fund(db, application, offer, { cents: toCents(event.amount), now });
}

/** What the contractor hears of an event: offers, the information a lender waits for, an approval, the funding. */
async function tellAbout(tx: Database, tell: Tell, application: Application, event: LenderEvent): Promise<void> {
  if (event.type === 'offers.received') {
    if (event.offers.length === 0) {
      const step = 'got no offers this time';
      return tellOf(tx, tell, application, { event: 'application-step', what: 'no-offers', step });
    }
    const step = event.offers.length === 1 ? 'received an offer' : `received ${event.offers.length} offers`;
    const cents = toCents(Math.max(...event.offers.map(({ amount }) => amount)));
    return tellOf(tx, tell, application, { event: 'offers-received', what: `offers-${event.id}`, step, cents });
  }
  if (event.type === 'offer.funded') {
    const news = { event: 'funding-received', what: `funded-${event.offer}`, cents: toCents(event.amount) } as const;
    return tellOf(tx, tell, application, { ...news, step: 'received the funding' });
  }
  const step = event.type === 'information.requested' ? 'was asked for more information by the lender' : 'was approved';
  return tellOf(tx, tell, application, { event: 'application-step', what: `${event.type}-${event.offer}`, step });
}

async function addOffers(db: Database, application: Application, received: LenderOffer[], now: Date): Promise<void> {
  await insertOffers(
    db,
    received.map((one) => toRow(application, one, now)),
  );
  await setApplication(db, application.id, {
    answeredAt: application.answeredAt ?? now,
    hasOffers: application.hasOffers || received.length > 0,
    isQualified: application.isQualified || received.some((one) => one.qualified),
  });
}

const toRow = (application: Application, offer: LenderOffer, now: Date): typeof offers.$inferInsert => ({
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
  receivedAt: now,
});

/** A lender that funds has approved, so funding books the approval too when that event is late. */
async function approve(db: Database, application: Application, offer: Offer, now: Date): Promise<void> {
  await setOffer(db, offer.id, { approvedAt: offer.approvedAt ?? now });
  await setApplication(db, application.id, { approvedAt: application.approvedAt ?? now });
}

async function fund(db: Database, application: Application, offer: Offer, funding: { cents: number; now: Date }): Promise<void> {
  if (offer.fundedAt !== null) return;
  await setOffer(db, offer.id, { fundedAt: funding.now, fundedAmountCents: funding.cents });
  await setApplication(db, application.id, { fundedAt: application.fundedAt ?? funding.now });
}
