import { expect, test } from 'vitest';
import { exactPayment, likelyPayment } from './payment-example.ts';

const small = { lenderName: 'Small', amount: 5000, monthlyPayment: 90 };
const large = { lenderName: 'Large', amount: 20_000, monthlyPayment: 400 };

test('a payment follows the first offer that covers the amount', () => {
  expect(likelyPayment(4000, [small, large])).toEqual({ payment: 72, offer: small });
  expect(likelyPayment(12_345, [small, large])).toEqual({ payment: 246.9, offer: large });
});

test('an amount above all offers uses the example', () => {
  const example = { payment: exactPayment(25_000), offer: null };
  expect(likelyPayment(25_000, [small, large])).toEqual(example);
  expect(likelyPayment(25_000, [])).toEqual(example);
});

test("an amount that can't be applied for has no payment", () => {
  for (const amount of [0, -5, 999.99, 150_000.01, Number.NaN])
    expect(likelyPayment(amount, [large])).toBeNull();
});
