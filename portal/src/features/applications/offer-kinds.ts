import type { ApplicationRow } from '@lintel/contract/applications';
import type { OfferKind } from '@lintel/contract/applications-constants';

/** What contractors call the kinds of offers. */
export const kindLabels: Record<OfferKind, string> = {
  loan: 'Loan',
  heloc: 'HELOC',
  direct: 'Direct funding',
  creditcard: '0% funding',
};

/** The kinds that this application received, in the usual order. */
export const receivedKinds = ({ receivedOffers }: ApplicationRow): OfferKind[] =>
  (Object.keys(kindLabels) as OfferKind[]).filter((kind) => receivedOffers[kind] !== undefined);
