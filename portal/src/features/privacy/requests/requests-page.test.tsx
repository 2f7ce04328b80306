import { describe, expect, it, vi } from 'vitest';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  extendPrivacyRequest,
  fulfilPrivacyRequest,
  listPrivacyRequests,
  readPrivacyRequest,
  rejectPrivacyRequest,
  type PrivacyRequest,
  type PrivacyRequestDetails,
} from '@lintel/contract/privacy/requests';
import { shownToasts } from '../../../test/toasts.ts';
import { openScreen } from '../../../test/render-portal.tsx';
import { answer, at, refusal } from '../../../test/server.ts';
import { privileges, staff } from '../../../test/sessions.ts';

vi.setConfig({ testTimeout: 30_000 });

const request: PrivacyRequest = {
  id: 104,
  kind: 'deletion',
  state: 'open',
  email: 'nora@example.com',
  companyName: 'Summit Roofing',
  receivedAt: '2026-03-04T18:00:00.000Z',
  dueAt: '2026-04-18T18:00:00.000Z',
  overdue: false,
  extended: false,
  decidedAt: null,
  version: 1,
};
const details: PrivacyRequestDetails = {
  ...request,
  found: [{ what: 'Applications', count: 3 }],
  kept: [{ what: '1 application', why: 'The application is still in progress with a lender.' }],
  matches: [],
  extensionReason: '',
  reason: '',
  decidedBy: null,
  copyUntil: null,
};

const open = async (one: Partial<PrivacyRequestDetails> = {}, path = '/manage/privacy') => {
  const view = await openScreen('/', staff(privileges('privacy:manage_access')));
  const requests: string[] = [];
  answer(listPrivacyRequests, (call) => {
    requests.push(new URL(call.url).search);
    return { data: [{ ...request, ...toRow(one) }], total: 1, overdue: 1, soon: 2 };
  });
  answer(at(readPrivacyRequest, { id: 104 }), { ...details, ...one });
  await view.router.navigate({ href: path });
  return { ...view, requests };
};
const toRow = ({ kind = request.kind, overdue = false }: Partial<PrivacyRequestDetails>) => ({
  kind,
  overdue,
});
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Request 104' }));
const openRequest = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'nora@example.com' }));
  return dialog();
};

describe('the Privacy requests screen', () => {
  it('lists requesters, request types, and due dates, and marks overdue requests', async () => {
    await open({ overdue: true });
    const grid = within(await screen.findByRole('table'));
    expect(await grid.findByText('nora@example.com')).toBeTruthy();
    expect(grid.getByText('Deletion')).toBeTruthy();
    expect(grid.getByText('Overdue')).toBeTruthy();
    expect(screen.getByText('1 request overdue, 2 requests due within a week')).toBeTruthy();
  });

  it('reads its state from the address and requests the right page', async () => {
    const { requests } = await open({}, '/manage/privacy?state=overdue&search=nora');
    await screen.findByText('nora@example.com');
    const query = new URLSearchParams(requests.at(-1));
    expect([query.get('state'), query.get('search'), query.get('order')]).toEqual([
      'overdue',
      'nora',
      '+due',
    ]);
  });

  it('opens the request in the address, with its data and what a deletion would keep', async () => {
    await open({}, '/manage/privacy?request=104');
    const view = await dialog();
    expect(await view.findByText('Applications: 3')).toBeTruthy();
    expect(view.getByText('The application is still in progress with a lender.')).toBeTruthy();
  });

  it('asks before a deletion and shows its result', async () => {
    await open();
    const view = await openRequest();
    const sent: unknown[] = [];
    answer(at(fulfilPrivacyRequest, { id: 104 }), async (call) => {
      sent.push(await call.json());
      answer(at(readPrivacyRequest, { id: 104 }), {
        ...details,
        state: 'fulfilled',
        decidedAt: '2026-03-05T18:00:00.000Z',
        decidedBy: 'Dana Whitfield',
        version: 2,
      });
      return { message: 'The data was deleted.', request };
    });
    await userEvent.click(await view.findByRole('button', { name: 'Delete the data' }));
    const question = within(
      await screen.findByRole('dialog', { name: 'Delete this person’s data?' }),
    );
    expect(sent).toEqual([]);
    await userEvent.click(question.getByRole('button', { name: 'Delete' }));
    expect(await view.findByText('Data deleted')).toBeTruthy();
    expect(view.queryByRole('button', { name: 'Delete the data' })).toBeNull();
    expect(sent).toEqual([{ version: 1 }]);
    expect(shownToasts().at(-1)).toMatchObject({ message: 'The data was deleted.' });
  });

  it('sends a copy without confirmation, and reports a concurrent decision', async () => {
    await open({ kind: 'copy', kept: [] });
    const view = await openRequest();
    answer(at(fulfilPrivacyRequest, { id: 104 }), () =>
      refusal('conflict', 'Someone else has answered this request.'),
    );
    await userEvent.click(await view.findByRole('button', { name: 'Send the copy' }));
    await vi.waitFor(() =>
      expect(shownToasts().at(-1)).toMatchObject({
        message: 'Someone else has answered this request.',
      }),
    );
  });

  it.each([
    ['Extend', 'Why more time is needed', 'Extend and notify the homeowner', extendPrivacyRequest],
    ['Reject', "Why it's rejected", 'Reject and notify the homeowner', rejectPrivacyRequest],
  ] as const)('%s requires a reason and sends it', async (button, label, submit, endpoint) => {
    await open();
    const view = await openRequest();
    const sent: unknown[] = [];
    answer(at(endpoint, { id: 104 }), async (call) => {
      sent.push(await call.json());
      return { message: 'Done', request };
    });
    await userEvent.click(await view.findByRole('button', { name: button }));
    const send = view.getByRole<HTMLButtonElement>('button', { name: submit });
    expect(send.disabled).toBe(true);
    await userEvent.type(view.getByRole('textbox', { name: label }), 'We wait.');
    await userEvent.click(send);
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    expect(await view.findByRole('button', { name: 'Delete the data' })).toBeTruthy();
    expect(sent).toEqual([{ version: 1, reason: 'We wait.' }]);
  });

  it("can't be extended twice", async () => {
    await open({ extended: true, extensionReason: 'We wait.' });
    const view = await openRequest();
    expect(await view.findByText('We wait.')).toBeTruthy();
    expect(view.queryByRole('button', { name: 'Extend' })).toBeNull();
  });
});
