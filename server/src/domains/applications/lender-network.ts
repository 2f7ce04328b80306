import type { CreditBand, DocumentType, OfferKind } from '@lintel/contract/applications/constants';
import type { Language } from '@lintel/contract/core/language';
import { signatureOf } from '../../platform/crypto/secrets.ts';
import { toDollars } from '../../platform/money.ts';
import { fetchFrom } from '../../platform/observe/tracing.ts';

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
  page: { helocOffer: boolean; fdAgreement: boolean; creditCards: boolean };
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
export interface LenderNetwork {
  name: string;
  submit(application: LenderApplication): Promise<void>;
  choose(application: LenderApplication, offer: ChosenOffer): Promise<void>;
  /** Reports that the homeowner chose another offer or withdrew the application. */
  giveUp(application: LenderApplication, offer: ChosenOffer): Promise<void>;
  /** Resolves once the lender has the document. */
  sendDocument(application: LenderApplication, document: LenderDocument): Promise<void>;
}

/**
 * A real network: sends signed HTTP calls; answers arrive at the signed webhook. Throws when the
 * network doesn't accept, so that the queue retries.
 */
export function webhookNetwork(options: { url: string; secret: string }): LenderNetwork {
  const { url, secret } = options;
  const call = async (
    path: string,
    { headers, ...request }: { headers: Record<string, string>; body: BodyInit; seconds: number },
  ): Promise<void> => {
    const { seconds, body } = request;
    const answer = await fetchFrom('lenders', `${url.replace(/\/+$/, '')}${path}`, {
      method: 'POST',
      headers,
      body,
      // Node requires `duplex` for a request body that is a stream.
      ...(typeof body !== 'string' && { duplex: 'half' }),
      signal: AbortSignal.timeout(seconds * 1000),
      redirect: 'error',
    });
    if (!answer.ok) throw new Error(`The lender network answered ${answer.status}`);
  };
  const post = async (path: string, key: string, body: object): Promise<void> => {
    const text = JSON.stringify(body);
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': key,
      'lintel-signature': signatureOf(secret, text, new Date()),
    };
    await call(path, { headers, body: text, seconds: 20 });
  };
  return {
    name: 'webhook',
    submit: (application) => post('/applications', application.reference, onTheWire(application)),
    choose: (application, offer) =>
      post('/choices', keyOf(application, offer), choiceOnTheWire(application, offer)),
    giveUp: (application, offer) =>
      post('/given-up', keyOf(application, offer), choiceOnTheWire(application, offer)),
    async sendDocument({ reference: application }, { open, contentType, ...document }) {
      const { reference, offer, request, name, bytes, sha256 } = document;
      const facts = { application, offer, request, document: reference, name, bytes, sha256 };
      // The signed facts include the body's hash, so the signature covers both while the body
      // streams.
      const encoded = Buffer.from(JSON.stringify(facts)).toString('base64url');
      const headers = {
        'content-type': contentType,
        'idempotency-key': `${application}.document.${reference}`,
        'lintel-document': encoded,
        'lintel-signature': signatureOf(secret, encoded, new Date()),
      };
      await call('/documents', { headers, body: streamOf(await open()), seconds: 60 });
    },
  };
}

/** A streamed request body. */
function streamOf(chunks: AsyncIterable<Buffer>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await iterator.return?.()),
  });
}

const keyOf = ({ reference }: LenderApplication, offer: ChosenOffer): string =>
  `${reference}.${offer.reference}.${offer.choice}`;
const onTheWire = ({
  requestedAmountCents,
  monthlyBudgetCents: budget,
  ...rest
}: LenderApplication) => ({
  ...rest,
  requestedAmount: toDollars(requestedAmountCents),
  ...(budget !== null && { monthlyBudget: toDollars(budget) }),
});
const choiceOnTheWire = (
  application: LenderApplication,
  { reference, kind, amountCents, choice }: ChosenOffer,
) => ({
  application: application.reference,
  offer: { reference, kind, amount: toDollars(amountCents) },
  choice,
});
