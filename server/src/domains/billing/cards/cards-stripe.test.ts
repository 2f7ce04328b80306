import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/app.ts';
import {
  cardOf,
  numbers,
  ownerOfNewContractor,
  type Owner,
} from '../../../../test/billing-screen.ts';
import {
  startStripe,
  stripeKeys,
  type StripeImitation,
} from '../../../../test/stripe-imitation.ts';

let stripe: StripeImitation;
let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  stripe = await startStripe(() => app.clock.now());
  app = await createTestApp({ env: { ...stripeKeys, STRIPE_API_URL: stripe.url } });
  owner = await ownerOfNewContractor(app);
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

const handed = (paymentMethodId: string) => ({
  paymentMethodId,
  name: 'Connie Larsen',
  address_zip: '04101',
});
const path = () => `/user/${owner.userId}/card`;
const save = (mode: string, card: object, options = {}) =>
  owner.client.post(`${path()}?mode=${mode}`, card, options);
const read = async () => (await owner.client.get(path())).json();

test('a browser gets the publishable key, and no test numbers', async () => {
  const answer = (await owner.client.get('/payment-gateway')).json();
  expect(answer).toEqual({
    gateway: 'stripe',
    publishableKey: stripeKeys.STRIPE_PUBLISHABLE_KEY,
    testCards: [],
  });
});

test('rejects a typed card number without sending it anywhere', async () => {
  const answer = await save('create', cardOf(numbers.good));
  expect(answer.statusCode).toBe(422);
  expect(answer.json().fields.number).toMatch(/^Card numbers aren't accepted here/);
  expect(await read()).toEqual({ id: null });
});

test('adds a card from the browser’s Stripe form, and replaces it with another [ACC-395] [ACC-396]', async () => {
  const added = await save('create', handed('pm_card_visa'));
  expect([added.statusCode, added.json()]).toEqual([200, { message: 'Card added successfully' }]);
  expect(await read()).toMatchObject({
    number: '•••• •••• •••• 4242',
    brand: 'visa',
    cardholderName: 'Connie Larsen',
  });
  await save('update', handed('pm_card_mastercard'));
  expect(await read()).toMatchObject({ number: '•••• •••• •••• 4444', brand: 'mastercard' });
});

test('a call repeated after a lost answer adds the card once', async () => {
  const options = { headers: { 'idempotency-key': 'lost' } };
  stripe.loseAnswers(1);
  const first = await save('update', handed('pm_card_visa'), options);
  const second = await save('update', handed('pm_card_visa'), options);
  expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
  expect(await read()).toMatchObject({ brand: 'visa' });
});

test("returns Stripe's message when Stripe rejects a card [ACC-465]", async () => {
  const before = await read();
  const refused = await save('update', handed('pm_card_chargeDeclined'));
  expect(refused.statusCode).toBe(422);
  expect(refused.json().message).toMatch(/declined/);
  expect(await read()).toEqual(before);
});

test('rejects a card in any other form, or without its holder', async () => {
  const answer = await save('update', { paymentMethodId: 'card', name: '', address_zip: '1' });
  expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([
    422,
    ['paymentMethodId', 'name', 'address_zip'],
  ]);
});

test('logs an unreachable Stripe and lets the user retry', async () => {
  await stripe.close();
  const answer = await save('update', handed('pm_card_visa'));
  expect([answer.statusCode, answer.json().error]).toEqual([503, 'gateway_unavailable']);
  expect(app.warnings.join()).toMatch(/payment gateway/);
});
