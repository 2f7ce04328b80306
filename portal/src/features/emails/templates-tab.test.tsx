import { describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { listTemplates } from '@lintel/contract/emails/templates';
import { listFailed, retryFailed, listBuiltIn } from '@lintel/contract/emails/queue';
import { shownToasts } from '../../test/toasts.ts';
import { mailStaff, openEmails, template } from '../../test/emails.ts';
import { at, answer, refusal } from '../../test/server.ts';

vi.setConfig({ testTimeout: 20_000 });

const openList = async (session = mailStaff('templates', 'changes')) => {
  const view = await openEmails(session);
  await screen.findByText('Welcome, {{ user.firstName }}');
  return view;
};
const searchBox = (): HTMLElement => screen.getByRole('searchbox', { name: 'Search templates' });
const requests = (sent: Record<string, URLSearchParams[]>) =>
  Object.fromEntries(sent['templates']?.at(-1) ?? []);

describe('the list of templates', () => {
  it('loads the first 25, and offers pages of 10, 25, 50, and 75 [ADM-519] [ADM-520] [ADM-422]', async () => {
    const { sent } = await openList();
    expect(requests(sent)).toMatchObject({ page: '1', limit: '25' });
    const sizes = within(screen.getByLabelText('Per page')).getAllByRole<HTMLOptionElement>(
      'option',
    );
    expect(sizes.map(({ value }) => value)).toEqual(['10', '25', '50', '75']);
    await userEvent.selectOptions(screen.getByLabelText('Per page'), '75');
    await waitFor(() => expect(requests(sent)).toMatchObject({ page: '1', limit: '75' }));
  });

  it('has its columns in order [ADM-083]', async () => {
    await openList();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'ID',
      'Type',
      'Subject',
      'From address',
      'To address',
      'BCC',
      'Body',
      'Used for',
      'Category',
      'Description',
      'Enabled',
      'Unsubscribe',
      'Actions',
    ]);
  });

  it("shows a template's type, event, category, and the start of its body as text [ADM-194]", async () => {
    await openList();
    const cells = within(screen.getAllByRole('row').at(-1) ?? document.body).getAllByRole('cell');
    expect(cells.slice(0, 10).map(({ textContent }) => textContent)).toEqual([
      '41',
      'Common',
      'Welcome, {{ user.firstName }}',
      'hello@lintel.example',
      '{{ user.email }}',
      'archive@lintel.example',
      'Hello {{ user.firstName }} Start',
      'account-created',
      'Account',
      'Sent once',
    ]);
  });

  it('labels type 0 Internal [ADM-194]', async () => {
    await openEmails();
    answer(listTemplates, {
      data: [template({ type: 0 })],
      total: 1,
      usedForList: [],
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Search' }));
    expect(await screen.findByRole('cell', { name: 'Internal' })).toBeTruthy();
  });

  it('marks enabled templates and ones with an unsubscribe link, and nothing else [ADM-084] [ADM-085]', async () => {
    await openEmails();
    const rows = [template(), template({ id: 42, enabled: false, unsubscribe: true })];
    answer(listTemplates, { data: rows, total: 2, usedForList: [] });
    await userEvent.click(await screen.findByRole('button', { name: 'Search' }));
    await screen.findByRole('cell', { name: '42' });
    const marks = screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => {
        const cells = within(row).getAllByRole('cell');
        return cells
          .slice(10, 12)
          .map((cell) => within(cell).queryByRole('img')?.getAttribute('aria-label') ?? null);
      });
    expect(marks).toEqual([
      ['Enabled', null],
      [null, 'With an unsubscribe link'],
    ]);
  });

  it('searches on Enter and not before [ADM-080] [ADM-422]', async () => {
    const { sent } = await openList();
    const before = sent['templates']?.length;
    await userEvent.type(searchBox(), 'welcome');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(sent['templates']).toHaveLength(before ?? -1);
    await userEvent.keyboard('{Enter}');
    await waitFor(() =>
      expect(requests(sent)).toMatchObject({ page: '1', 'filters[searchText]': 'welcome' }),
    );
  });

  it('searches with the search button [ADM-081]', async () => {
    const { sent } = await openList();
    await userEvent.type(searchBox(), 'reset');
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() => expect(requests(sent)).toMatchObject({ 'filters[searchText]': 'reset' }));
  });

  it('shows no error and no empty note after a loading failure, and stops loading [ADM-508]', async () => {
    await openEmails(mailStaff('templates'), '', () =>
      answer(listTemplates, () => refusal('unexpected')),
    );
    expect(
      await screen.findByRole('heading', { name: 'The templates could not be loaded' }),
    ).toBeTruthy();
    expect(screen.queryByRole('status', { name: 'Loading…' })).toBeNull();
    expect(screen.queryByText('Something wrong')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByText(/^No templates/)).toBeNull();
    expect(shownToasts()).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
    answer(listTemplates, { data: [], total: 0, usedForList: [] });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'No templates yet' })).toBeTruthy();
  });
});

describe('the actions of a template', () => {
  it('are adding and editing for staff who may edit templates [ADM-082] [ADM-086]', async () => {
    await openList();
    expect(screen.getByRole('button', { name: 'ADD TEMPLATE' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Edit template 41' })).toBeTruthy();
  });

  it('are read-only for other staff [ADM-082] [ADM-086]', async () => {
    await openList(mailStaff('templates'));
    expect(screen.queryByRole('button', { name: 'ADD TEMPLATE' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Edit template 41' })).toBeNull();
    expect(screen.getByRole('button', { name: 'View template 41' })).toBeTruthy();
  });

  it('include a window with the message [ADM-087]', async () => {
    await openList();
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    await userEvent.click(screen.getByRole('button', { name: 'View template 41' }));
    const [address, , features] = open.mock.calls[0] ?? [];
    expect(address).toBe('/api/v1/manage/emails/templates/41/view');
    expect(features).toMatch(/^popup,width=/);
  });
});

describe('undelivered messages', () => {
  const failed = {
    id: 8,
    event: 'account-created',
    to: 'pro@demo.test',
    failedAt: '2026-03-04T18:00:00.000Z',
    reason: 'Mailbox full',
  };

  it('are announced, listed, and retried one by one', async () => {
    const left = { data: [failed], total: 1 };
    await openEmails(mailStaff('templates', 'changes'), '', () => answer(listFailed, () => left));
    expect(await screen.findByText("1 message couldn't be delivered.")).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'See which' }));
    const dialog = await screen.findByRole('dialog', {
      name: "Messages that couldn't be delivered",
    });
    for (const fact of [
      'account-created',
      'pro@demo.test',
      'Mar 4, 2026, 1:00 PM EST',
      'Mailbox full',
    ]) {
      expect(await within(dialog).findByText(fact)).toBeTruthy();
    }
    answer(at(retryFailed, { id: 8 }), () => {
      left.data = [];
      left.total = 0;
      return { message: 'Success' };
    });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Resend to pro@demo.test' }));
    expect(await within(dialog).findByText('Everything was delivered')).toBeTruthy();
    expect(shownToasts().at(-1)).toMatchObject({ kind: 'success' });
  });

  it('are not mentioned when empty', async () => {
    await openList();
    expect(screen.queryByText(/couldn't be delivered/)).toBeNull();
  });
});

it('announces messages sent with the built-in text, and lists them with the reason', async () => {
  const message = {
    id: 9,
    event: 'reset-password',
    to: 'pro@demo.test',
    madeAt: '2026-03-04T18:00:00.000Z',
    reason:
      'The built-in text was sent, because the template for reset-password failed: body, line 2: Undefined filter: x',
  };
  await openEmails(mailStaff('templates'), '', () =>
    answer(listBuiltIn, () => ({ data: [message], total: 1 })),
  );
  expect(
    await screen.findByText('1 message went out with the built-in text in the last 30 days.'),
  ).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'See why' }));
  const dialog = await screen.findByRole('dialog', {
    name: 'Messages sent with the built-in text',
  });
  for (const fact of [message.event, message.to, 'Mar 4, 2026, 1:00 PM EST', message.reason])
    expect(await within(dialog).findByText(fact)).toBeTruthy();
});
