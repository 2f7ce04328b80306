import type { Applicant } from '@lintel/contract/applications/details';
import type { CreditBand, DocumentType, OfferKind } from '@lintel/contract/applications/constants';
import type { Language } from '@lintel/contract/core/language';

/** An application as sent to a lender network. Money in cents. */
export interface LenderApplication {
  /** Our reference; also the idempotency key of the submission. */
  reference: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  city: string;
  state: string;
  /** The homeowner's language, for the lender's requests. */
  language: Language;
  creditBand: CreditBand;
  requestedAmountCents: number;
  /** Monthly budget in cents; null when the homeowner gave none. */
  monthlyBudgetCents: number | null;
  project: string;
  projectAddress: string;
  page: {
    name: string;
    helocOffer: boolean;
    fdAgreement: boolean;
    creditCards: boolean;
  };
  contractor: { id: number; legalName: string; address: string };
}

export interface ChosenOffer {
  reference: string;
  kind: OfferKind;
  amountCents: number;
  /**
   * Counts the homeowner's choices and cancellations in this application; a higher number is later.
   */
  choice: number;
}

/** A document that a lender requested. */
export interface LenderDocument {
  /** Our reference; also the idempotency key of the call. */
  reference: string;
  /** The offer, and the lender's reference for the request. */
  offer: string;
  request: string;
  name: string;
  contentType: DocumentType;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
  /** Streams the content. */
  open(): Promise<AsyncIterable<Buffer>>;
}

/**
 * The lender network. Repeating a call with the same arguments changes nothing. Answers arrive
 * later as lender events, in any order and possibly more than once.
 */
export interface LenderConnection {
  name: string;
  /** `applicant`: the details that this lender needs; empty when it needs none. */
  submit(application: LenderApplication, applicant: Applicant): Promise<void>;
  choose(application: LenderApplication, offer: ChosenOffer): Promise<void>;
  /** Reports that the homeowner chose another offer or withdrew the application. */
  giveUp(application: LenderApplication, offer: ChosenOffer): Promise<void>;
  /** Resolves once the lender has the document. */
  sendDocument(application: LenderApplication, document: LenderDocument): Promise<void>;
}
