import { describe, expect, it, vi } from 'vitest';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  addNote,
  endFollowUp,
  removeNote,
  reportApplication,
  setFollowUp,
  type ApplicationDetails,
  type OneApplication,
} from '@lintel/contract/applications/application-detail';
import { customerFromApplication } from '@lintel/contract/customers/customer';
import { wholeApplication } from '../../../test/applications.ts';
import { openScreen } from '../../../test/render-portal.tsx';
import { answer, at, refusal } from '../../../test/server.ts';
import { owner, privileges } from '../../../test/sessions.ts';

vi.setConfig({ testTimeout: 40_000 });

const one = at(reportApplication, { id: 31 });
const path = '/reports-applications/31';

async function openOne(
  change: Partial<ApplicationDetails> = {},
  row: Partial<OneApplication> = {},
  session = owner(),
) {
  const view = await openScreen('/refer', session);
  answer(one, () => wholeApplication(change, row));
  await act(() => view.router.navigate({ href: path }));
  await screen.findByRole('heading', { level: 1, name: row.applicantName ?? 'Alice Abbott' });
  return view;
}

const offer = {
  id: 1,
  kind: 'loan',
  lenderName: 'Keystone Lending',
  amount: 12_500,
  monthlyPayment: 201.5,
  isQualified: true,
  state: 'chosen',
  receivedAt: '2026-03-05T17:05:00.000Z',
  fundedAmount: null,
  reversedAmount: null,
  dealerFee: null,
} as const;
const note = {
  id: 7,
  text: 'Call after five.',
  author: 'Priya Natarajan',
  at: '2026-03-06T17:00:00.000Z',
  removable: true,
} as const;

describe('one application', () => {
  it('offers to call, text, and e-mail the homeowner', async () => {
    await openOne();
    const reach = within(screen.getByRole('navigation', { name: 'Contact the homeowner' }));
    expect(
      ['Call', 'Text', 'Mail'].map((name) =>
        reach.getByRole('link', { name }).getAttribute('href'),
      ),
    ).toEqual(['tel:+17205550100', 'sms:+17205550100', 'mailto:alice@example.com']);
  });

  it('shows the request, with the month if the homeowner gave it', async () => {
    await openOne({}, { monthlyBudget: 300 });
    expect(screen.getByText('About $300 a month')).toBeTruthy();
    expect(screen.getByText('Roofing')).toBeTruthy();
    expect(screen.getByText('Flyer')).toBeTruthy();
  });

  it('shows offers side by side, and a note when there are none', async () => {
    const { unmount } = await openOne({ offers: [offer, { ...offer, id: 2, state: 'withdrawn' }] });
    const rows = within(screen.getByRole('table', { name: 'Offers' })).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent).slice(1)).toEqual([
      'Keystone LendingQualifiedLoan$12,500$201.50Selected',
      'Keystone LendingQualifiedLoan$12,500$201.50Withdrawn',
    ]);
    unmount();
    await openOne({}, { receivedOffers: {} });
    expect(screen.getByText('Offers appear here as soon as lenders respond.')).toBeTruthy();
  });

  it('shows how far an offer is below the request', async () => {
    await openOne({ offers: [offer] }, { requestedAmount: 14_700 });
    expect(screen.getByText('$2,200 less than requested')).toBeTruthy();
  });

  it('shows the history with times, and who acts next', async () => {
    await openOne();
    const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items.some((text) => text?.startsWith('The homeowner sent the application.'))).toBe(
      true,
    );
    expect(screen.getByRole('heading', { name: 'Homeowner: Choose an offer' })).toBeTruthy();
  });

  it("shows another account's application as not found", async () => {
    const view = await openScreen('/refer', owner());
    answer(one, () => refusal('not_found', 'x'));
    await act(() => view.router.navigate({ href: path }));
    expect(await screen.findByText('Application not found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Show all applications' }).getAttribute('href')).toBe(
      '/reports-applications',
    );
  });
});

describe('related records', () => {
  const customer = { id: 5, name: 'Alice Abbott', phone: '7205550100', email: 'alice@example.com' };
  const kept = {
    ...customer,
    street: '',
    city: '',
    state: '',
    zip: '',
    tags: [],
    notes: '',
    createdAt: '2026-03-05T17:00:00.000Z',
    activeAt: '2026-03-05T17:00:00.000Z',
    updatedAt: '2026-03-05T17:00:00.000Z',
    createdBy: 'Priya Natarajan',
    origin: 'application',
    version: 1,
    isArchived: false,
  } as const;
  const seeing = owner(
    privileges('reports-applications:access', 'customers:access', 'documents:access'),
  );

  it('include the customer, the source link, and estimates and invoices', async () => {
    await openOne(
      {
        customer,
        links: [
          {
            id: 3,
            channel: 'text',
            state: 'submitted',
            to: '(720) 555-0100',
            by: 'Priya Natarajan',
            createdAt: '2026-03-05T15:00:00.000Z',
            openedAt: '2026-03-05T16:00:00.000Z',
          },
        ],
        documents: [
          {
            id: 9,
            kind: 'estimate',
            number: 1041,
            status: 'sent',
            projectName: 'Roof',
            total: 12_500,
            isOverdue: false,
            isExpired: true,
          },
        ],
      },
      {},
      seeing,
    );
    expect(screen.getByRole('link', { name: 'Alice Abbott' }).getAttribute('href')).toBe(
      '/customers/5',
    );
    expect(screen.getByRole('heading', { name: 'Link used' })).toBeTruthy();
    expect(screen.getByText('Text message · (720) 555-0100')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Estimate 1041' }).getAttribute('href')).toBe(
      '/documents/9',
    );
    expect(screen.getByText('Expired')).toBeTruthy();
  });

  it('let the user make a new customer of the homeowner', async () => {
    let made = false;
    const view = await openScreen('/refer', seeing);
    answer(one, () => wholeApplication({ customer: made ? customer : null }));
    answer(at(customerFromApplication, { id: 31 }), () => {
      made = true;
      return { message: 'Homeowner added to your customers.', data: kept };
    });
    await act(() => view.router.navigate({ href: path }));
    await userEvent.click(await screen.findByRole('button', { name: 'Add as customer' }));
    expect(await screen.findByRole('link', { name: 'Alice Abbott' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add as customer' })).toBeNull();
  });

  it("are hidden without access to their sections, and read-only users can't make a customer", async () => {
    const { unmount } = await openOne({}, {}, owner(privileges('reports-applications:access')));
    for (const name of ['Customer', 'Estimates and invoices'])
      expect(screen.queryByRole('heading', { name })).toBeNull();
    unmount();
    await openOne({}, {}, owner(privileges('reports-applications:access', 'customers:read')));
    expect(screen.getByText("This homeowner isn't one of your customers yet.")).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add as customer' })).toBeNull();
  });

  it('include the messages to the homeowner and their delivery status', async () => {
    const at = '2026-03-05T17:05:00.000Z';
    const message = { at, who: null, amount: null };
    await openOne({
      happenings: [
        { ...message, key: 't', what: 'text', message: { about: 'offers', fate: 'failed' } },
        { ...message, key: 'e', what: 'email', message: { about: 'received', fate: 'sent' } },
      ],
    });
    const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
    expect(
      items.some((text) => /^Text to the homeowner: Offers available\..*Not delivered$/.test(text)),
    ).toBe(true);
    expect(
      items.some((text) => /^E-mail to the homeowner: Application received\..*Sent$/.test(text)),
    ).toBe(true);
  });
});

describe('notes', () => {
  it('can be added and removed, and a failed save keeps the text', async () => {
    let notes: (typeof note)[] = [];
    const view = await openScreen('/refer', owner());
    answer(one, () => wholeApplication({ notes }));
    answer(at(addNote, { id: 31 }), () => refusal('unavailable'));
    await act(() => view.router.navigate({ href: path }));
    const field = await screen.findByRole('textbox', { name: 'New note' });
    await userEvent.type(field, 'Call after five.');
    await userEvent.click(screen.getByRole('button', { name: 'Save note' }));
    await screen.findByRole('alert');
    expect(screen.getByDisplayValue('Call after five.')).toBeTruthy();
    answer(at(addNote, { id: 31 }), () => {
      notes = [note];
      return { message: 'Note saved', note };
    });
    await userEvent.click(screen.getByRole('button', { name: 'Save note' }));
    expect(await screen.findByText('Call after five.', { selector: 'p' })).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'New note' })).toHaveProperty('value', '');
    answer(at(removeNote, { id: 31, noteId: 7 }), () => {
      notes = [];
      return { message: 'Note removed' };
    });
    await userEvent.click(screen.getByRole('button', { name: /^Remove the note from/ }));
    await waitFor(() =>
      expect(screen.queryByText('Call after five.', { selector: 'p' })).toBeNull(),
    );
  });

  it('are read-only with read access to the report', async () => {
    await openOne(
      { notes: [{ ...note, removable: false }] },
      {},
      owner(privileges('reports-applications:read')),
    );
    expect(screen.getByText('Call after five.')).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'New note' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Remove the note/ })).toBeNull();
  });
});

describe('a follow-up', () => {
  it('can be set for a day, shows when it is due, and can be completed', async () => {
    let followUp: ApplicationDetails['followUp'] = null;
    const view = await openScreen('/refer', owner());
    answer(one, () => wholeApplication({ followUp }));
    answer(at(setFollowUp, { id: 31 }), async (request) => {
      const { on, note: about } = (await request.json()) as { on: string; note: string };
      followUp = { on, note: about, author: 'Priya Natarajan', isDue: true };
      return { message: 'Follow-up saved', followUp };
    });
    answer(at(endFollowUp, { id: 31 }), () => {
      followUp = null;
      return { message: 'Follow-up removed' };
    });
    await act(() => view.router.navigate({ href: path }));
    await userEvent.click(await screen.findByRole('button', { name: 'Tomorrow' }));
    await userEvent.type(
      screen.getByRole('textbox', { name: 'Reminder note (optional)' }),
      'Color',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Remind me' }));
    expect(await screen.findByText('Color')).toBeTruthy();
    expect(screen.getByText('Due')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(await screen.findByRole('button', { name: 'Tomorrow' })).toBeTruthy();
  });
});
