import { signatureOf } from '../../platform/crypto/secrets.ts';
import { toDollars } from '../../platform/money.ts';
import type { ChosenOffer, LenderApplication, LenderNetwork } from './lender-network.ts';

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
