import { offerKinds, type OfferKind } from '@lintel/contract/applications/constants';
import type { OfferFacts } from '@lintel/contract/applications/progress';

/** What the report needs of an offer, as the database puts it together. */
export type OfferTuple = [
  kind: OfferKind,
  lenderName: string,
  amountCents: number,
  isChosen: boolean,
  isQualified: boolean,
  isFunded: boolean,
  fundedAmountCents: number | null,
  isGone: boolean,
];

/** The offers of one kind that an application received, summed up. */
export interface OfferSum {
  kind: OfferKind;
  cnt: number;
  maxAmountCents: number;
  /** Whose offer is the largest. */
  name: string;
  selected: number;
  qualified: number;
  /** How many their lender took back. */
  gone: number;
  fundedCents: number;
  /** Who has paid out; null when nobody has. */
  fundedName: string | null;
}

/**
 * The sums of an application's offers, their kinds in the usual order. Of equal amounts the first
 * one gives its name.
 */
export function sumOffers(offers: readonly OfferTuple[] | null): OfferSum[] {
  const sums: OfferSum[] = [];
  for (const offer of offers ?? []) {
    const sum = sums.find(({ kind }) => kind === offer[0]);
    if (sum === undefined) sums.push(first(offer));
    else add(sum, offer);
  }
  return sums.length > 1 ? sums.toSorted(byKind) : sums;
}

/** What the sums tell of how far their application has come. */
export const offerFactsOf = (sums: readonly OfferSum[]): OfferFacts => ({
  isChosen: sums.some(({ selected }) => selected > 0),
  isGone: sums.length > 0 && sums.every(({ cnt, gone }) => gone === cnt),
});

const byKind = (one: OfferSum, other: OfferSum): number =>
  offerKinds.indexOf(one.kind) - offerKinds.indexOf(other.kind);

const first = ([
  kind,
  name,
  amountCents,
  isChosen,
  isQualified,
  isFunded,
  fundedCents,
  isGone,
]: OfferTuple): OfferSum => ({
  kind,
  cnt: 1,
  maxAmountCents: amountCents,
  name,
  selected: isChosen ? 1 : 0,
  qualified: isQualified ? 1 : 0,
  gone: isGone ? 1 : 0,
  fundedCents: fundedCents ?? 0,
  fundedName: isFunded ? name : null,
});

function add(
  sum: OfferSum,
  [, name, amountCents, isChosen, isQualified, isFunded, fundedCents, isGone]: OfferTuple,
): void {
  sum.cnt += 1;
  if (amountCents > sum.maxAmountCents) {
    sum.maxAmountCents = amountCents;
    sum.name = name;
  }
  if (isChosen) sum.selected += 1;
  if (isQualified) sum.qualified += 1;
  if (isGone) sum.gone += 1;
  sum.fundedCents += fundedCents ?? 0;
  if (isFunded) sum.fundedName ??= name;
}
