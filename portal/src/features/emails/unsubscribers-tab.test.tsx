import { describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { listUnsubscribers, unsubscribe, resubscribe } from '@lintel/contract/emails/templates';
import { shownToasts } from '../../test/toasts.ts';
import { recordBodies, mailStaff, openEmails, readOptions, type Sent } from '../../test/emails.ts';
import { answer, refusal, lostConnection } from '../../test/server.ts';

vi.setConfig({ testTimeout: 20_000 });

const openList = async () => {
  const view = await openEmails(mailStaff('unsubscribers'));
  await screen.findByText('gone@example.com');
  return view;
};
const last = (sent: Sent) => Object.fromEntries(sent['unsubscribers']?.at(-1) ?? []);
const lastToast = () => shownToasts().at(-1);

const sendAddress = async (
  action: 'Unsubscribe' | 'Resubscribe',
  address: string,
): Promise<HTMLElement> => {
  await userEvent.click(screen.getByRole('button', { name: action.toUpperCase() }));
  const dialog = await screen.findByRole('dialog', { name: action });
  expect(within(dialog).getAllByRole('textbox')).toEqual([
    within(dialog).getByRole('textbox', { name: 'E-mail' }),
  ]);
  await userEvent.click(within(dialog).getByRole('textbox'));
  if (address !== '') await userEvent.paste(address);
  await userEvent.click(within(dialog).getByRole('button', { name: action }));
  return dialog;
};

describe('the list of unsubscribers', () => {
  it('shows E-mail, Date, and Source, latest first [ADM-106] [ADM-108] [ADM-197] [ADM-430]', async () => {
    const { sent } = await openList();
    expect([...document.querySelectorAll('th')].map(({ textContent }) => textContent)).toEqual([
      'E-mail',
      'Date',
      'Source',
    ]);
    expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      'gone@example.com',
      'Mar 4, 2026',
      'manual',
    ]);
    expect(last(sent)).toMatchObject({ page: '1', limit: '25', order: '-date' });
  });

  it('offers pages of 10, 25, 50, and 75 rows [ADM-519] [ADM-520]', async () => {
    const { sent } = await openList();
    expect(last(sent)['limit']).toBe('25');
    const sizes = within(screen.getByLabelText('Per page')).getAllByRole<HTMLOptionElement>(
      'option',
    );
    expect(sizes.map(({ value }) => value)).toEqual(['10', '25', '50', '75']);
  });

  it.each([
    [/^E-mail/, '+email'],
    [/^Date/, '+date'],
    [/^Source/, '+source'],
  ])('can be sorted by its column %s [ADM-107]', async (name, order) => {
    const { sent } = await openList();
    await userEvent.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(last(sent)['order']).toBe(order));
  });

  it('can be searched by e-mail [ADM-102] [ADM-430]', async () => {
    const { sent } = await openList();
    await userEvent.type(
      screen.getByRole('searchbox', { name: 'Search by e-mail' }),
      'gone{Enter}',
    );
    await waitFor(() => expect(last(sent)['filters[email]']).toBe('gone'));
  });

  it('can be filtered by source: close, manual, or do_not_contact [ADM-103] [ADM-521] [ADM-430]', async () => {
    const { sent } = await openList();
    const choice = screen.getByRole('combobox', { name: 'Source' });
    await userEvent.click(choice);
    const options = readOptions(choice);
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'All sources',
      'close',
      'manual',
      'do_not_contact',
    ]);
    await userEvent.click(options[3] ?? choice);
    await waitFor(() => expect(last(sent)['filters[source]']).toBe('do_not_contact'));
  });

  it('shows no error and no empty note after a loading failure, and stops loading [ADM-508]', async () => {
    await openEmails(mailStaff('unsubscribers'), '', () =>
      answer(listUnsubscribers, () => refusal('unexpected')),
    );
    expect(
      await screen.findByRole('heading', { name: 'The addresses could not be loaded' }),
    ).toBeTruthy();
    expect(screen.queryByRole('status', { name: 'Loading…' })).toBeNull();
    expect(screen.queryByText('Something wrong')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(shownToasts()).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
    answer(listUnsubscribers, { data: [], total: 0 });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'No one has unsubscribed' })).toBeTruthy();
  });
});

describe('an address', () => {
  it('can be unsubscribed manually by anyone with the tab [ADM-105] [ADM-109] [ADM-111] [ADM-431]', async () => {
    await openList();
    const bodies = recordBodies(unsubscribe);
    await sendAddress('Unsubscribe', ' new@example.com ');
    await waitFor(() =>
      expect(lastToast()).toMatchObject({
        message: 'Unsubscribe successful!',
        kind: 'success',
        life: 5000,
      }),
    );
    expect(bodies.map((body) => Object.fromEntries(body))).toEqual([
      { email: 'new@example.com', source: 'manual' },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('can be resubscribed by anyone with the tab [ADM-104] [ADM-110] [ADM-111] [ADM-432]', async () => {
    await openList();
    const bodies = recordBodies(resubscribe);
    await sendAddress('Resubscribe', 'gone@example.com');
    await waitFor(() =>
      expect(lastToast()).toMatchObject({
        message: 'Resubscribe successful!',
        kind: 'success',
        life: 5000,
      }),
    );
    expect(bodies.map((body) => Object.fromEntries(body))).toEqual([{ email: 'gone@example.com' }]);
  });

  it.each([
    ['Unsubscribe', '', 'This field is required.'],
    ['Unsubscribe', 'nobody', 'The Email is in invalid format'],
    ['Unsubscribe', `a@${'b'.repeat(260)}.co`, 'Enter 255 symbols maximum'],
    ['Resubscribe', '', 'This field is required.'],
    ['Resubscribe', 'nobody', 'The Email is in invalid format'],
    ['Resubscribe', `a@${'b'.repeat(260)}.co`, 'Enter 255 symbols maximum'],
  ] as const)(
    'to %s as %j is rejected with %j [ADM-302] [ADM-303] [ADM-304]',
    async (action, address, message) => {
      await openList();
      const dialog = await sendAddress(action, address);
      expect(await within(dialog).findByText(message)).toBeTruthy();
    },
  );

  it('that the server rejects shows its message for 3 s [ADM-483]', async () => {
    await openList();
    answer(unsubscribe, () => refusal('too_many_requests'));
    await sendAddress('Unsubscribe', 'new@example.com');
    const message = 'Too many attempts. Please wait a moment and try again.';
    await waitFor(() => expect(lastToast()).toMatchObject({ message, kind: 'danger', life: 3000 }));
  });

  it('that fails for an unknown reason shows the support contact [ADM-484]', async () => {
    await openList();
    answer(unsubscribe, lostConnection);
    await sendAddress('Unsubscribe', 'new@example.com');
    const message = 'An unexpected error occurred, please contact support@localhost';
    await waitFor(() => expect(lastToast()).toMatchObject({ message, kind: 'danger' }));
  });
});
