import { expect, test } from 'vitest';
import type { HomeownerOffer } from '@lintel/contract/applications/homeowner';
import { bestMeasures, fitsBudget, measureNames, sorted } from './offer-cards.tsx';

const offer = (id: number, terms: Partial<HomeownerOffer>): HomeownerOffer => ({
  id,
  kind: 'loan',
  lenderName: `Lender ${id}`,
  amount: 10_000,
  apr: 9,
  termMonths: 60,
  monthlyPayment: 207.58,
  rateType: 'fixed',
  laterApr: null,
  fees: 0,
  securedByHome: false,
  totalOfPayments: 12_454.8,
  totalCost: 2454.8,
  chosen: false,
  approved: false,
  funded: false,
  withdrawn: false,
  expired: false,
  reversed: false,
  expiresAt: null,
  conditions: [],
  conditionallyApproved: false,
  applyUrl: null,
  lenderPhone: '',
  ...terms,
});

const long = offer(1, { monthlyPayment: 120, totalCost: 4400, apr: 10 });
const short = offer(2, { monthlyPayment: 300, totalCost: 800, apr: 9 });
const large = offer(3, { amount: 15_000, monthlyPayment: 310, totalCost: 900, apr: 9 });
const undisclosed = offer(4, { monthlyPayment: null, totalCost: null, apr: null });
const gone = offer(5, { monthlyPayment: 1, totalCost: 1, apr: 0, amount: 90_000, withdrawn: true });
const all = [gone, undisclosed, large, short, long];

test('sorts offers by the chosen measure, with unknown and withdrawn ones last', () => {
  const order = measureNames.map((by) => sorted(all, by).map(({ id }) => id));
  expect(order).toEqual([
    [1, 2, 3, 4, 5],
    [2, 3, 1, 4, 5],
    [2, 3, 1, 4, 5],
    [3, 1, 2, 4, 5],
  ]);
});

test('an offer is labeled best where no other available one beats it', () => {
  expect(all.map((one) => bestMeasures(one, all))).toEqual([
    [],
    [],
    ['rate', 'amount'],
    ['cost', 'rate'],
    ['payment'],
  ]);
});

test('a single offer, or one of equals, isn’t labeled best', () => {
  expect(bestMeasures(long, [long])).toEqual([]);
  expect(bestMeasures(long, [long, gone])).toEqual([]);
  expect(bestMeasures(offer(1, {}), [offer(1, {}), offer(2, {})])).toEqual([]);
});

test('an offer fits when it costs no more per month than the budget', () => {
  const fittingOffers = (budget: number | null) =>
    all.filter((one) => fitsBudget(one, budget)).map(({ id }) => id);
  expect(fittingOffers(300)).toEqual([2, 1]);
  expect(fittingOffers(299.99)).toEqual([1]);
  expect(fittingOffers(25)).toEqual([]);
  expect(fittingOffers(null)).toEqual([]);
});
