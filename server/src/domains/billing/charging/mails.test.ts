import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, signedInAs, type TestApp } from '../../../../test/app.ts';
import { mailTo } from '../../../../test/mail.ts';
import { startSubscription } from '../subscriptions/subscriptions.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Puts First Coat Painting, which has neither a card nor a paid subscription, on the Pro plan. */
const subscribe = () =>
  app.deps.database.db.transaction((tx) =>
    startSubscription(
      tx,
      { clock: app.clock },
      { contractorId: 104, planId: 3, discountPercent: 0 },
    ),
  );
const clock = async (seconds: number): Promise<void> => {
  app.clock.pass(seconds);
  for (const id of ['billing.bill-due', 'billing.settle', 'billing.card-expiring']) {
    const schedule = app.composed.schedules.find(({ handler }) => handler.job.id === id);
    await schedule!.handler.run({});
  }
};
/** The newest message, its text in one line. */
const newest = async () => {
  const [mail] = await mailTo(app, 'free@demo.test');
  return { ...mail!, text: mail!.text.replace(/\s+/g, ' ') };
};

test('an owner gets an e-mail with the failure and the next step, then about the declined card, then the receipt', async () => {
  const owner = await signedInAs(app, 'free@demo.test');
  const addCard = (number: string, mode: string) =>
    owner.post(`/user/14/card?mode=${mode}`, {
      number,
      name: 'Freddie Alvarez',
      expiration: '12/39',
      cvc: '123',
      address_zip: '78701',
    });
  await subscribe();
  const missing = await newest();
  expect(missing.subject).toBe('Your payment of $99.00 didn’t go through');
  expect(missing.text).toMatch(
    /because there's no card on file\. We'll try again on \w+ \d+, \d{4}\. Please add a card on the Billing page\./,
  );
  expect(missing.html).toContain('http://localhost:3000/card-payments');
  // Can be added, and is declined when charged.
  expect((await addCard('4000000000000341', 'create')).statusCode).toBe(200);
  await app.work();
  const declined = await newest();
  expect(declined.text).toMatch(
    /your Visa card ending in 0341 for the Pro plan \(\$99\.00\)\. The bank says: The card was declined\./,
  );
  expect((await addCard('4242424242424242', 'update')).statusCode).toBe(200);
  await app.work();
  const receipt = await newest();
  expect(receipt.subject).toBe('Receipt for your payment of $99.00');
  expect(receipt.text).toContain('Visa ending in 4242');
  const [paid] = (await owner.get('/payment')).json().data;
  expect(receipt.text).toContain(paid.number);
  expect(receipt.html).toContain(`http://localhost:3000/card-payments?receipt=${paid.id}`);
  expect(
    (await mailTo(app, 'free@demo.test')).filter(({ event }) => event.startsWith('payment-')),
  ).toHaveLength(3);
  expect((await owner.get('/payment')).json().data).toMatchObject([
    { status: 'Succeeded', amount: 99 },
  ]);
});

test('Summit Roofing gets one e-mail that its card is about to expire', async () => {
  // On any day: on the first of a long month the card has 31 days left.
  await clock(0);
  await clock(86_400);
  const told = (await mailTo(app, 'pro@demo.test')).filter(
    ({ event }) => event === 'card-expiring',
  );
  expect(told.map(({ subject }) => subject)).toEqual(['Your card ending in 4242 expires soon']);
});

test('an owner whose renewal requires bank confirmation gets a link to that payment', async () => {
  const owner = await signedInAs(app, 'free@demo.test');
  const card = {
    number: '4000002760003184',
    name: 'Freddie Alvarez',
    expiration: '12/39',
    cvc: '123',
    address_zip: '78701',
  };
  expect((await owner.post('/user/14/card?mode=update', card)).statusCode).toBe(200);
  // A month is longer than a session.
  await clock(32 * 86_400);
  await app.work();
  const asked = await newest();
  expect(asked.subject).toBe('Please confirm your payment of $99.00');
  expect(asked.text).toContain("There's nothing wrong with the card.");
  const again = await signedInAs(app, 'free@demo.test');
  const [failed] = (await again.get('/payment-failed')).json().data;
  expect(asked.html).toContain(`http://localhost:3000/card-payments?confirm=${failed.id}`);
  const { redirectUrl } = (await again.post(`/invoice/${failed.id}`, {})).json();
  expect(redirectUrl).toContain('/sandbox/authenticate/');
});
