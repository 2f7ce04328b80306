import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { readGateway, saveCard, readCard } from '@lintel/contract/billing/cards';
import { card, openBilling } from '../../../test/billing.ts';
import { button, input, press } from '../../../test/forms.ts';
import { at, answer } from '../../../test/server.ts';
import { clearHosted, createPaymentMethod, hostedCount, typeHosted } from '../../../test/stripe.ts';

const keys: string[] = [];
const network = { down: false };
vi.mock('@stripe/stripe-js/pure', async () => {
  const { stripe } = await import('../../../test/stripe.ts');
  const loadStripe = (key: string) => {
    keys.push(key);
    return network.down
      ? Promise.reject(new Error('Failed to load Stripe.js'))
      : Promise.resolve(stripe);
  };
  return { loadStripe };
});

beforeEach(() => {
  keys.length = 0;
  clearHosted();
  network.down = false;
  createPaymentMethod.mockReset();
});

async function open(shown = 'form'): Promise<Record<string, string>[]> {
  const bodies: Record<string, string>[] = [];
  const prepare = (): void => {
    answer(readGateway, {
      gateway: 'stripe',
      publishableKey: 'pk_test_1',
      testCards: [],
    });
    answer(at(saveCard, { id: 11 }), async (request) => {
      bodies.push(Object.fromEntries(new URLSearchParams(await request.text())));
      answer(at(readCard, { id: 11 }), card());
      return { message: 'Card added successfully' };
    });
  };
  await openBilling(
    { card: null, payments: [], subscription: null },
    { search: '?action=add-card', prepare },
  );
  // The form's code is lazy-loaded.
  const found = { timeout: 15_000 };
  await (shown === 'form'
    ? screen.findByRole('form', {}, found)
    : screen.findByText(shown, { exact: false }, found));
  if (shown === 'form') await waitFor(() => expect(hostedCount()).toBe(3));
  return bodies;
}

const put = (label: string, text: string): void =>
  void fireEvent.change(input(label), { target: { value: text } });

function typeAll(zip = '80202'): void {
  typeHosted('cardNumber');
  typeHosted('cardExpiry');
  typeHosted('cardCvc');
  put('Cardholder name', 'Priya Natarajan');
  put('Zip', zip);
}

describe("a card in Stripe's own fields", () => {
  it('goes to Stripe, and only its payment method id is sent to the server', async () => {
    createPaymentMethod.mockResolvedValue({ paymentMethod: { id: 'pm_1' } });
    const bodies = await open();
    expect(keys[0]).toBe('pk_test_1');
    expect(screen.queryByRole('textbox', { name: 'Card number' })).toBeNull();
    typeAll();
    await press('Add');
    expect(await screen.findByText('•••• •••• •••• 4242')).toBeTruthy();
    expect(createPaymentMethod.mock.calls[0]?.[0]).toMatchObject({
      type: 'card',
      billing_details: { name: 'Priya Natarajan', address: { postal_code: '80202' } },
    });
    expect(bodies).toEqual([
      { paymentMethodId: 'pm_1', name: 'Priya Natarajan', address_zip: '80202' },
    ]);
  });

  it('can be sent once all five fields are filled in [ACC-273]', async () => {
    await open();
    const steps = [
      () => typeHosted('cardNumber'),
      () => typeHosted('cardExpiry'),
      () => typeHosted('cardCvc'),
      () => put('Cardholder name', 'Priya Natarajan'),
      () => put('Zip', '80202'),
    ];
    for (const step of steps) {
      expect(button('Add').disabled).toBe(true);
      step();
    }
    expect(button('Add').disabled).toBe(false);
  });

  it("shows Stripe's errors at their fields, and is not sent when Stripe rejects it", async () => {
    createPaymentMethod.mockResolvedValue({ error: { message: 'Your card was declined.' } });
    const bodies = await open();
    typeHosted('cardNumber', 'Your card number is invalid.');
    expect(await screen.findByText('Your card number is invalid.')).toBeTruthy();
    typeAll();
    await press('Add');
    expect(await screen.findByText('Your card was declined.')).toBeTruthy();
    expect(bodies).toEqual([]);
  });

  it('needs a valid name and zip', async () => {
    await open();
    typeAll('802');
    await press('Add');
    expect(await screen.findByText('Please enter a 5-digit zip code.')).toBeTruthy();
    expect(createPaymentMethod).not.toHaveBeenCalled();
  });

  it('offers a retry when Stripe is unreachable', async () => {
    network.down = true;
    await open("The payment provider's fields couldn't be loaded.");
    network.down = false;
    await press('Try again');
    expect(await screen.findByRole('form', { name: 'Add card' })).toBeTruthy();
    await press('Cancel');
    expect(await screen.findByText('No card yet')).toBeTruthy();
  });
});
