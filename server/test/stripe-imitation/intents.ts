import { authenticationFailed, authenticationRequired } from './cards.ts';
import { declined, wrong, type Decline } from './problem.ts';
import type { Intent, Method, World } from './world.ts';

export type Form = Record<string, unknown>;
const isExpanded = ({ expand }: Form): boolean =>
  Array.isArray(expand) && expand.some((part) => String(part).endsWith('latest_charge'));

export function createIntent(world: World, form: Form): object {
  if (form['currency'] !== 'usd' || form['confirm'] !== 'true')
    throw wrong('Only confirmed payments in dollars are imitated.');
  const amount = Number(form['amount']);
  if (!(amount >= 50))
    throw wrong('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' });
  const method = world.get(world.methods, 'payment_method', form['payment_method']);
  const customer = world.get(world.customers, 'customer', form['customer']);
  if (method.customer !== customer.id || customer.deleted)
    throw wrong('The payment method does not belong to the customer.', {
      code: 'resource_missing',
      param: 'payment_method',
    });
  const intent: Intent = {
    id: world.newId('pi'),
    customer: customer.id,
    method: method.id,
    amount,
    status: 'succeeded',
    error: null,
    refunded: 0,
    returnUrl: String(form['return_url'] ?? ''),
    description: String(form['description'] ?? ''),
    metadata: (form['metadata'] ?? {}) as Record<string, string>,
    created: world.now(),
  };
  world.intents.set(intent.id, intent);
  confirm(world, { intent, method, offSession: form['off_session'] === 'true' });
  return world.showIntent(intent, isExpanded(form));
}

function confirm(
  world: World,
  { intent, method, offSession }: { intent: Intent; method: Method; offSession: boolean },
): void {
  const asks =
    method.behavior.authenticates === 'always' ||
    (method.behavior.authenticates === 'once' && !method.authenticated);
  const decline =
    method.behavior.charge ?? (asks && offSession ? authenticationRequired : undefined);
  if (decline !== undefined) return refuse(world, intent, decline);
  if (asks) intent.status = 'requires_action';
  world.tellOf(intent);
}

function refuse(world: World, intent: Intent, decline: Decline): never {
  intent.status = 'requires_payment_method';
  intent.error = { type: 'card_error', ...decline };
  world.tellOf(intent);
  throw declined(decline, world.showIntent(intent, false));
}

export function cancelIntent(world: World, id: string): object {
  const intent = world.get(world.intents, 'payment_intent', id);
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw wrong(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
      {
        code: 'payment_intent_unexpected_state',
      },
    );
  intent.status = 'canceled';
  world.tellOf(intent);
  return world.showIntent(intent, false);
}

/** The person's action on the bank's page; returns the return address. */
export function authenticate(world: World, id: string, passed: boolean): string {
  const intent = world.get(world.intents, 'payment_intent', id);
  if (intent.status === 'requires_action') {
    intent.status = passed ? 'succeeded' : 'requires_payment_method';
    intent.error = passed ? null : authenticationFailed;
    if (passed) world.get(world.methods, 'payment_method', intent.method).authenticated = true;
    world.tellOf(intent);
  }
  const address = new URL(intent.returnUrl);
  address.searchParams.set('payment_intent', id);
  return address.href;
}

export function createRefund(world: World, form: Form): object {
  const intent = world.get(world.intents, 'payment_intent', form['payment_intent']);
  if (intent.status !== 'succeeded')
    throw wrong('This PaymentIntent does not have a successful charge to refund.');
  const amount = Number(form['amount']);
  const left = intent.amount - intent.refunded;
  if (left === 0)
    throw wrong('The charge has already been refunded.', { code: 'charge_already_refunded' });
  if (!(amount >= 1 && amount <= left))
    throw wrong('The refund is greater than what is left of the charge.', { param: 'amount' });
  const refund = { id: world.newId('re'), intent: intent.id, amount, created: world.now() };
  world.refunds.set(refund.id, refund);
  intent.refunded += amount;
  world.tell('refund.created', world.showRefund(refund));
  world.tell('charge.refunded', world.showCharge(intent));
  return world.showRefund(refund);
}

export const readIntent = (world: World, id: string, query: Form): object =>
  world.showIntent(world.get(world.intents, 'payment_intent', id), isExpanded(query));

export const listIntents = (world: World, query: Form): object => {
  const all = [...world.intents.values()].filter(
    ({ customer }) => query['customer'] === undefined || customer === query['customer'],
  );
  return listOf(all, query, (intent) => world.showIntent(intent, isExpanded(query)));
};

export const listRefunds = (world: World, query: Form): object =>
  listOf([...world.refunds.values()], query, (refund) => world.showRefund(refund));

/**
 * A page, newest first, of rows created between `created[gte]` and `created[lt]`, after
 * `starting_after`.
 */
export function listOf<Row extends { id: string; created: number }>(
  all: Row[],
  query: Form,
  show: (row: Row) => object,
): object {
  const { gte = 0, lt = Number.MAX_SAFE_INTEGER } = (query['created'] ?? {}) as {
    gte?: number | string;
    lt?: number | string;
  };
  const rows = all
    .filter(({ created }) => created >= Number(gte) && created < Number(lt))
    .toReversed();
  const after =
    query['starting_after'] === undefined
      ? 0
      : rows.findIndex(({ id }) => id === query['starting_after']) + 1;
  const page = rows.slice(after, after + Number(query['limit'] ?? 10));
  return {
    object: 'list',
    url: '/v1',
    has_more: after + page.length < rows.length,
    data: page.map(show),
  };
}
