import type { ApplicationRow } from '@lintel/contract/applications/report';
import { offerKinds, type OfferKind } from '@lintel/contract/applications/constants';

/** The kinds that this application received, in the usual order. */
export const receivedKinds = ({ receivedOffers }: ApplicationRow): OfferKind[] =>
  offerKinds.filter((kind) => receivedOffers[kind] !== undefined);
