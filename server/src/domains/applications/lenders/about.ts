import type { Application, Offer } from '../repository.ts';

/** The offer that a lender's event is about, with what was stored before it. */
export interface OfferContext {
  application: Application;
  offer: Offer;
  /** All offers of the application. */
  offers: readonly Offer[];
  /** The current choice. */
  living: Offer | undefined;
  now: Date;
}
