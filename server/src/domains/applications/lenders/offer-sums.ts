import { offerKinds, type OfferKind } from '@lintel/contract/applications/constants';
import type { OfferFacts } from '@lintel/contract/applications/progress';

/** An offer as the report's query returns it. */
export type OfferTuple = [
  kind: OfferKind,
  lenderName: string,
  amountCents: number,
  isChosen: boolean,
  isQualified: boolean,
  isFunded: boolean,
  fundedAmountCents: number | null,
  isGone: boolean,
  reversedAmountCents: number,
];

/** Sums of an application's offers of one kind. */
export interface OfferSum {
  kind: OfferKind;
  cnt: number;
  maxAmountCents: number;
  /** Lender of the largest offer. */
  name: string;
  selected: number;
  qualified: number;
  /** Number of offers that can no longer be chosen. */
  gone: number;
  fundedCents: number;
  reversedCents: number;
  /** Lender of the payout; null without one. */
  fundedName: string | null;
}

/**
 * Sums an application's offers by kind, in the usual order. Among equal amounts, the first offer
 * gives the name.
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

export const offerFacts = (sums: readonly OfferSum[]): OfferFacts => ({
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
  reversedCents,
]: OfferTuple): OfferSum => ({
  kind,
  cnt: 1,
  maxAmountCents: amountCents,
  name,
  selected: isChosen ? 1 : 0,
  qualified: isQualified ? 1 : 0,
  gone: isGone ? 1 : 0,
  fundedCents: fundedCents ?? 0,
  reversedCents,
  fundedName: isFunded ? name : null,
});

function add(
  sum: OfferSum,
  [
    ,
    name,
    amountCents,
    isChosen,
    isQualified,
    isFunded,
    fundedCents,
    isGone,
    reversedCents,
  ]: OfferTuple,
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
  sum.reversedCents += reversedCents;
  if (isFunded) sum.fundedName ??= name;
}
