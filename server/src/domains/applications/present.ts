import type { HomeownerApplication, HomeownerOffer } from '@lintel/contract/applications';
import { toDollars } from '../../platform/money.ts';
import type { Application, Offer } from './repository.ts';

/** The application as its homeowner sees it. */
export function presentToHomeowner(token: string, application: Application, offers: Offer[]): HomeownerApplication {
  return { token, status: statusOf(application), draft: application.draft, offers: offers.map(presentOffer) };
}

function statusOf(application: Application): HomeownerApplication['status'] {
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
});
