import { deskWaitOf } from '@lintel/contract/lender-desk/constants';
import type {
  DeskApplication,
  DeskOffer,
  DeskRequest,
  DeskRow,
} from '@lintel/contract/lender-desk/applications';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { toDollars } from '../../../platform/money.ts';
import { findLender } from '../../lenders/index.ts';
import { outgoingApplication } from '../connections/index.ts';
import { selectConsentsByReference } from '../consents/index.ts';
import { detailsFor } from '../details/index.ts';
import { selectDocuments, selectRequests } from '../lender-requests/index.ts';
import { findRow, readLenderFacts, selectOffers, type Offer } from '../repository.ts';
import { namesIn } from './history.ts';
import { permittedOf } from './permitted.ts';
import {
  findDeskRow,
  selectDeskEvents,
  type DeskEvent,
  type DeskKey,
  type DeskListRow,
} from './repository.ts';
import { offerState } from './offer-state.ts';

export const presentRow = ({ amountCents, sentAt, ...row }: DeskListRow): DeskRow => ({
  ...row,
  amount: dollarsOrNull(amountCents),
  sentAt: (sentAt ?? new Date(0)).toISOString(),
  waitsFor: deskWaitOf[row.status],
});

/** One application as its lender sees it. Throws `not_found`. */
export async function readDeskApplication(
  context: Context,
  lenderId: number,
  reference: string,
): Promise<DeskApplication> {
  const { db, clock } = context;
  const now = clock.now();
  const found = await findDeskRow(db, lenderId, reference, now);
  const application = found && (await findRow(db, found));
  if (found === undefined || application === undefined) throw new AppError('not_found');
  const { contractorId, id, ...row } = found;
  const key = { contractorId, id };
  const { facts } = await readLenderFacts(db, { contractorId, applicationId: id });
  const lender = await findLender(db, lenderId);
  // Erased details are left out.
  const applicant = (await detailsFor(context, key, lender?.needs ?? [])) ?? {};
  const all = await selectOffers(db, key);
  const own = all.filter((offer) => offer.lenderId === lenderId);
  const events = await selectDeskEvents(db, key, lenderId);
  return {
    ...presentRow(row),
    creditBand: application.creditBand,
    sent: { ...(await outgoingApplication(context, lenderId, { application: facts, applicant })) },
    consents: (await selectConsentsByReference(db, contractorId, reference)).map(
      ({ kind, answer, version, at }) => ({ kind, answer, version, at: at.toISOString() }),
    ),
    offers: own.map((offer) => presentOffer(offer, own, now)),
    requests: await readRequests(db, key, own),
    history: await presentHistory(context, events),
    seen: events.length,
    may: permittedOf(application, own, { isDeclined: row.status === 'declined', now }),
  };
}

const dollarsOrNull = (cents: number | null): number | null =>
  cents === null ? null : toDollars(cents);
const percentOrNull = (basisPoints: number | null): number | null =>
  basisPoints === null ? null : basisPoints / 100;

const presentOffer = (offer: Offer, own: readonly Offer[], now: Date): DeskOffer => ({
  reference: offer.reference,
  kind: offer.kind,
  amount: toDollars(offer.amountCents),
  apr: percentOrNull(offer.aprBasisPoints),
  rateType: offer.rateType,
  termMonths: offer.termMonths,
  monthlyPayment: dollarsOrNull(offer.monthlyPaymentCents),
  fees: dollarsOrNull(offer.feesCents),
  dealerFee: dollarsOrNull(offer.dealerFeeCents),
  expiresAt: offer.expiresAt?.toISOString() ?? null,
  conditions: offer.conditions,
  state: offerState(offer, own, now),
  funded: dollarsOrNull(offer.fundedAmountCents),
  receivedAt: offer.receivedAt.toISOString(),
});

/** The lender's requests, with the documents that reached it. */
async function readRequests(
  db: Database,
  key: DeskKey,
  own: readonly Offer[],
): Promise<DeskRequest[]> {
  const documents = (await selectDocuments(db, key)).filter(({ sentAt }) => sentAt !== null);
  return (await selectRequests(db, key)).flatMap((request) => {
    const offer = own.find(({ id }) => id === request.offerId);
    if (offer === undefined) return [];
    const { reference, kind, what, how, until, state } = request;
    return {
      reference,
      offer: offer.reference,
      kind,
      what,
      how,
      until: until?.toISOString() ?? null,
      state,
      documents: documents
        .filter(({ requestId }) => requestId === request.id)
        .map((document) => ({
          reference: document.reference,
          name: document.name,
          bytes: document.bytes,
          state: document.state,
          reason: document.reason,
          uploadedAt: document.uploadedAt.toISOString(),
          mayDownload: document.fileKey !== null,
        })),
    };
  });
}

async function presentHistory(
  context: Context,
  events: readonly DeskEvent[],
): Promise<DeskApplication['history']> {
  const names = await namesIn(context.db, context, events);
  return events.map(({ id, type, at, userId, done }) => ({
    id,
    type,
    at: at.toISOString(),
    person: userId === null ? '' : (names.get(userId) ?? ''),
    done: done ?? {},
  }));
}
