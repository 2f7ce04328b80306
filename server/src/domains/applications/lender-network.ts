import type { CreditBand, OfferKind } from '@lintel/contract/applications/constants';
import { signatureOf } from '../../platform/crypto/secrets.ts';
import { toDollars } from '../../platform/money.ts';

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

/**
 * A real network: it is told by signed HTTP calls and answers by the signed webhook. Throws when it
 * does not accept, for the queue to retry.
 */
export function webhookNetwork(options: { url: string; secret: string }): LenderNetwork {
  const post = async (path: string, key: string, body: object): Promise<void> => {
    const text = JSON.stringify(body);
    const answer = await fetch(`${options.url.replace(/\/+$/, '')}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': key,
        'lintel-signature': signatureOf(options.secret, text, new Date()),
      },
      body: text,
      signal: AbortSignal.timeout(20_000),
      redirect: 'error',
    });
    if (!answer.ok) throw new Error(`The lender network answered ${answer.status}`);
  };
  return {
    name: 'webhook',
    submit: (application) => post('/applications', application.reference, onTheWire(application)),
    choose: (application, offer) =>
      post('/choices', keyOf(application, offer), choiceOnTheWire(application, offer)),
    giveUp: (application, offer) =>
      post('/given-up', keyOf(application, offer), choiceOnTheWire(application, offer)),
  };
}

const keyOf = ({ reference }: LenderApplication, offer: ChosenOffer): string =>
  `${reference}.${offer.reference}.${offer.choice}`;
const onTheWire = ({ requestedAmountCents, ...rest }: LenderApplication) => ({
  ...rest,
  requestedAmount: toDollars(requestedAmountCents),
});
const choiceOnTheWire = (
  application: LenderApplication,
  { reference, kind, amountCents, choice }: ChosenOffer,
) => ({
  application: application.reference,
  offer: { reference, kind, amount: toDollars(amountCents) },
  choice,
});
