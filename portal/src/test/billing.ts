import { type Card, readCard, readGateway } from '@lintel/contract/billing/cards';
import {
  type FailedPayment,
  type Payment,
  type Subscription,
  readSubscription,
  listPayments,
  listFailedPayments,
} from '@lintel/contract/billing/payments';
import type { Session } from '@lintel/contract/identity/sessions';
import { openPortal } from './render-portal.tsx';
import { at, answer } from './server.ts';
import { owner } from './sessions.ts';

export const card = (change: Partial<Card> = {}): Card => ({
  id: 100,
  number: '•••• •••• •••• 4242',
  brand: 'visa',
  cardholderName: 'Priya Natarajan',
  zipCode: '80202',
  expireMonth: 3,
  expireYear: 2031,
  daysUntilExpiration: 400,
  ...change,
});

export const payment = (change: Partial<Payment> = {}): Payment => ({
  id: 1000,
  number: '100-1-01',
  amount: 99.5,
  refundedAmount: 0,
  description: 'Pro plan, installment 1 of 12',
  status: 'Succeeded',
  createdAt: '2026-03-04T18:00:00.000Z',
  dueAt: null,
  failureMessage: '',
  dispute: null,
  ...change,
});

export const failedPayment = (change: Partial<FailedPayment> = {}): FailedPayment => ({
  id: 1001,
  number: '100-1-02',
  descriptions: ['Pro, year 1', 'Installment 2 of 12'],
  currentPeriodStart: '2026-04-04T18:00:00.000Z',
  currentPeriodEnd: '2026-05-04T18:00:00.000Z',
  failureMessage: 'The card has insufficient funds.',
  amount: 1099.5,
  ...change,
});

export const subscription = (change: Partial<Subscription> = {}): Subscription => ({
  id: 100,
  state: 'active',
  planName: 'Pro',
  tier: 'Pro',
  price: 1188,
  installments: 12,
  termStart: '2026-03-04T18:00:00.000Z',
  termEnd: '2027-03-04T18:00:00.000Z',
  nextPayment: { date: '2026-06-04T18:00:00.000Z', amount: 99 },
  renewal: { date: '2027-03-04T18:00:00.000Z', amount: 1248 },
  cancelAtTermEnd: false,
  nextPlanName: null,
  ...change,
});

export const testCards = [
  { number: '4242424242424242', description: 'Visa, succeeds' },
  { number: '4000000000000002', description: 'Declined when added' },
];

interface Stored {
  card?: Card | null;
  failed?: FailedPayment[];
  subscription?: Subscription | null;
  payments?: Payment[];
}

const failedTotal = (failed: readonly FailedPayment[]): number =>
  failed.reduce((sum, { amount }) => sum + amount, 0);

/**
 * Opens the screen at `search` with default responses, and records the requests for both lists.
 * `prepare` may change the responses.
 */
export async function openBilling(
  {
    card: stored = card(),
    failed = [],
    subscription: plan = subscription(),
    payments = [payment()],
  }: Stored = {},
  {
    search = '',
    session = owner(),
    prepare,
  }: { search?: string; session?: Session; prepare?: () => void } = {},
) {
  // A page that sends no requests itself.
  const view = await openPortal('/no-such-place', session);
  const requests: { payments: URLSearchParams[]; failed: URLSearchParams[] } = {
    payments: [],
    failed: [],
  };
  answer(at(readCard, { id: 11 }), stored ?? { id: null });
  answer(at(readSubscription, { id: 7 }), plan ?? { id: null });
  answer(readGateway, { gateway: 'sandbox', publishableKey: null, testCards });
  answer(listPayments, ({ url }) => {
    requests.payments.push(new URL(url).searchParams);
    return { data: payments, total: payments.length };
  });
  answer(listFailedPayments, ({ url }) => {
    const query = new URL(url).searchParams;
    requests.failed.push(query);
    const place = Number(query.get('page')) - 1;
    return {
      data: failed.slice(place, place + 1),
      total: failed.length,
      totalAmount: failedTotal(failed),
    };
  });
  prepare?.();
  await view.router.navigate({ href: `/card-payments${search}` });
  return { ...view, requests };
}
