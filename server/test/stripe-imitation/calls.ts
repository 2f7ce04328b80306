import { testMethods } from './cards.ts';
import {
  cancelIntent,
  createIntent,
  createRefund,
  listIntents,
  listRefunds,
  readIntent,
  type Form,
} from './intents.ts';
import { listMovements } from './disputes.ts';
import { declined, missing, wrong } from './problem.ts';
import type { World } from './world.ts';

type Call = (world: World, id: string, form: Form) => object;

const createCustomer: Call = (world, _id, form) => {
  const customer = {
    id: world.newId('cus'),
    name: String(form['name']),
    email: String(form['email']),
    deleted: false,
  };
  world.customers.set(customer.id, customer);
  return { object: 'customer', ...customer, deleted: undefined };
};

const readCustomer: Call = (world, id) => {
  const { deleted, ...customer } = world.get(world.customers, 'customer', id);
  return deleted ? { id, object: 'customer', deleted } : { object: 'customer', ...customer };
};

/** Attaching a test payment method creates a new one, as at Stripe. */
const attach: Call = (world, id, form) => {
  const behavior = testMethods[id];
  if (behavior === undefined) throw missing('payment_method', id);
  const customer = world.get(world.customers, 'customer', form['customer']);
  if (customer.deleted) throw missing('customer', customer.id);
  if (behavior.attach !== undefined) throw declined(behavior.attach);
  const billing = { name: null, zip: null };
  const method = {
    id: world.newId('pm'),
    customer: customer.id,
    behavior,
    authenticated: false,
    billing,
  };
  world.methods.set(method.id, method);
  world.tell('payment_method.attached', world.showMethod(method));
  return world.showMethod(method);
};

const detach: Call = (world, id) => {
  const method = world.get(world.methods, 'payment_method', id);
  if (method.customer === null)
    throw wrong('The payment method you provided is not attached to a customer.');
  method.customer = null;
  world.tell('payment_method.detached', world.showMethod(method));
  return world.showMethod(method);
};

const updateMethod: Call = (world, id, form) => {
  const method = world.get(world.methods, 'payment_method', id);
  const details = form['billing_details'] as { name: string; address: { postal_code: string } };
  method.billing = { name: details.name, zip: details.address.postal_code };
  return world.showMethod(method);
};

const readMethod: Call = (world, id) =>
  world.showMethod(world.get(world.methods, 'payment_method', id));

/** The gateway's calls, by method and path. */
export const calls: readonly (readonly [method: string, path: RegExp, call: Call])[] = [
  ['POST', /^\/v1\/customers$/, createCustomer],
  ['GET', /^\/v1\/customers\/(\w+)$/, readCustomer],
  ['POST', /^\/v1\/payment_methods\/(\w+)\/attach$/, attach],
  ['POST', /^\/v1\/payment_methods\/(\w+)\/detach$/, detach],
  ['POST', /^\/v1\/payment_methods\/(\w+)$/, updateMethod],
  ['GET', /^\/v1\/payment_methods\/(\w+)$/, readMethod],
  ['POST', /^\/v1\/payment_intents$/, (world, _id, form) => createIntent(world, form)],
  ['GET', /^\/v1\/payment_intents$/, (world, _id, form) => listIntents(world, form)],
  ['GET', /^\/v1\/payment_intents\/(\w+)$/, readIntent],
  ['POST', /^\/v1\/payment_intents\/(\w+)\/cancel$/, cancelIntent],
  ['POST', /^\/v1\/refunds$/, (world, _id, form) => createRefund(world, form)],
  ['GET', /^\/v1\/refunds$/, (world, _id, form) => listRefunds(world, form)],
  ['GET', /^\/v1\/balance_transactions$/, (world, _id, form) => listMovements(world, form)],
];
