import type Stripe from 'stripe';
import type { Charge, Refund } from './port.ts';
import { asking, isMissing } from './stripe-errors.ts';
import { chargeOf, keyName, refundOf } from './stripe-shapes.ts';

interface Range {
  from: Date;
  to: Date;
}

const dayMs = 86_400_000;
const limit = 100;
/** Stripe counts whole seconds, of when something happened as well. */
const seconds = (time: number): number => Math.floor(time / 1000);

/** Stripe lists the newest first, so a range is read day by day, and each day is turned around. */
async function* oldestFirst<Row>(
  { from, to }: Range,
  read: (created: { gte: number; lt: number }) => AsyncIterable<Row>,
): AsyncGenerator<Row> {
  for (let start = from.getTime(); start < to.getTime(); start += dayMs) {
    const end = Math.min(start + dayMs, to.getTime());
    const rows = await asking(() => collect(read({ gte: seconds(start), lt: seconds(end) })));
    yield* rows.toReversed();
  }
}

async function collect<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

/** Charges in dollars, oldest first. */
export async function* chargesIn(stripe: Stripe, range: Range): AsyncGenerator<Charge> {
  const read = (created: { gte: number; lt: number }) =>
    stripe.paymentIntents.list({ created, limit, expand: ['data.latest_charge'] });
  for await (const intent of oldestFirst(range, read))
    if (intent.currency === 'usd') yield chargeOf(intent);
}

/** Refunds in dollars, oldest first. */
export async function* refundsIn(stripe: Stripe, range: Range): AsyncGenerator<Refund> {
  const read = (created: { gte: number; lt: number }) => stripe.refunds.list({ created, limit });
  for await (const refund of oldestFirst(range, read))
    if (refund.currency === 'usd') yield refundOf(refund);
}

/**
 * The charge with a key. Stripe's search lags behind, so the customer's own charges are gone
 * through, newest first.
 */
export function findByKey(
  stripe: Stripe,
  { customerId, idempotencyKey }: { customerId: string; idempotencyKey: string },
): Promise<Charge | null> {
  return asking(async () => {
    try {
      const list = stripe.paymentIntents.list({
        customer: customerId,
        limit,
        expand: ['data.latest_charge'],
      });
      for await (const intent of list)
        if (intent.metadata[keyName] === idempotencyKey) return chargeOf(intent);
      return null;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  });
}
