import type { LenderEvent } from '@lintel/contract/applications/lenders';
import { expiryOf } from '@lintel/contract/applications/progress';
import type { Database } from '../../platform/db/connect.ts';
import { selectDocuments, selectRequests } from './lender-requests/index.ts';
import { aboutChoice, aboutNoWay, type HomeownerMessages } from './homeowner-news.ts';
import { lockApplication, selectOffers, type Application, type Offer } from './repository.ts';

/** A booked lender event, with the application as it was before. */
export interface Booked {
  application: Application;
  event: LenderEvent;
  now: Date;
}

/**
 * Notifies the homeowner of a lender event and cancels queued messages that it makes untrue. Offers
 * are gathered first (`queueInvitation`).
 */
export async function tellHomeownerOf(
  tx: Database,
  homeowner: HomeownerMessages,
  { application, event, now }: Booked,
): Promise<void> {
  if (event.type === 'offers.received') {
    if (event.offers.length > 0) await homeowner.takeBack(tx, application, ['homeowner-no-offers']);
    return;
  }
  // The code that ends a choice sends its messages.
  if (event.type === 'offer.withdrawn') return;
  const offers = await selectOffers(tx, application);
  const offer = offers.find(({ reference }) => reference === event.offer);
  if (offer === undefined) return;
  const { lenderName: lender, lenderPhone } = offer;
  if (event.type === 'application.approved' || event.type === 'offer.funded') {
    const isFunded = event.type === 'offer.funded';
    const untrue = isFunded
      ? aboutChoice
      : (['homeowner-information', 'homeowner-expiring'] as const);
    await homeowner.takeBack(tx, application, [...aboutNoWay, ...untrue]);
    return homeowner.tell(tx, application, {
      event: isFunded ? 'homeowner-funded' : 'homeowner-approved',
      occasion: `${offer.id}-${application.choices}`,
      facts: { lender },
    });
  }
  const asked = await askedIn(tx, application, offer, event);
  if (asked === null) return takeBackAnswered(tx, homeowner, application);
  // After approval, late requests no longer matter.
  if (application.approvedAt !== null) return;
  const ends = application.isQualified ? null : expiryOf(application.informationRequestedAt ?? now);
  const { until, ...wanted } = asked;
  return homeowner.tell(tx, application, {
    event: 'homeowner-information',
    occasion: event.id,
    facts: { lender, lenderPhone, ...wanted, until: until ?? ends },
  });
}

/** What an event requests from the homeowner; null for no request. */
async function askedIn(
  tx: Database,
  application: Application,
  offer: Offer,
  event: LenderEvent,
): Promise<{ what: string; how: string; until: Date | null } | null> {
  if (event.type === 'information.requested')
    return { what: event.what, how: event.how, until: dateOf(event.until) };
  if (event.type === 'documents.requested') {
    const { documents } = event;
    const firstEnd = documents.flatMap(({ until }) => until ?? []).toSorted()[0];
    return {
      what: documents.map(({ what }) => what).join('; '),
      how: [...new Set(documents.map(({ how }) => how))].filter(Boolean).join(' '),
      until: dateOf(firstEnd),
    };
  }
  if (event.type !== 'document.rejected') return null;
  const request = (await selectRequests(tx, application)).find(
    ({ offerId, reference }) => offerId === offer.id && reference === event.request,
  );
  if (request === undefined || request.state !== 'open') return null;
  // When two decisions about a document conflict, the later one counts, in any order of arrival.
  const isRejected = (await selectDocuments(tx, application)).some(
    ({ requestId, reference, state }) =>
      requestId === request.id && reference === event.document && state === 'rejected',
  );
  if (!isRejected) return null;
  return { what: `${request.what} (${event.reason})`, how: request.how, until: request.until };
}

const dateOf = (said: string | undefined): Date | null =>
  said === undefined ? null : new Date(said);

/** Cancels queued requests once no request is open. */
async function takeBackAnswered(
  tx: Database,
  homeowner: HomeownerMessages,
  application: Application,
): Promise<void> {
  const present = await lockApplication(tx, application);
  if (present?.informationRequestedAt === null)
    await homeowner.takeBack(tx, application, ['homeowner-information', 'homeowner-expiring']);
}
