import { describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { saveEvent, deleteEvent } from '@lintel/contract/emails/templates';
import { shownToasts } from '../../test/toasts.ts';
import { recordBodies, mailStaff, openEmails } from '../../test/emails.ts';
import { at, answer, refusal, lostConnection, badGateway } from '../../test/server.ts';

vi.setConfig({ testTimeout: 20_000 });

const openList = async (session = mailStaff('templates', 'changes')) => {
  const view = await openEmails(session, '?tab=events');
  await screen.findByText('spring-offer');
  return view;
};
const press = (name: string): Promise<void> =>
  userEvent.click(screen.getByRole('button', { name }));
const lastToast = () => shownToasts().at(-1);
const unexpected = 'An unexpected error occurred, please contact support@localhost';

const nameEvent = async (name: string): Promise<HTMLElement> => {
  await press('ADD EVENT');
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('textbox', { name: 'Event' }));
  if (name !== '') await userEvent.paste(name);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
  return dialog;
};

describe('the list of events', () => {
  it('has ID, Event, and actions, and pages of 25 rows with a choice of 10, 25, 50, or 75 [ADM-094] [ADM-519] [ADM-520]', async () => {
    const { sent } = await openList();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'ID',
      'Event',
      'Actions',
    ]);
    expect(Object.fromEntries(sent['template-types']?.[0] ?? [])).toMatchObject({
      page: '1',
      limit: '25',
    });
    const sizes = within(screen.getByLabelText('Per page')).getAllByRole<HTMLOptionElement>(
      'option',
    );
    expect(sizes.map(({ value }) => value)).toEqual(['10', '25', '50', '75']);
  });

  it('can be searched by event [ADM-092] [ADM-427]', async () => {
    const { sent } = await openList();
    await userEvent.type(screen.getByPlaceholderText('Search by event'), 'spring{Enter}');
    await waitFor(() =>
      expect(sent['template-types']?.at(-1)?.get('filters[searchText]')).toBe('spring'),
    );
  });

  it('offers to edit and delete custom events, but not built-in ones [ADM-095] [ADM-096]', async () => {
    await openList();
    const [, builtIn, own] = screen.getAllByRole('row');
    expect(builtIn?.textContent).toContain('account-created');
    expect(builtIn?.textContent).toContain('Built-in');
    expect(within(builtIn ?? document.body).queryAllByRole('button')).toEqual([]);
    expect(within(own ?? document.body).getAllByRole('button')).toHaveLength(2);
  });

  it('offers no changes to staff with read access [ADM-093] [ADM-375] [ADM-376]', async () => {
    await openList(mailStaff('templates'));
    for (const name of ['ADD EVENT', 'Edit spring-offer', 'Delete spring-offer']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
  });

  it('offers all changes to staff who may edit templates [ADM-093] [ADM-375] [ADM-376]', async () => {
    await openList();
    for (const name of ['ADD EVENT', 'Edit spring-offer', 'Delete spring-offer']) {
      expect(screen.getByRole('button', { name })).toBeTruthy();
    }
  });
});

describe('naming an event', () => {
  it('adds an event in a dialog titled Create event [ADM-097] [ADM-428]', async () => {
    await openList();
    const bodies = recordBodies(saveEvent);
    const dialog = await nameEvent('summer-offer');
    await waitFor(() =>
      expect(bodies.map((body) => Object.fromEntries(body))).toEqual([{ type: 'summer-offer' }]),
    );
    expect(dialog.textContent).toContain('Create event');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('renames an event in a dialog titled Edit event [ADM-098] [ADM-428]', async () => {
    await openList();
    const bodies = recordBodies(saveEvent);
    await press('Edit spring-offer');
    const dialog = await screen.findByRole('dialog', { name: 'Edit event' });
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Event' }), '-2');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Update' }));
    await waitFor(() =>
      expect(bodies.map((body) => Object.fromEntries(body))).toEqual([
        { id: '9', type: 'spring-offer-2' },
      ]),
    );
  });

  it.each([
    ['', 'This field is required.'],
    ['a'.repeat(101), 'Enter 100 symbols maximum'],
    ['spring_offer', 'Please use letters (a-z), numbers (0-9), dash'],
    ['Spring', 'Please use letters (a-z), numbers (0-9), dash'],
  ])('rejects %j with %j [ADM-299] [ADM-300] [ADM-301]', async (name, message) => {
    await openList();
    const dialog = await nameEvent(name);
    expect(await within(dialog).findByText(message)).toBeTruthy();
  });

  it("shows the server's message of a rejection for 3 s [ADM-485]", async () => {
    await openList();
    answer(saveEvent, () => refusal('already_exists'));
    await nameEvent('spring-offer');
    await waitFor(() =>
      expect(lastToast()).toMatchObject({
        message: 'This name is already used.',
        kind: 'danger',
        life: 3000,
      }),
    );
    expect(screen.getByRole('dialog')).toBeTruthy();
    answer(saveEvent, () => refusal('bad_request', 'Not today.'));
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ message: 'Not today.', kind: 'danger', life: 3000 }),
    );
  });

  it('shows the support contact for a failure without a message [ADM-486]', async () => {
    await openList();
    answer(saveEvent, lostConnection);
    await nameEvent('spring-offer');
    await waitFor(() => expect(lastToast()).toMatchObject({ message: unexpected, kind: 'danger' }));
  });
});

describe('deleting an event', () => {
  const ask = async (): Promise<HTMLElement> => {
    await press('Delete spring-offer');
    return screen.findByRole('dialog', { name: 'Deleting template event' });
  };

  it('requires a confirmation [ADM-099] [ADM-100] [ADM-101] [ADM-429]', async () => {
    await openList();
    let deleted = 0;
    answer(at(deleteEvent, { id: 9 }), () => {
      deleted += 1;
      return { message: 'Success' };
    });
    const dialog = await ask();
    expect(dialog.textContent).toContain(
      'Are you sure you want to delete this template event? This action cannot be undone.',
    );
    expect(deleted).toBe(0);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(deleted).toBe(1));
  });

  it("shows the server's message of a rejection for 3 s [ADM-485]", async () => {
    await openList();
    answer(at(deleteEvent, { id: 9 }), () => refusal('in_use'));
    await userEvent.click(within(await ask()).getByRole('button', { name: 'Delete' }));
    const message = 'This is still used and cannot be deleted.';
    await waitFor(() => expect(lastToast()).toMatchObject({ message, kind: 'danger', life: 3000 }));
  });

  it('shows the support contact for a failure without a message [ADM-486]', async () => {
    await openList();
    answer(at(deleteEvent, { id: 9 }), badGateway);
    await userEvent.click(within(await ask()).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ message: unexpected, kind: 'danger' }));
  });
});
