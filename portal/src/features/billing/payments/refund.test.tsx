import { describe, expect, it } from 'vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type Answer } from '@lintel/contract/core/endpoint';
import { refundPayment } from '@lintel/contract/billing/subscriptions';
import type { Payment } from '@lintel/contract/billing/payments';
import { openBilling, payment } from '../../../test/billing.ts';
import { button, input, press } from '../../../test/forms.ts';
import { at, answer, refusal, lostConnection, type Reply } from '../../../test/server.ts';
import { owner, privileges, staffPrivileges, switchedStaff } from '../../../test/sessions.ts';

const rows = [
  payment({ id: 1, number: '100-1-01', amount: 99.5, refundedAmount: 10 }),
  payment({ id: 2, number: '100-1-02', refundedAmount: 99.5 }),
  payment({ id: 3, number: '100-1-03', status: 'Failed' }),
];
const allowed = [...staffPrivileges, ...privileges('manage-contractors:plan_modify')];

async function open(session = switchedStaff(allowed), payments: Payment[] = rows) {
  const view = await openBilling({ payments }, { session });
  await screen.findByText('100-1-03');
  return view;
}

/** Answers refunds with these replies in turn, and collects the requests. */
function recordRefunds(...replies: (() => Reply<typeof refundPayment>)[]) {
  const sent: { key: string | null; body: Record<string, string> }[] = [];
  answer(at(refundPayment, { id: 1 }), async (request) => {
    sent.push({
      key: request.headers.get('idempotency-key'),
      body: Object.fromEntries(new URLSearchParams(await request.text())),
    });
    return replies.shift()?.() ?? refusal('unexpected');
  });
  return sent;
}
const done = (
  status: Answer<typeof refundPayment>['status'] = 'succeeded',
  message = 'The payment was refunded.',
) => ({ message, status, refundId: 5, refundedAmount: 99.5 });
const type = (label: string, value: string): void =>
  void fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value } });

describe('a refund', () => {
  it('is offered to staff in the account for the rest of successful payments', async () => {
    await open();
    expect(
      screen
        .getAllByRole('button', { name: /^Refund/ })
        .map((one) => one.getAttribute('aria-label')),
    ).toEqual(['Refund 100-1-01']);
    await press('Refund 100-1-01');
    expect(
      await screen.findByText(/^Up to \$89\.50 .* refunded to Summit Roofing LLC/),
    ).toBeTruthy();
    expect(input('Amount').value).toBe('89.50');
  });

  it.each([
    ['the contractor', owner()],
    ['staff who may not change plans', switchedStaff()],
  ])('is not offered to %s', async (_, session) => {
    await open(session);
    expect(screen.queryByRole('button', { name: /^Refund/ })).toBeNull();
    expect(screen.queryByRole('columnheader', { name: 'Refund' })).toBeNull();
  });

  it('keeps a typed reason until the form reopens', async () => {
    const { unmount } = await open();
    await press('Refund 100-1-01');
    await screen.findByText(/^Up to/);
    type('Reason', 'Paid twice');
    unmount();
    await open();
    await press('Refund 100-1-01');
    await screen.findByText(/^Up to/);
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe('Paid twice');
    await press('Discard draft');
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe('');
  });

  it("requires an amount and a reason, keeps the input, and shows the payment's new state", async () => {
    const { requests } = await open();
    const sent = recordRefunds(
      () => refusal('invalid', { amount: 'You can refund up to $89.50 of this payment.' }),
      done,
    );
    await press('Refund 100-1-01');
    await waitFor(() => expect(input('Amount')).toBeTruthy());
    type('Amount', 'much');
    await press('Refund');
    expect(await screen.findByText('Please enter an amount such as 99 or 99.50.')).toBeTruthy();
    expect(sent).toEqual([]);
    type('Amount', '90');
    type('Reason', 'Charged twice');
    await press('Refund');
    expect(await screen.findByText('You can refund up to $89.50 of this payment.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe('Charged twice');
    type('Amount', '89.5');
    await press('Refund');
    expect(await screen.findByText('The payment was refunded.')).toBeTruthy();
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Refund 100-1-01' })).toBeNull(),
    );
    expect(sent.map(({ body }) => body)).toEqual([
      { amount: '90', reason: 'Charged twice' },
      { amount: '89.5', reason: 'Charged twice' },
    ]);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
    expect(requests.payments.length).toBeGreaterThan(1);
  });

  it('without a response is retried as the same refund; one that the bank rejected becomes a new one', async () => {
    await open();
    const sent = recordRefunds(
      lostConnection,
      () => done('failed', 'The card was closed.'),
      () => done('pending', 'The refund is in progress.'),
    );
    await press('Refund 100-1-01');
    await waitFor(() => expect(input('Amount')).toBeTruthy());
    type('Reason', 'Charged twice');
    for (const count of [1, 2, 3]) {
      await waitFor(() => expect(button('Refund').hasAttribute('data-loading')).toBe(false));
      await press('Refund');
      await waitFor(() => expect(sent).toHaveLength(count));
    }
    const toasts = await screen.findAllByRole('alert');
    await waitFor(() =>
      expect(toasts.some((one) => within(one).queryByText('The card was closed.'))).toBe(true),
    );
    expect(await screen.findByText('The refund is in progress.')).toBeTruthy();
    const [first, second, third] = sent.map(({ key }) => key);
    expect(first).toBeTruthy();
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });
});
