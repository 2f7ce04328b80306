import type { HomeownerApplication, HomeownerOffer } from '@lintel/contract/applications/homeowner';
import { expiryOf } from '@lintel/contract/applications/progress';
import { toDollars } from '../../platform/money.ts';
import type { Application, Offer } from './repository.ts';

/** The application as its homeowner sees it. */
export function presentToHomeowner(
  token: string,
  application: Application,
  offers: Offer[],
): HomeownerApplication {
  return {
    token,
    status: statusOf(application),
    draft: application.draft,
    offers: offers.map(presentOffer),
    information: informationOf(application),
  };
}

/** What a lender waits for: nothing any more once it has approved. */
function informationOf(application: Application): HomeownerApplication['information'] {
  const {
    informationRequestedAt: since,
    informationWanted: wanted,
    approvedAt,
    isQualified,
  } = application;
  if (since === null || approvedAt !== null) return null;
  const { what = '', how = '' } = wanted ?? {};
  return { what, how, until: isQualified ? null : expiryOf(since).toISOString() };
}

function statusOf(application: Application): HomeownerApplication['status'] {
  // Money that was paid out is a fact, whatever was withdrawn.
  if (application.withdrawnAt !== null && application.fundedAt === null) return 'withdrawn';
  if (application.completedAt === null) return 'draft';
  if (application.answeredAt === null) return 'searching';
  return application.hasOffers ? 'offers' : 'no_offers';
}

const presentOffer = (offer: Offer): HomeownerOffer => ({
  id: offer.id,
  kind: offer.kind,
  lenderName: offer.lenderName,
  amount: toDollars(offer.amountCents),
  apr: offer.aprBasisPoints === null ? null : offer.aprBasisPoints / 100,
  termMonths: offer.termMonths,
  monthlyPayment: offer.monthlyPaymentCents === null ? null : toDollars(offer.monthlyPaymentCents),
  chosen: offer.chosenAt !== null,
  approved: offer.approvedAt !== null,
  funded: offer.fundedAt !== null,
  withdrawn: offer.withdrawnAt !== null,
});
