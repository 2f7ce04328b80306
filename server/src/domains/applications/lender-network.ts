import type { CreditBand, DocumentType, OfferKind } from '@lintel/contract/applications/constants';
import type { Language } from '@lintel/contract/core/language';
import { signatureOf } from '../../platform/crypto/secrets.ts';
import { toDollars } from '../../platform/money.ts';
import { fetchFrom } from '../../platform/observe/tracing.ts';

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
  /** The language that the homeowner reads, for what the lender asks for. */
  language: Language;
  creditBand: CreditBand;
  requestedAmountCents: number;
  /** What the homeowner would like to pay a month; null when not told. */
  monthlyBudgetCents: number | null;
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

/** A document that a lender has asked for. */
export interface LenderDocument {
  /** Our name of it; also the idempotency key of the call. */
  reference: string;
  /** The offer, and the lender's own name of what it asked for. */
  offer: string;
  request: string;
  name: string;
  contentType: DocumentType;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
  /** Its bytes as they come. */
  open(): Promise<AsyncIterable<Buffer>>;
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
  /** Resolves once the lender has the document. */
  sendDocument(application: LenderApplication, document: LenderDocument): Promise<void>;
}

/**
 * A real network: it is told by signed HTTP calls and answers by the signed webhook. Throws when it
 * does not accept, for the queue to retry.
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
      // Node wants to be told that a stream is sent before an answer comes.
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
      // The facts hold the hash of the body, so their signature covers both, and the body can be
      // sent as it is read.
      const said = Buffer.from(JSON.stringify(facts)).toString('base64url');
      const headers = {
        'content-type': contentType,
        'idempotency-key': `${application}.document.${reference}`,
        'lintel-document': said,
        'lintel-signature': signatureOf(secret, said, new Date()),
      };
      await call('/documents', { headers, body: streamOf(await open()), seconds: 60 });
    },
  };
}

/** A body that is sent as it is read. */
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
