import { describe, expect, it, vi } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import { type Answer } from '@lintel/contract/core/endpoint';
import {
  listFailedPayments,
  payAllFailed,
  paymentReceipt,
  confirmIntent,
  retryInvoice,
} from '@lintel/contract/billing/payments';
import { failedPayment, openBilling } from '../../../test/billing.ts';
import { button, press, recordCalls } from '../../../test/forms.ts';
import { makeGate } from '../../../test/gate.ts';
import { expectToast } from '../../../test/marketing-templates.ts';
import { answer, refusal, type Reply } from '../../../test/server.ts';
import { externalRedirect } from './external-redirect.ts';

const two = [
  failedPayment(),
  failedPayment({
    id: 1002,
    number: '100-1-03',
    amount: 99,
    failureMessage: 'The card has expired.',
  }),
];
describe('a failed payment', () => {
  it('shows its invoice, purpose, period, amount, and failure reason [ACC-150]', async () => {
    await openBilling({ failed: two.slice(0, 1) });
    const shown = [
      '$1,099.50',
      '100-1-02',
      'Pro, year 1',
      'Installment 2 of 12',
      '04/04/2026 – 05/04/2026',
      'The card has insufficient funds.',
    ];
    for (const text of shown) expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('group', { name: 'Failed payments' })).toBeNull();
  });

  it('has its own page, and the next one is on the next page [ACC-399] [ACC-504]', async () => {
    const { requests } = await openBilling({ failed: two });
    expect(await screen.findByText('1 of 2')).toBeTruthy();
    expect(screen.queryByText('100-1-03')).toBeNull();
    await press('Next failed payment');
    expect(await screen.findByText('100-1-03')).toBeTruthy();
    expect(screen.queryByText('100-1-02')).toBeNull();
    const queries = requests.failed.map((query) =>
      ['limit', 'page', 'order', 'userId'].map((name) => query.get(name)),
    );
    expect(queries).toEqual([
      ['1', '1', '+createdAt', '11'],
      ['1', '2', '+createdAt', '11'],
    ]);
    expect(button('Next failed payment').disabled).toBe(true);
    await press('Previous failed payment');
    expect(await screen.findByText('100-1-02')).toBeTruthy();
  });

  it("never shows under another payment's page number", async () => {
    const gate = makeGate();
    await openBilling({ failed: two });
    await screen.findByText('1 of 2');
    answer(listFailedPayments, async () => {
      await gate.opened;
      return { data: two.slice(1), total: 2, totalAmount: 1198.5 };
    });
    await press('Next failed payment');
    expect(await screen.findByText('2 of 2')).toBeTruthy();
    expect(screen.queryByText('$1,099.50')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    gate.open();
    expect(await screen.findByText('100-1-03')).toBeTruthy();
  });

  it('can be retried, and leaves the box once paid [ACC-400] [ACC-470]', async () => {
    await openBilling({ failed: two });
    const gate = makeGate();
    const sent: (string | null)[] = [];
    answer(retryInvoice, async (request) => {
      sent.push(new URLSearchParams(await request.text()).get('userId'));
      await gate.opened;
      answer(listFailedPayments, { data: two.slice(1), total: 1, totalAmount: 99 });
      return { message: 'Your payment has been completed successfully' };
    });
    await screen.findByText('1 of 2');
    await press('Retry');
    await waitFor(() => expect(button('Retry').dataset['loading']).toBe('true'));
    expect(button('Next failed payment').disabled).toBe(true);
    gate.open();
    await expectToast('Your payment has been completed successfully');
    expect(await screen.findByText('100-1-03')).toBeTruthy();
    expect(screen.queryByText('100-1-02')).toBeNull();
    expect(sent).toEqual(['11']);
  });

  it('leaves its page when it was the last one', async () => {
    await openBilling({ failed: two });
    await screen.findByText('1 of 2');
    await press('Next failed payment');
    await screen.findByText('100-1-03');
    answer(retryInvoice, () => {
      answer(listFailedPayments, ({ url }) => ({
        data: url.includes('page=1') ? two.slice(0, 1) : [],
        total: 1,
        totalAmount: 99,
      }));
      return { message: 'Your payment has been completed successfully' };
    });
    await press('Retry');
    expect(await screen.findByText('100-1-02')).toBeTruthy();
  });

  it('shows another failure and its reason [ACC-469]', async () => {
    await openBilling({ failed: two });
    answer(retryInvoice, () => refusal('payment_failed', 'The card was declined.'));
    await screen.findByText('1 of 2');
    await press('Retry');
    await expectToast('Payment is failed');
    const alerts = screen.getAllByRole('alert').map(({ textContent }) => textContent);
    expect(alerts).toContain('The card was declined.');
    await waitFor(() => expect(button('Retry').dataset['loading']).toBeUndefined());
  });

  it('is not shown as failed when it was paid in the meantime', async () => {
    await openBilling({ failed: two });
    answer(retryInvoice, () => refusal('conflict', 'This payment has already been made.'));
    await screen.findByText('1 of 2');
    await press('Retry');
    await expectToast('This payment has already been made.');
  });

  it('redirects to the provider when the bank requires the customer [ACC-207]', async () => {
    const left = vi.spyOn(externalRedirect, 'to').mockImplementation(() => undefined);
    await openBilling({ failed: two });
    recordCalls(retryInvoice, () => ({
      message: 'Please confirm',
      redirectUrl: 'https://hooks.stripe.com/3d/1',
    }));
    await screen.findByText('1 of 2');
    await press('Retry');
    await waitFor(() => expect(left).toHaveBeenCalledWith('https://hooks.stripe.com/3d/1'));
    expect(button('Retry').dataset['loading']).toBe('true');
  });
});

describe('all failed payments', () => {
  type Paid = Answer<typeof payAllFailed>['payments'][number];
  const paid = (change: Partial<Paid>): Paid => ({
    id: 1001,
    number: '100-1-02',
    amount: 99,
    status: 'succeeded',
    message: 'Made',
    ...change,
  });
  const recordPayAll = (payments: Paid[]) => {
    const sent: string[] = [];
    answer(payAllFailed, async (request) => {
      sent.push(await request.text());
      return { message: 'Told of each', payments };
    });
    return sent;
  };

  it('can be paid in one step for the total on the button', async () => {
    await openBilling({ failed: two });
    const sent = recordPayAll([paid({ id: 1001 }), paid({ id: 1002 })]);
    await screen.findByText('1 of 2');
    answer(listFailedPayments, { data: [], total: 0, totalAmount: 0 });
    await press('Pay all 2: $1,198.50');
    await expectToast('Your payment has been completed successfully');
    expect(sent).toEqual(['amount=1198.5&userId=11']);
    expect(await screen.findByText('There are no failed payments.')).toBeTruthy();
  });

  it('show each outcome, and link to the bank for one that needs confirmation', async () => {
    const left = vi.spyOn(externalRedirect, 'to').mockImplementation(() => undefined);
    await openBilling({ failed: two });
    recordPayAll([
      paid({ id: 1001 }),
      paid({ id: 1002, number: '100-1-03', status: 'failed', message: 'The card was declined.' }),
      paid({
        id: 1003,
        number: '100-1-04',
        status: 'requires_action',
        message: 'Asks',
        redirectUrl: 'https://bank.example/1',
      }),
      paid({ id: 1004, number: '100-1-05', status: 'not_tried', message: 'Not tried yet.' }),
    ]);
    await screen.findByText('1 of 2');
    await press('Pay all 2: $1,198.50');
    await expectToast('1 of 4 payments were made.');
    const list = await screen.findByRole('status', { name: 'Payment results' });
    const words = [...list.querySelectorAll('li')].map(({ textContent }) => textContent);
    expect(words).toEqual([
      '100-1-02, $99.00Paid',
      '100-1-03, $99.00FailedThe card was declined.',
      '100-1-04, $99.00Needs confirmationAsksConfirm with the bank',
      '100-1-05, $99.00Not tried',
    ]);
    await press('Confirm with the bank');
    expect(left).toHaveBeenCalledWith('https://bank.example/1');
  });

  it('can be paid in one step only when there are several', async () => {
    await openBilling({ failed: two.slice(0, 1) });
    await screen.findByText('100-1-02');
    expect(screen.queryByRole('button', { name: /^Pay all/ })).toBeNull();
  });
});

describe('an e-mail link', () => {
  it('opens the bank for its payment after a confirmation, and is removed from the address', async () => {
    const left = vi.spyOn(externalRedirect, 'to').mockImplementation(() => undefined);
    const requests: string[] = [];
    const { router } = await openBilling(
      {},
      {
        search: '?confirm=1002',
        prepare: () =>
          answer(retryInvoice, (request) => {
            requests.push(new URL(request.url).pathname.split('/').at(-1) ?? '');
            return {
              message: 'Please confirm',
              redirectUrl: 'https://bank.example/1',
            };
          }),
      },
    );
    await screen.findByText('Confirm your payment');
    expect(requests).toEqual([]);
    await press('Continue to my bank');
    await waitFor(() => expect(left).toHaveBeenCalledWith('https://bank.example/1'));
    expect(requests).toEqual(['1002']);
    expect(router.state.location.search).toEqual({});
  });

  it('downloads the receipt that it names', async () => {
    const requests: string[] = [];
    await openBilling(
      {},
      {
        search: '?receipt=1000',
        prepare: () =>
          answer(paymentReceipt, (request) => {
            requests.push(new URL(request.url).pathname.split('/').at(-2) ?? '');
            return refusal('not_found');
          }),
      },
    );
    await waitFor(() => expect(requests).toEqual(['1000']));
  });

  it.each(['confirm=1002x', 'confirm=-1', 'receipt=', 'confirm=https://evil.example'])(
    'with %s does nothing',
    async (search) => {
      await openBilling({}, { search: `?${search}` });
      expect(await screen.findByText('There are no failed payments.')).toBeTruthy();
      expect(screen.queryByText('Confirm your payment')).toBeNull();
    },
  );
});

describe('the box of failed payments', () => {
  it('shows a note when empty', async () => {
    await openBilling();
    expect(await screen.findByText('There are no failed payments.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  it('can be reloaded after a failure', async () => {
    await openBilling(
      {},
      { prepare: () => answer(listFailedPayments, () => refusal('unexpected')) },
    );
    expect(await screen.findByText('This could not be loaded.')).toBeTruthy();
    answer(listFailedPayments, { data: two.slice(0, 1), total: 1, totalAmount: 99 });
    await press('Try again');
    expect(await screen.findByText('100-1-02')).toBeTruthy();
  });
});

describe('a cardholder back from the bank', () => {
  const returnFromBank = async (
    reply: () => Reply<typeof confirmIntent>,
  ): Promise<{ requests: string[]; search: () => object }> => {
    const requests: string[] = [];
    const { router } = await openBilling(
      {},
      {
        search: '?payment_intent=pi_123&payment_intent_client_secret=x&redirect_status=succeeded',
        prepare: () =>
          answer(confirmIntent, async (request) => {
            requests.push(
              `${new URL(request.url).pathname.split('/').at(-1)} ${await request.text()}`,
            );
            return reply();
          }),
      },
    );
    return { requests, search: () => router.state.location.search };
  };

  it('sees once that the payment succeeded, and the address is clean again [ACC-208] [ACC-209] [ACC-401] [ACC-470]', async () => {
    const { requests, search } = await returnFromBank(() => ({ status: 'paid' }));
    await expectToast('Your payment has been completed successfully');
    expect(requests).toEqual(['pi_123 userId=11']);
    expect(search()).toEqual({});
  });

  it.each(['failed', 'requires_action'] as const)(
    'sees a failure for the status %s [ACC-210]',
    async (status) => {
      await returnFromBank(() => ({ status }));
      await expectToast('Payment is failed');
    },
  );

  it('sees a failure for an unknown payment [ACC-210] [ACC-469]', async () => {
    await returnFromBank(() => refusal('not_found'));
    await expectToast('Payment is failed');
  });
});
