import {
  type SignUpPlan,
  type SignUpStatus,
  readSignUpPlans,
  readReferralCode,
} from '@lintel/contract/billing/sign-up';
import { signUpTab } from '../features/billing/sign-up/sign-up-tab.ts';
import { fill } from './forms.ts';
import { openPortal } from './render-portal.tsx';
import { answer, refusal } from './server.ts';

const noLater = { later: null };

const plan = (
  id: number,
  name: string,
  price: number,
  more: Partial<SignUpPlan> = {},
): SignUpPlan => ({
  id,
  name,
  tier: 'Self',
  price,
  description: [`All of ${name}`],
  firstYear: { total: price, today: price, ...noLater },
  referred: { total: price * 0.9, today: price * 0.9, ...noLater },
  ...more,
});

const offers = [
  plan(1, 'Free', 0, { tier: 'Free' }),
  plan(2, 'Self-service', 299),
  plan(3, 'Pro', 1188, {
    tier: 'Pro',
    firstYear: {
      total: 1188,
      today: 99,
      later: { payments: 11, amount: 99, firstOn: '2026-12-21T15:00:00.000Z' },
    },
    referred: {
      total: 1069.2,
      today: 89.1,
      later: { payments: 11, amount: 89.1, firstOn: '2026-12-21T15:00:00.000Z' },
    },
  }),
];

export const signUpStatus = (more: Partial<SignUpStatus> = {}): SignUpStatus => ({
  state: 'done',
  companyName: 'Vale Roofing',
  email: 'nora@vale.example',
  planName: 'Pro',
  accountMade: false,
  failureMessage: '',
  ...more,
});

/** Opens the sign-up in a fresh tab, or in a tab prepared by `before`. */
export async function openSignUp(search = '', before: () => void = () => signUpTab.forget()) {
  before();
  answer(readSignUpPlans, {
    plans: offers,
    referralDiscount: 10,
    gateway: 'sandbox',
    publishableKey: null,
    testCards: [{ number: '4242424242424242', description: 'Visa, succeeds' }],
  });
  answer(readReferralCode, (request) =>
    request.url.endsWith('/AB12CD34') ? { companyName: 'Summit Roofing' } : refusal('not_found'),
  );
  return openPortal(`/get-started${search}`, null);
}

/** Types the company and its contact. */
export async function typeCompany(): Promise<void> {
  await fill('Company name', 'Vale Roofing');
  await fill('Company address', '1 Main Street, Denver, CO');
  await fill('First name', 'Nora');
  await fill('Last name', 'Vale');
  await fill('E-mail', 'nora@vale.example');
  await fill('Phone', '3035550199');
}

export async function typeCard(): Promise<void> {
  await fill('Card number', '4242424242424242');
  await fill('Cardholder name', 'Nora Vale');
  await fill('Expiration', '12/44');
  await fill('CVC', '123');
  await fill('Zip', '80202');
}
