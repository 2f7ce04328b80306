import type { ConnectionKind } from '@lintel/contract/lenders/constants';
import type { LenderEvent } from '@lintel/contract/lenders/events';
import { expiryDate } from '@lintel/contract/applications/progress';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { selectDocuments, selectRequests } from './lender-requests/index.ts';
import { choiceEvents, deadEndEvents, cancelHomeownerMessages } from './homeowner-news.ts';
import { lockApplication, selectOffers, type Application, type Offer } from './repository.ts';

/** A booked lender event, with the application as it was before. */
export interface IncomingLenderEvent {
  application: Application;
  /** Whose event it is. */
  lender: { id: number; connection: ConnectionKind };
  event: LenderEvent;
  now: Date;
}

/**
 * Notifies the homeowner of a lender event and cancels queued messages that it makes untrue. Offers
 * are gathered first (`queueInvitation`).
 */
export async function sendLenderUpdates(
  tx: Database,
  context: Context,
  { application, lender, event, now }: IncomingLenderEvent,
): Promise<void> {
  if (event.type === 'offers.received') {
    if (event.offers.length > 0)
      await cancelHomeownerMessages(tx, context, application, ['homeowner-no-offers']);
    return;
  }
  // The code that ends a choice sends its messages.
  if (
    event.type === 'application.declined' ||
    event.type === 'offer.withdrawn' ||
    event.type === 'offer.expired' ||
    event.type === 'funding.reversed'
  )
    return;
  const offers = await selectOffers(tx, application);
  const offer = offers.find(
    ({ lenderId, reference }) => lenderId === lender.id && reference === event.offer,
  );
  if (offer === undefined) return;
  const { lenderName, lenderPhone } = offer;
  if (event.type === 'application.approved' || event.type === 'offer.funded') {
    const isFunded = event.type === 'offer.funded';
    const untrue = isFunded
      ? choiceEvents
      : (['homeowner-information', 'homeowner-expiring'] as const);
    await cancelHomeownerMessages(tx, context, application, [...deadEndEvents, ...untrue]);
    return context.emit(tx, 'application.homeowner-news', {
      application,
      event: isFunded ? 'homeowner-funded' : 'homeowner-approved',
      occasion: `${offer.id}-${application.choices}`,
      facts: { lender: lenderName },
    });
  }
  if (event.type === 'application.conditionally_approved') {
    await cancelHomeownerMessages(tx, context, application, deadEndEvents);
    return context.emit(tx, 'application.homeowner-news', {
      application,
      event: 'homeowner-information',
      occasion: event.id,
      facts: {
        lender: lenderName,
        lenderPhone,
        what: event.conditions.join('; '),
        how: '',
        until: null,
      },
    });
  }
  const wish = await wishIn(tx, application, offer, event);
  if (wish === null) return cancelAnswered(tx, context, application);
  // After approval, late requests no longer matter.
  if (application.approvedAt !== null) return;
  const ends = application.isQualified
    ? null
    : expiryDate(application.informationRequestedAt ?? now);
  const { until, ...wanted } = wish;
  return context.emit(tx, 'application.homeowner-news', {
    application,
    event: 'homeowner-information',
    occasion: event.id,
    facts: { lender: lenderName, lenderPhone, ...wanted, until: until ?? ends },
  });
}

/** What an event requests from the homeowner; null for no request. */
async function wishIn(
  tx: Database,
  application: Application,
  offer: Offer,
  event: LenderEvent,
): Promise<{ what: string; how: string; until: Date | null } | null> {
  if (event.type === 'information.requested')
    return { what: event.what, how: event.how, until: toDate(event.until) };
  if (event.type === 'documents.requested') {
    const { documents } = event;
    const firstEnd = documents.flatMap(({ until }) => until ?? []).toSorted()[0];
    return {
      what: documents.map(({ what }) => what).join('; '),
      how: [...new Set(documents.map(({ how }) => how))].filter(Boolean).join(' '),
      until: toDate(firstEnd),
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

const toDate = (text: string | undefined): Date | null =>
  text === undefined ? null : new Date(text);

/** Cancels queued requests once no request is open. */
async function cancelAnswered(
  tx: Database,
  context: Context,
  application: Application,
): Promise<void> {
  const present = await lockApplication(tx, application);
  if (present?.informationRequestedAt === null)
    await cancelHomeownerMessages(tx, context, application, [
      'homeowner-information',
      'homeowner-expiring',
    ]);
}
