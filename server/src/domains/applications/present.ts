import { type ApplicationRow, type HomeownerApplication, type HomeownerOffer } from '@lintel/contract/applications';
import { creditBands } from '@lintel/contract/applications-constants';
import { toDollars } from '../../platform/money.ts';
import type { Application, Offer } from './repository.ts';
import type { OfferSum, ReportRow } from './report-repository.ts';

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

/** A row of the contractor's report with the sums of its offers. */
export function presentReportRow({ application, pageName, creditDecision }: ReportRow, sums: OfferSum[]): ApplicationRow {
  return {
    id: application.id,
    applicantName: application.applicantName,
    applicantEmail: application.email,
    applicantPhone: application.phone,
    applicantLocation: [application.city, application.state].filter(Boolean).join(', '),
    appFormStarted: application.startedAt.toISOString(),
    selfReportedCreditScore: application.creditBand === null ? '' : creditBands[application.creditBand],
    requestedAmount: application.requestedAmountCents === null ? null : toDollars(application.requestedAmountCents),
    appFormComplete: application.completedAt === null ? 0 : 1,
    receivedOffers: presentReceived(application, sums),
    creditDecision,
    funded: presentFunded(sums),
    fundedDate: application.fundedAt?.toISOString() ?? null,
    pageName,
  };
}

function presentReceived(application: Application, sums: OfferSum[]): ApplicationRow['receivedOffers'] {
  if (application.answeredAt !== null && sums.length === 0) {
    return { no_offers: { cnt: 0, max_amount: 0, name: '', selected: 0, qualified: 0 } };
  }
  return Object.fromEntries(
    sums.map(({ kind, cnt, maxAmountCents, name, selected, qualified }) => [
      kind,
      { cnt, max_amount: toDollars(maxAmountCents), name, selected, qualified },
    ]),
  );
}

function presentFunded(sums: OfferSum[]): ApplicationRow['funded'] {
  const funded: ApplicationRow['funded'] = {};
  for (const { kind, fundedCents, fundedName } of sums) {
    if (fundedName === null) continue;
    if (kind === 'direct') funded.direct = { name: fundedName };
    else funded[kind] = { sum: toDollars(fundedCents) };
  }
  return funded;
}
