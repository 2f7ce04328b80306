import type { CreditBand, OfferKind } from '@lintel/contract/applications/constants';

/** What a lender network is told of an application. Money in cents. */
export interface LenderApplication {
  /** Our name of it; also the idempotency key of the submission. */
  reference: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  city: string;
  state: string;
  creditBand: CreditBand;
  requestedAmountCents: number;
  project: string;
  /** What the contractor's page allows. */
  page: { helocOffer: boolean; fdAgreement: boolean; creditCards: boolean };
}

export interface ChosenOffer {
  reference: string;
  kind: OfferKind;
  amountCents: number;
  /**
   * Counts what the homeowner has chosen and given up in this application: what has the higher
   * number is later.
   */
  choice: number;
}

/**
 * The network of lenders behind the product. Each call may be repeated with the same arguments and
 * then change nothing. The answers arrive later as lender events, in any order and possibly more
 * than once.
 */
export interface LenderNetwork {
  name: string;
  submit(application: LenderApplication): Promise<void>;
  choose(application: LenderApplication, offer: ChosenOffer): Promise<void>;
  /** The homeowner has chosen another offer, or withdrawn the application. */
  giveUp(application: LenderApplication, offer: ChosenOffer): Promise<void>;
}
