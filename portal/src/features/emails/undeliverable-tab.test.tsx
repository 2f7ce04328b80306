import { describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { allowAgain, listUndeliverable } from '@lintel/contract/emails/undeliverable';
import { shownToasts } from '../../test/toasts.ts';
import { recordBodies, mailStaff, openEmails, readOptions } from '../../test/emails.ts';
import { answer, refusal } from '../../test/server.ts';

vi.setConfig({ testTimeout: 20_000 });

const row = {
  id: 3,
  email: 'gone@example.com',
  reason: 'bounced' as const,
  detail: '550 5.1.1 User unknown',
  since: '2026-03-04T18:00:00.000Z',
  last: '2026-03-09T18:00:00.000Z',
  count: 4,
};

async function openList(data: (typeof row)[] = [row]) {
  const requests: URLSearchParams[] = [];
  await openEmails(mailStaff('unsubscribers'), '?tab=undeliverable', () => {
    answer(listUndeliverable, ({ url }) => {
      requests.push(new URL(url).searchParams);
      return { data, total: data.length };
    });
  });
  await screen.findByText(data.length > 0 ? 'gone@example.com' : 'No undeliverable addresses');
  return { last: () => Object.fromEntries(requests.at(-1) ?? []), requests };
}

describe('the list of undeliverable addresses', () => {
  it('shows the reason, the first date, and the count, latest first', async () => {
    const { last } = await openList();
    expect([...document.querySelectorAll('th')].map(({ textContent }) => textContent)).toEqual([
      'E-mail',
      'Reason',
      'Since',
      'Last time',
      'Times',
      '',
    ]);
    expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      'gone@example.com',
      'Bounced550 5.1.1 User unknown',
      'Mar 4, 2026',
      'Mar 9, 2026',
      '4',
      'Allow again',
    ]);
    expect(last()).toMatchObject({ page: '1', limit: '25', order: '-last' });
  });

  it('is sorted, searched, and filtered by the server', async () => {
    const { last } = await openList();
    await userEvent.click(screen.getByRole('button', { name: /^Times/ }));
    await waitFor(() => expect(last()['order']).toBe('-count'));
    await userEvent.type(
      screen.getByRole('searchbox', { name: 'Search by e-mail' }),
      'gone{Enter}',
    );
    await waitFor(() => expect(last()['filters[email]']).toBe('gone'));
    const choice = screen.getByRole('combobox', { name: 'Reason' });
    await userEvent.click(choice);
    const [, , spam] = readOptions(choice);
    expect(spam?.textContent).toBe('Marked as spam');
    if (spam) await userEvent.click(spam);
    await waitFor(() => expect(last()['filters[reason]']).toBe('complained'));
  });

  it('shows a note when empty', async () => {
    await openList([]);
    expect(
      screen.getByText(
        'Addresses that bounce, or whose owner marks an e-mail as spam, appear here.',
      ),
    ).toBeTruthy();
  });

  it('can allow an address again and then reloads', async () => {
    const { requests } = await openList();
    const bodies = recordBodies(allowAgain);
    const before = requests.length;
    await userEvent.click(screen.getByRole('button', { name: 'Allow gone@example.com again' }));
    await waitFor(() =>
      expect(shownToasts().at(-1)?.message).toBe('This address can get e-mail again.'),
    );
    expect(bodies.map((body) => Object.fromEntries(body))).toEqual([{ email: 'gone@example.com' }]);
    await waitFor(() => expect(requests.length).toBe(before + 1));
  });

  it('shows when another staff user has already allowed an address', async () => {
    const { requests } = await openList();
    answer(allowAgain, () => refusal('not_found', "This address isn't on the list."));
    const table = screen.getByRole('table');
    const before = requests.length;
    await userEvent.click(within(table).getByRole('button', { name: /^Allow/ }));
    await waitFor(() => expect(shownToasts().at(-1)).toMatchObject({ kind: 'danger' }));
    await waitFor(() => expect(requests.length).toBe(before + 1));
  });
});
