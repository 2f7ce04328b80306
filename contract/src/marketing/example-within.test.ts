import { expect, test } from 'vitest';
import { exactPayment, exampleWithin } from './payment-example.ts';

test('without declared rates, the example keeps its own terms', () => {
  expect(exampleWithin(null)).toEqual({ apr: 8.99, months: 84 });
});

test.each([
  [
    { minApr: 9.99, maxApr: 19.99, terms: [36, 60, 120] },
    { apr: 9.99, months: 60 },
  ],
  [
    { minApr: 2, maxApr: 6.5, terms: [] },
    { apr: 6.5, months: 84 },
  ],
  [
    { minApr: 5, maxApr: 20, terms: [84, 120] },
    { apr: 8.99, months: 84 },
  ],
])('the example uses the nearest rate and term that lenders offer', (range, expected) => {
  expect(exampleWithin(range)).toEqual(expected);
});

test('a loan without interest divides its amount', () => {
  expect(exactPayment(1200, { apr: 0, months: 12 })).toBe(100);
});
