import { expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  runReconciliation,
  listReconciliations,
  type Reconciliation,
} from '@lintel/contract/billing/reconcile';
import { listDisputes, type Dispute } from '@lintel/contract/billing/disputes';
import { saveSignUpSettings } from '@lintel/contract/billing/sign-up-settings';
import { shownToasts } from '../../../../test/toasts.ts';
import { press, recordCalls } from '../../../../test/forms.ts';
import { openPlans, planReader } from '../../../../test/plans.ts';
import { answer } from '../../../../test/server.ts';
import { privileges, staff } from '../../../../test/sessions.ts';

vi.setConfig({ testTimeout: 30_000 });

const agreeing: Reconciliation = {
  id: 7,
  startedAt: '2026-11-21T12:00:00Z',
  endedAt: '2026-11-21T12:00:02Z',
  userId: null,
  checked: 12,
  differences: [],
  problem: '',
};
const differing: Reconciliation = {
  ...agreeing,
  userId: 1,
  differences: [
    { kind: 'missing_here', reference: 'pi_123', ours: '', theirs: '$99.00' },
    { kind: 'different_amount', reference: 're_9', ours: '-$5.00', theirs: '-$6.00' },
  ],
};
const card = async (title: string): Promise<HTMLElement> =>
  (await screen.findByRole('heading', { name: title, level: 2 })).closest('section') as HTMLElement;
const keeper = () =>
  staff(privileges('manage-plans:access', 'manage-plans:modify', 'manage-settings:modify'));

it('staff see that the books were never reconciled, reconcile them, and see each difference', async () => {
  let last: Reconciliation | null = null;
  const calls = recordCalls(runReconciliation, () => {
    last = differing;
    return { message: '2 differences were found', reconciliation: differing };
  });
  await openPlans(keeper(), () => {
    answer(listReconciliations, () => ({
      data: last === null ? [] : [last],
      total: last === null ? 0 : 1,
    }));
  });
  const books = await card('Reconciliation');
  await within(books).findByText('Nothing has been compared yet.');
  await press('Check now');
  await within(books).findByText('2 differences');
  expect(calls).toMatchObject([{ body: { days: '3' } }]);
  expect(
    within(within(books).getByRole('list', { name: 'Differences' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Missing from our bookspi_123$99.00 there',
    'Different amountsre_9-$5.00 here, -$6.00 there',
  ]);
  expect(shownToasts().at(-1)).toMatchObject({
    message: '2 differences were found',
    kind: 'warning',
  });
});

it("read-only staff see the last reconciliation and the rule, but can't change either", async () => {
  await openPlans(planReader(), () => answer(listReconciliations, { data: [agreeing], total: 1 }));
  const books = await card('Reconciliation');
  await within(books).findByText('Everything matches');
  expect(books.textContent).toContain('12 charges and refunds');
  expect(within(books).queryByRole('button')).toBeNull();
  const rule = await within(await card('Sign-up')).findByRole('switch', {
    name: /^Review sign-ups first/,
  });
  expect(rule.hasAttribute('disabled')).toBe(true);
});

it('staff can choose to create the accounts of paid sign-ups themselves', async () => {
  const calls = recordCalls(saveSignUpSettings, () => ({
    message: 'Saved',
    settings: { staffCreateAccounts: true },
  }));
  await openPlans(keeper());
  const rule = await within(await card('Sign-up')).findByRole<HTMLInputElement>('switch');
  expect(rule.checked).toBe(false);
  await userEvent.click(rule);
  await waitFor(() => expect(rule.checked).toBe(true));
  expect(calls).toMatchObject([{ body: { staffCreateAccounts: true } }]);
});

const dispute: Dispute = {
  id: 1,
  contractorId: 101,
  companyName: 'Summit Roofing',
  paymentId: 1000,
  paymentNumber: '100-1-01',
  state: 'open',
  isInquiry: false,
  amount: 99,
  withdrawn: 99,
  fee: 15,
  reason: 'Product not received',
  openedAt: '2026-11-21T12:00:00Z',
  respondBy: '2026-11-28T12:00:00Z',
  decidedAt: null,
  url: 'https://provider.example/disputes/dp_1',
};

it('staff see each dispute with the withdrawn amount, the deadline, and a link', async () => {
  await openPlans(planReader(), () => {
    answer(listReconciliations, { data: [agreeing], total: 1 });
    answer(listDisputes, {
      data: [dispute, { ...dispute, id: 2, state: 'lost', decidedAt: '2026-11-22T12:00:00Z' }],
      total: 2,
    });
  });
  const disputes = await card('Disputes');
  const [open, lost] = await within(disputes).findAllByRole('listitem');
  expect(open?.textContent).toContain('Disputed');
  expect(open?.textContent).toContain('$99.00 withdrawn, $15.00 fee');
  expect(open?.textContent).toContain('Respond by');
  expect(within(open!).getByRole('link').getAttribute('href')).toBe(dispute.url);
  expect(lost?.textContent).toContain('Dispute lost');
  expect(lost?.textContent).not.toContain('Respond by');
});
