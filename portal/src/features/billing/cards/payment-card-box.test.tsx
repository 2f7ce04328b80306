import { describe, expect, it } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import { readGateway, readCard, card as storedCard } from '@lintel/contract/billing/cards';
import { card, openBilling } from '../../../test/billing.ts';
import { button, press } from '../../../test/forms.ts';
import { at, answer, refusal } from '../../../test/server.ts';

const form = (name: string): HTMLElement | null => screen.queryByRole('form', { name });
const boxes = (): (string | null)[] =>
  screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

describe('the Billing screen', () => {
  it('has the boxes Payment Card, Retry Failed Payments, and Payments below the subscription [ACC-048]', async () => {
    await openBilling();
    await screen.findByText('•••• •••• •••• 4242');
    expect(boxes()).toEqual(['Pro plan', 'Payment Card', 'Retry Failed Payments', 'Payments']);
  });
});

describe('the card on the Billing screen', () => {
  it('shows first with a masked number and its other details [ACC-146] [ACC-147] [ACC-201]', async () => {
    await openBilling();
    expect(await screen.findByText('•••• •••• •••• 4242')).toBeTruthy();
    for (const text of ['Visa', 'Priya Natarajan', '80202', '03/2031'])
      expect(screen.getAllByText(text).length).toBeGreaterThan(0);
    expect(document.body.textContent).not.toMatch(/\d{5,}[ -]?\d{4,}/);
    const fields = [
      'brand',
      'cardholderName',
      'daysUntilExpiration',
      'expireMonth',
      'expireYear',
      'id',
      'number',
      'zipCode',
    ];
    expect(Object.keys(storedCard.shape).toSorted()).toEqual(fields);
    expect(screen.queryByRole('form')).toBeNull();
  });

  it('can be changed in a form, and shows again when that is canceled [ACC-202]', async () => {
    const { router } = await openBilling();
    await screen.findByText('•••• •••• •••• 4242');
    await press('Update card');
    expect(await screen.findByRole('form', { name: 'Update card' })).toBeTruthy();
    await press('Cancel');
    expect(await screen.findByText('•••• •••• •••• 4242')).toBeTruthy();
    expect(router.state.location.search).toEqual({});
    await waitFor(() => expect(document.activeElement).toBe(button('Update card')));
  });

  it('can be added in a form if missing [ACC-202]', async () => {
    await openBilling({ card: null });
    expect(await screen.findByText('No card yet')).toBeTruthy();
    await press('Add card');
    expect(await screen.findByRole('form', { name: 'Add card' })).toBeTruthy();
  });

  it('can be added directly by address [ACC-017]', async () => {
    await openBilling({ card: null }, { search: '?action=add-card' });
    await waitFor(() => expect(form('Add card')).toBeTruthy());
  });

  it('can be updated directly by address [ACC-018]', async () => {
    await openBilling({}, { search: '?action=update-card' });
    await waitFor(() => expect(form('Update card')).toBeTruthy());
  });

  it('shows without a form for other addresses', async () => {
    await openBilling({}, { search: '?action=delete-card' });
    expect(await screen.findByText('•••• •••• •••• 4242')).toBeTruthy();
    expect(screen.queryByRole('form')).toBeNull();
  });

  it('shows again when its form fails to load', async () => {
    await openBilling(
      {},
      {
        search: '?action=update-card',
        prepare: () => answer(readGateway, () => refusal('unavailable')),
      },
    );
    await screen.findByText('This could not be loaded.');
    await press('Cancel');
    expect(await screen.findByText('•••• •••• •••• 4242')).toBeTruthy();
  });

  it('can be reloaded after a failure', async () => {
    await openBilling(
      {},
      { prepare: () => answer(at(readCard, { id: 11 }), () => refusal('unexpected')) },
    );
    expect(await screen.findByText('This could not be loaded.')).toBeTruthy();
    answer(at(readCard, { id: 11 }), card());
    await press('Try again');
    expect(await screen.findByText('•••• •••• •••• 4242')).toBeTruthy();
  });
});

describe('a card on the Billing screen', () => {
  const tells = (days: number, words: string | null) => async (): Promise<void> => {
    await openBilling({ card: card({ daysUntilExpiration: days }) });
    await screen.findByText('•••• •••• •••• 4242');
    expect(screen.queryByText(/^Your card/)?.textContent ?? null).toBe(words);
  };

  it('past its expiration shows a warning [ACC-204]', tells(0, 'Your card has expired'));
  it('long past its expiration shows a warning [ACC-204]', tells(-90, 'Your card has expired'));
  it('on its last day is about to expire [ACC-205]', tells(1, 'Your card is expiring soon'));
  it(
    '30 days before its expiration is about to expire [ACC-205]',
    tells(30, 'Your card is expiring soon'),
  );
  it('31 days before its expiration shows no warning', tells(31, null));

  it.each([
    ['visa', 'Visa'],
    ['mastercard', 'Mastercard'],
    ['amex', 'American Express'],
    ['maestro', 'Maestro'],
    ['diners', 'Diners Club'],
    ['discover', 'Discover'],
    ['cirrus', 'Cirrus'],
    ['jcb', 'JCB'],
    ['unionpay', 'UnionPay'],
  ])('of the brand %s has its icon [ACC-148]', async (brand, name) => {
    await openBilling({ card: card({ brand }) });
    const icon = await screen.findByRole('img', { name });
    expect(icon.dataset['brand']).toBe(brand);
  });

  it('of another brand has the generic icon [ACC-149]', async () => {
    await openBilling({ card: card({ brand: 'girocard' }) });
    const icon = await screen.findByRole('img', { name: 'Card' });
    expect(icon.dataset['brand']).toBe('generic');
  });
});
