import { describe, expect, it } from 'vitest';
import { acceptedKinds, reasonsToSkip, type ContractorTerms, type LenderRules } from './routing.ts';

const open: LenderRules = {
  isPaused: false,
  products: [],
  states: [],
  minAmount: null,
  maxAmount: null,
  creditBands: [],
  projects: [],
  planIds: [],
  allContractors: true,
  needsMerchantNumber: false,
  needs: [],
};
const none: ContractorTerms = { isAllowed: null, merchantNumber: '' };
const application = {
  state: 'CO',
  creditBand: 'good',
  requestedAmount: 20_000,
  project: 'Roofing',
  planId: 3,
  accepts: ['loan'],
  details: ['income'],
} as const;
const reasons = (rules: Partial<LenderRules>, terms: Partial<ContractorTerms> = {}) =>
  reasonsToSkip({ ...open, ...rules }, { ...none, ...terms }, application);

describe('routing', () => {
  it('sends everything to a lender without rules', () => {
    expect(reasons({})).toEqual([]);
  });

  it.each([
    ['paused', { isPaused: true }],
    ['plan', { planIds: [4] }],
    ['contractor', { allContractors: false }],
    ['merchant', { needsMerchantNumber: true }],
    ['state', { states: ['OR'] }],
    ['details', { needs: ['income', 'housing'] }],
    ['amount', { minAmount: 20_001 }],
    ['amount', { maxAmount: 19_999 }],
    ['credit', { creditBands: ['excellent'] }],
    ['project', { projects: ['Solar'] }],
    ['product', { products: ['heloc'] }],
  ] satisfies [string, Partial<LenderRules>][])('gives %s as the reason', (reason, rules) => {
    expect(reasons(rules)).toEqual([reason]);
  });

  it('includes the limits of amounts', () => {
    expect(reasons({ minAmount: 20_000, maxAmount: 20_000 })).toEqual([]);
  });

  it('lets a contractor’s own entry override the plans and the general rule', () => {
    expect(reasons({ planIds: [4], allContractors: false }, { isAllowed: true })).toEqual([]);
    expect(reasons({}, { isAllowed: false })).toEqual(['contractor']);
    expect(reasons({ needsMerchantNumber: true }, { merchantNumber: 'M-1' })).toEqual([]);
  });

  it('names every reason, not only the first', () => {
    expect(reasons({ isPaused: true, states: ['OR'], products: ['heloc'] })).toEqual([
      'paused',
      'state',
      'product',
    ]);
  });

  it('knows the products that a page accepts', () => {
    expect(acceptedKinds({ helocOffer: false, fdAgreement: true, creditCards: true })).toEqual([
      'loan',
      'direct',
      'creditcard',
    ]);
  });
});
