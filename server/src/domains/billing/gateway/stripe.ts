import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import { dayMs } from '@lintel/contract/core/durations';
import type { Clock } from '../../../platform/clock.ts';
import {
  GatewayRefusal,
  type CardSource,
  type Charge,
  type ChargeRequest,
  type DisputeMovement,
  type GatewayCard,
  type PaymentGateway,
  type Refund,
} from './port.ts';
import {
  callStripe,
  toCard,
  toCharge,
  declinedIntent,
  findDisputeId,
  toEvent,
  isMissing,
  keyName,
  toMovement,
  toRefund,
} from './stripe-shapes.ts';

interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Overrides the URL of Stripe's API. */
  apiUrl?: string | undefined;
  clock: Clock;
}

/** An older webhook counts as a replay. */
const toleranceSeconds = 300;

/** A call has at most three tries with this timeout, all with the same idempotency key. */
const limits = { timeout: 20_000, maxNetworkRetries: 2 } as const;

/** Stripe through its official package. The browser sends cards directly to Stripe. */
export function stripeGateway({
  secretKey,
  webhookSecret,
  apiUrl,
  clock,
}: StripeSettings): PaymentGateway {
  const stripe = new Stripe(secretKey, { ...limits, ...apiHost(apiUrl), telemetry: false });
  return {
    name: 'stripe',
    createCustomer: (customer) => callStripe(() => createCustomer(stripe, customer)),
    attachCard: (customerId, source, key) =>
      callStripe(() => attachCard(stripe, { customerId, source, key })),
    detachCard: (cardId) => callStripe(() => detachCard(stripe, cardId)),
    charge: (request) => callStripe(() => charge(stripe, request)),
    readCharge: (id) => callStripe(() => readCharge(stripe, id)),
    findCharge: (named) => findByKey(stripe, named),
    cancelCharge: (id) => callStripe(() => cancelCharge(stripe, id)),
    refund: ({ chargeId, amountCents, idempotencyKey }) =>
      callStripe(async () =>
        toRefund(
          await stripe.refunds.create(
            { payment_intent: chargeId, amount: amountCents },
            { idempotencyKey },
          ),
        ),
      ),
    listCharges: (range) => chargesIn(stripe, range),
    listRefunds: (range) => refundsIn(stripe, range),
    listDisputeMovements: (range) => disputeMovementsIn(stripe, range),
    disputeUrl: (id) =>
      `https://dashboard.stripe.com/${isTestKey(secretKey) ? 'test/' : ''}disputes/${id}`,
    readEvent: (body, signature) => {
      const event = verified(stripe, { body, signature, secret: webhookSecret, now: clock.now() });
      return event && toEvent(event);
    },
  };
}

/** Test mode keys are `sk_test_…` and `rk_test_…`. */
const isTestKey = (secretKey: string): boolean => /^[a-z]+_test_/.test(secretKey);

function apiHost(apiUrl: string | undefined): Stripe.StripeConfig {
  if (apiUrl === undefined) return {};
  const { protocol, hostname, port } = new URL(apiUrl);
  const plain = protocol === 'http:';
  return {
    host: hostname,
    protocol: plain ? 'http' : 'https',
    port: port === '' ? (plain ? 80 : 443) : port,
  };
}

interface Customer {
  reference: string;
  name: string;
  email: string;
}

/**
 * `instead`: the deleted customer created earlier with the same values, which Stripe still replays
 * as its first answer.
 */
async function createCustomer(
  stripe: Stripe,
  { reference, name, email }: Customer,
  instead = '',
): Promise<{ id: string }> {
  const words = createHash('sha256')
    .update(JSON.stringify([reference, name, email, instead]))
    .digest('hex');
  const made = await stripe.customers.create(
    { name, email, metadata: { reference } },
    { idempotencyKey: `customer-${words}` },
  );
  if (made.lastResponse.headers['idempotent-replayed'] !== 'true') return { id: made.id };
  const known = await stripe.customers.retrieve(made.id);
  return known.deleted
    ? createCustomer(stripe, { reference, name, email }, made.id)
    : { id: made.id };
}

/** Stripe checks with the bank before it stores a card, so a declined one is rejected here. */
async function attachCard(
  stripe: Stripe,
  { customerId, source, key }: { customerId: string; source: CardSource; key: string },
): Promise<GatewayCard> {
  if ('details' in source)
    throw new GatewayRefusal(
      'raw_card_number',
      'Only the browser sends card numbers to Stripe.',
      'number',
    );
  const { paymentMethodId, name, zip } = source;
  const attached = await stripe.paymentMethods.attach(
    paymentMethodId,
    { customer: customerId },
    { idempotencyKey: key },
  );
  const card = toCard(attached);
  if (card === null) throw new GatewayRefusal('not_a_card', 'Please use a credit or debit card.');
  const { billing_details: known } = attached;
  if (known.name !== name || known.address?.postal_code !== zip)
    await stripe.paymentMethods.update(card.id, {
      billing_details: { name, address: { postal_code: zip } },
    });
  return card;
}

/** An already detached or unknown card counts as detached. */
async function detachCard(stripe: Stripe, cardId: string): Promise<void> {
  try {
    await stripe.paymentMethods.detach(cardId);
  } catch (error) {
    if (isMissing(error)) return;
    const { customer } = await stripe.paymentMethods.retrieve(cardId);
    if (customer !== null) throw error;
  }
}

async function charge(stripe: Stripe, request: ChargeRequest): Promise<Charge> {
  const { idempotencyKey, offSession, returnUrl } = request;
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount: request.amountCents,
        currency: 'usd',
        customer: request.customerId,
        payment_method: request.cardId,
        allowed_payment_method_types: ['card'],
        confirm: true,
        description: request.description,
        metadata: { ...request.metadata, [keyName]: idempotencyKey },
        expand: ['latest_charge'],
        // Authentication also sets the card up for renewals.
        ...(offSession
          ? { off_session: true }
          : { setup_future_usage: 'off_session' as const, return_url: returnUrl }),
      },
      { idempotencyKey },
    );
    return toCharge(intent);
  } catch (error) {
    const declined = declinedIntent(error);
    if (declined === null) throw error;
    return toCharge(declined);
  }
}

async function readCharge(stripe: Stripe, id: string): Promise<Charge | null> {
  try {
    return toCharge(await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function cancelCharge(stripe: Stripe, id: string): Promise<Charge> {
  try {
    return toCharge(await stripe.paymentIntents.cancel(id));
  } catch (error) {
    const standing = await readCharge(stripe, id);
    // It ended before it could be canceled.
    if (standing === null || standing.status === 'requires_action') throw error;
    return standing;
  }
}

function verified(
  { webhooks }: Stripe,
  {
    body,
    signature,
    secret,
    now,
  }: { body: string; signature: string | undefined; secret: string; now: Date },
): Stripe.Event | null {
  try {
    return webhooks.constructEvent(
      body,
      signature ?? '',
      secret,
      toleranceSeconds,
      undefined,
      now.getTime(),
    );
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;
    throw error;
  }
}

interface Range {
  from: Date;
  to: Date;
}

const limit = 100;

/** Stripe rounds times down to whole seconds, including those of events. */
const seconds = (time: number): number => Math.floor(time / 1000);

/** Stripe lists newest first, so a range is read day by day, and each day is reversed. */
async function* oldestFirst<Row>(
  { from, to }: Range,
  read: (created: { gte: number; lt: number }) => AsyncIterable<Row>,
): AsyncGenerator<Row> {
  for (let start = from.getTime(); start < to.getTime(); start += dayMs) {
    const end = Math.min(start + dayMs, to.getTime());
    const rows = await callStripe(() => collect(read({ gte: seconds(start), lt: seconds(end) })));
    yield* rows.toReversed();
  }
}

async function collect<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

/** Charges in dollars, oldest first. */
async function* chargesIn(stripe: Stripe, range: Range): AsyncGenerator<Charge> {
  const read = (created: { gte: number; lt: number }) =>
    stripe.paymentIntents.list({ created, limit, expand: ['data.latest_charge'] });
  for await (const intent of oldestFirst(range, read))
    if (intent.currency === 'usd') yield toCharge(intent);
}

/** Refunds in dollars, oldest first. */
async function* refundsIn(stripe: Stripe, range: Range): AsyncGenerator<Refund> {
  const read = (created: { gte: number; lt: number }) => stripe.refunds.list({ created, limit });
  for await (const refund of oldestFirst(range, read))
    if (refund.currency === 'usd') yield toRefund(refund);
}

/** Dispute movements in dollars, oldest first. Stripe books them as adjustments. */
async function* disputeMovementsIn(stripe: Stripe, range: Range): AsyncGenerator<DisputeMovement> {
  const read = (created: { gte: number; lt: number }) =>
    stripe.balanceTransactions.list({ created, limit, type: 'adjustment' });
  for await (const movement of oldestFirst(range, read)) {
    const disputeId = findDisputeId(movement);
    if (disputeId !== null && movement.currency === 'usd') yield toMovement(movement, disputeId);
  }
}

/**
 * The charge with a key. Stripe's search lags, so this reads the customer's own charges, newest
 * first.
 */
function findByKey(
  stripe: Stripe,
  { customerId, idempotencyKey }: { customerId: string; idempotencyKey: string },
): Promise<Charge | null> {
  return callStripe(async () => {
    try {
      const list = stripe.paymentIntents.list({
        customer: customerId,
        limit,
        expand: ['data.latest_charge'],
      });
      for await (const intent of list)
        if (intent.metadata[keyName] === idempotencyKey) return toCharge(intent);
      return null;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  });
}
