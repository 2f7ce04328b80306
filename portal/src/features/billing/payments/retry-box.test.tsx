import { describe, expect, it, vi } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { failedPayment, openBilling } from '../../../test/billing.ts';
import { button, press, takeCalls } from '../../../test/forms.ts';
import { makeGate } from '../../../test/gate.ts';
import { toldOf } from '../../../test/marketing-templates.ts';
import { answer, refusal } from '../../../test/server.ts';
import { departure } from './departure.ts';

const two = [
  failedPayment(),
  failedPayment({ id: 1002, number: '100-1-03', amount: 99, failureMessage: 'The card has expired.' }),
];
const path = '/invoice/:id';

describe('a failed payment', () => {
  it('is shown with its invoice, what it is for, its period, its amount and why it failed [ACC-150]', async () => {
    await openBilling({ failed: two.slice(0, 1) });
    const shown = [
      '$1,099.50',
      '100-1-02',
      'Pro, year 1',
      'Installment 2 of 12',
      'Apr 4, 2026 – May 4, 2026',
      'The card has insufficient funds.',
    ];
    for (const text of shown) expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('group', { name: 'Failed payments' })).toBeNull();
  });

  it('has a page of its own, and the next one is a page further [ACC-399] [ACC-504]', async () => {
    const { asked } = await openBilling({ failed: two });
    expect(await screen.findByText('1 of 2')).toBeTruthy();
    expect(screen.queryByText('100-1-03')).toBeNull();
    await press('Next failed payment');
    expect(await screen.findByText('100-1-03')).toBeTruthy();
    expect(screen.queryByText('100-1-02')).toBeNull();
    const queries = asked.failed.map((query) => ['limit', 'page', 'order', 'userId'].map((name) => query.get(name)));
    expect(queries).toEqual([
      ['1', '1', '+createdAt', '11'],
      ['1', '2', '+createdAt', '11'],
    ]);
    expect(button('Next failed payment').disabled).toBe(true);
    await press('Previous failed payment');
    expect(await screen.findByText('100-1-02')).toBeTruthy();
  });

  it('is tried again, and is gone once it is paid [ACC-400] [ACC-470]', async () => {
    await openBilling({ failed: two });
    const gate = makeGate();
    const sent: (string | null)[] = [];
    answer('post', path, async (request) => {
      sent.push(new URLSearchParams(await request.text()).get('userId'));
      await gate.opened;
      answer('get', '/payment-failed', { data: two.slice(1), total: 1 });
      return HttpResponse.json({ message: 'Your payment has been completed successfully' });
    });
    await screen.findByText('1 of 2');
    await press('Retry');
    await waitFor(() => expect(button('Retry').dataset['loading']).toBe('true'));
    expect(button('Next failed payment').disabled).toBe(true);
    gate.open();
    await toldOf('Your payment has been completed successfully');
    expect(await screen.findByText('100-1-03')).toBeTruthy();
    expect(screen.queryByText('100-1-02')).toBeNull();
    expect(sent).toEqual(['11']);
  });

  it('that is the last one leaves its page', async () => {
    await openBilling({ failed: two });
    await screen.findByText('1 of 2');
    await press('Next failed payment');
    await screen.findByText('100-1-03');
    answer('post', path, () => {
      answer('get', '/payment-failed', ({ url }) =>
        HttpResponse.json({ data: url.includes('page=1') ? two.slice(0, 1) : [], total: 1 }),
      );
      return HttpResponse.json({ message: 'Your payment has been completed successfully' });
    });
    await press('Retry');
    expect(await screen.findByText('100-1-02')).toBeTruthy();
  });

  it('that fails again says so, and why [ACC-469]', async () => {
    await openBilling({ failed: two });
    const reply = { error: 'payment_failed', message: 'The card was declined.' };
    answer('post', path, () => HttpResponse.json(reply, { status: 422 }));
    await screen.findByText('1 of 2');
    await press('Retry');
    await toldOf('Payment is failed');
    const alerts = screen.getAllByRole('alert').map(({ textContent }) => textContent);
    expect(alerts).toContain('The card was declined.');
    await waitFor(() => expect(button('Retry').dataset['loading']).toBeUndefined());
  });

  it('that was made meanwhile is not called failed', async () => {
    await openBilling({ failed: two });
    const reply = { error: 'conflict', message: 'This payment has been made already.' };
    answer('post', path, () => HttpResponse.json(reply, { status: 409 }));
    await screen.findByText('1 of 2');
    await press('Retry');
    await toldOf('This payment has been made already.');
  });

  it('whose bank asks for its customer leads to the address of the provider [ACC-207]', async () => {
    const left = vi.spyOn(departure, 'to').mockImplementation(() => undefined);
    await openBilling({ failed: two });
    takeCalls('post', [path], () =>
      HttpResponse.json({ message: 'Please confirm', redirectUrl: 'https://hooks.stripe.com/3d/1' }),
    );
    await screen.findByText('1 of 2');
    await press('Retry');
    await waitFor(() => expect(left).toHaveBeenCalledWith('https://hooks.stripe.com/3d/1'));
    expect(button('Retry').dataset['loading']).toBe('true');
  });
});

describe('the box of failed payments', () => {
  it('says that there are none', async () => {
    await openBilling();
    expect(await screen.findByText('There are no failed payments.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  it('can be asked again when it could not be loaded', async () => {
    await openBilling({}, { prepare: () => answer('get', '/payment-failed', () => refusal('unexpected')) });
    expect(await screen.findByText('This could not be loaded.')).toBeTruthy();
    answer('get', '/payment-failed', { data: two.slice(0, 1), total: 1 });
    await press('Try again');
    expect(await screen.findByText('100-1-02')).toBeTruthy();
  });
});

describe('whoever comes back from the bank', () => {
  const comeBack = async (reply: () => Response): Promise<{ asked: string[]; search: () => object }> => {
    const asked: string[] = [];
    const { router } = await openBilling(
      {},
      {
        search: '?payment_intent=pi_123&payment_intent_client_secret=x&redirect_status=succeeded',
        prepare: () =>
          answer('post', '/payment-intent/:id', async (request) => {
            asked.push(`${new URL(request.url).pathname.split('/').at(-1)} ${await request.text()}`);
            return reply();
          }),
      },
    );
    return { asked, search: () => router.state.location.search };
  };

  it('is told once that the payment is made, and the address is clean again [ACC-208] [ACC-209] [ACC-401] [ACC-470]', async () => {
    const { asked, search } = await comeBack(() => HttpResponse.json({ status: 'paid' }));
    await toldOf('Your payment has been completed successfully');
    expect(asked).toEqual(['pi_123 userId=11']);
    expect(search()).toEqual({});
  });

  it.each(['failed', 'requires_action', 'processing'])(
    'is told that it failed when its status is %s [ACC-210]',
    async (status) => {
      await comeBack(() => HttpResponse.json({ status }));
      await toldOf('Payment is failed');
    },
  );

  it('is told that it failed when nobody knows the payment [ACC-210] [ACC-469]', async () => {
    await comeBack(() => refusal('not_found'));
    await toldOf('Payment is failed');
  });
});
