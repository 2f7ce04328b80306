import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { HomeownerApplication, HomeownerOffer } from '@lintel/contract/applications/homeowner';
import { NextStep } from './status.tsx';

const offer: HomeownerOffer = {
  id: 1,
  kind: 'loan',
  lenderName: 'First Lender',
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
  chosen: true,
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
};

const shown = (change: Partial<HomeownerOffer>, step: HomeownerApplication['next']['step']) =>
  renderToStaticMarkup(
    <NextStep
      company={{ companyName: 'Oak & Iron', phone: '' }}
      application={{
        token: '',
        status: 'offers',
        language: 'en',
        timeZone: 'America/New_York',
        draft: {},
        details: { asked: [], givenAt: null },
        requestedAmount: 10_000,
        monthlyBudget: null,
        offers: [{ ...offer, ...change }],
        information: null,
        requests: [],
        times: {
          sent: null,
          answered: null,
          chosen: null,
          approved: null,
          funded: null,
          withdrawn: null,
        },
        next: { step, actor: 'lender' },
        notices: 0,
      }}
    />,
  );

test('leads the homeowner to the lender’s own form, in a new tab', () => {
  const page = shown({ applyUrl: 'https://lender.example/apply?a=1&b=2' }, 'decide');
  expect(page).toContain('Continue at First Lender');
  expect(page).toContain('href="https://lender.example/apply?a=1&amp;b=2"');
  expect(page).toContain('target="_blank"');
  expect(page).toContain('rel="noopener noreferrer"');
});

test('has no such button without a form, and none after the approval', () => {
  expect(shown({}, 'decide')).not.toContain('Continue at');
  const applyUrl = 'https://lender.example/apply';
  expect(shown({ applyUrl, approved: true }, 'startWork')).not.toContain('Continue at');
});

test('tells an approval on conditions and a reversal apart', () => {
  expect(shown({ conditionallyApproved: true }, 'decide')).toContain('conditionally approved');
  const reversed = { chosen: false, withdrawn: true, reversed: true };
  expect(shown(reversed, 'withdrawn')).toContain('reversed the funding');
});
