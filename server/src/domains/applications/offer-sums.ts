import { offerKinds, type OfferKind } from '@lintel/contract/applications-constants';

/** What the report needs of an offer. */
export interface ReportOffer {
  applicationId: number;
  kind: OfferKind;
  lenderName: string;
  amountCents: number;
  isChosen: boolean;
  isQualified: boolean;
  isFunded: boolean;
  fundedAmountCents: number | null;
}

/** The offers of one kind that an application received, summed up. */
export interface OfferSum {
  kind: OfferKind;
  cnt: number;
  maxAmountCents: number;
  /** Whose offer is the largest. */
  name: string;
  selected: number;
  qualified: number;
  fundedCents: number;
  /** Who has paid out; null when nobody has. */
  fundedName: string | null;
}

/** The sums of each application by its id, their kinds in the usual order. Of equal amounts the first one gives its name. */
export function sumOffers(offers: readonly ReportOffer[]): Map<number, OfferSum[]> {
  const ofEach = new Map<number, OfferSum[]>();
  for (const offer of offers) {
    const sums = ofEach.get(offer.applicationId);
    const sum = sums?.find(({ kind }) => kind === offer.kind);
    if (sum !== undefined) add(sum, offer);
    else if (sums !== undefined) sums.push(first(offer));
    else ofEach.set(offer.applicationId, [first(offer)]);
  }
  for (const sums of ofEach.values()) if (sums.length > 1) sums.sort(byKind);
  return ofEach;
}

const byKind = (one: OfferSum, other: OfferSum): number => offerKinds.indexOf(one.kind) - offerKinds.indexOf(other.kind);

const first = (offer: ReportOffer): OfferSum => ({
  kind: offer.kind,
  cnt: 1,
  maxAmountCents: offer.amountCents,
  name: offer.lenderName,
  selected: offer.isChosen ? 1 : 0,
  qualified: offer.isQualified ? 1 : 0,
  fundedCents: offer.fundedAmountCents ?? 0,
  fundedName: offer.isFunded ? offer.lenderName : null,
});

function add(sum: OfferSum, offer: ReportOffer): void {
  sum.cnt += 1;
  if (offer.amountCents > sum.maxAmountCents) {
    sum.maxAmountCents = offer.amountCents;
    sum.name = offer.lenderName;
  }
  if (offer.isChosen) sum.selected += 1;
  if (offer.isQualified) sum.qualified += 1;
  sum.fundedCents += offer.fundedAmountCents ?? 0;
  if (offer.isFunded) sum.fundedName ??= offer.lenderName;
}
