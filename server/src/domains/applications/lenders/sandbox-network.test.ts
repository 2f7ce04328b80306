import fc from 'fast-check';
import { expect, test } from 'vitest';
import { creditBandKeys } from '@lintel/contract/applications/constants';
import { monthlyPayment, sandboxOffers } from './sandbox-network.ts';

const application = (
  creditBand: (typeof creditBandKeys)[number],
  cents: number,
  page = { helocOffer: true, fdAgreement: true, creditCards: true },
) => ({
  reference: 'ref',
  firstName: 'A',
  lastName: 'B',
  email: 'a@example.com',
  phone: '5555555555',
  city: 'C',
  state: 'TX',
  language: 'en' as const,
  creditBand,
  requestedAmountCents: cents,
  monthlyBudgetCents: null,
  project: 'Roofing',
  page,
});

test('monthly payments repay the loan to within rounding cents', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100_000, max: 15_000_000 }),
      fc.integer({ min: 0, max: 3000 }),
      fc.integer({ min: 6, max: 240 }),
      (amount, apr, months) => {
        const payment = monthlyPayment(amount, apr, months);
        let balance = amount;
        for (let month = 0; month < months; month += 1)
          balance += (balance * apr) / 10_000 / 12 - payment;
        const rate = 1 + apr / 10_000 / 12;
        const roundingGrown = apr === 0 ? months : (rate ** months - 1) / (rate - 1);
        return Math.abs(balance) <= 0.5 * roundingGrown + 1;
      },
    ),
  );
});

test('offers never exceed the limits of their kind and are the same for the same application', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...creditBandKeys),
      fc.integer({ min: 100_000, max: 15_000_000 }),
      (band, cents) => {
        const offers = sandboxOffers(application(band, cents));
        const caps = {
          loan: Math.min(cents, 10_000_000),
          heloc: 40_000_000,
          direct: 5_000_000,
          creditcard: 1_500_000,
        };
        expect(sandboxOffers(application(band, cents))).toEqual(offers);
        return offers.every(({ kind, amount }) => amount > 0 && amount * 100 <= caps[kind]);
      },
    ),
  );
});

test("the page's settings and the credit band determine the kinds of offers", () => {
  const kinds = (...args: Parameters<typeof application>) => [
    ...new Set(sandboxOffers(application(...args)).map(({ kind }) => kind)),
  ];
  expect(kinds('excellent', 2_000_000)).toEqual(['loan', 'heloc', 'direct', 'creditcard']);
  expect(
    kinds('excellent', 2_000_000, { helocOffer: false, fdAgreement: false, creditCards: false }),
  ).toEqual(['loan']);
  expect(kinds('excellent', 900_000)).toEqual(['loan', 'direct', 'creditcard']);
  expect(kinds('fair', 2_000_000)).toEqual(['loan', 'heloc']);
  expect(kinds('limited', 2_000_000)).toEqual(['loan']);
  expect(kinds('poor', 2_000_000)).toEqual([]);
});
