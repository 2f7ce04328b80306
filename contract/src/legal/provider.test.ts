import { expect, test } from 'vitest';
import { servedStates, type ProviderFacts } from './provider.ts';

const facts = (licensed: ('CO' | 'TX')[], lending: ('CO' | 'CA')[][]): ProviderFacts => ({
  legalName: '',
  address: '',
  nmlsId: '',
  licenses: licensed.map((state) => ({ state, number: '1', name: 'License' })),
  lenders: lending.map((states) => ({ name: 'A bank', nmlsId: '', website: '', states })),
});

test('homeowners can apply where the provider is licensed and a lender lends', () => {
  expect(servedStates(facts([], []))).toBeNull();
  expect(servedStates(facts([], [[]]))).toBeNull();
  expect(servedStates(facts(['TX', 'CO'], []))).toEqual(['CO', 'TX']);
  expect(servedStates(facts(['TX', 'CO'], [['CO', 'CA']]))).toEqual(['CO']);
  expect(servedStates(facts(['TX', 'CO'], [['CO'], []]))).toEqual(['CO', 'TX']);
  expect(servedStates(facts([], [['CA'], ['CO']]))).toEqual(['CA', 'CO']);
  expect(servedStates(facts(['TX'], [['CA']]))).toEqual([]);
});
