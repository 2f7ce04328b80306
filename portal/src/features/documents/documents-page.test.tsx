import { beforeEach, expect, it } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  readDocumentDefaults,
  saveDocumentDefaults,
  type DocumentDefaults,
} from '@lintel/contract/documents/defaults';
import { documentTotals, listDocuments } from '@lintel/contract/documents/documents';
import type { ListedDocument } from '@lintel/contract/documents/views';
import { documentRow } from '../../test/documents.ts';
import { recordCalls } from '../../test/forms.ts';
import { expectToast } from '../../test/marketing-templates.ts';
import { openScreen } from '../../test/render-portal.tsx';
import { answer, refusal } from '../../test/server.ts';
import { owner } from '../../test/sessions.ts';

const listed = (change: Partial<ListedDocument> = {}): ListedDocument => ({
  ...documentRow(),
  monthlyPayment: null,
  ...change,
});
let requests: URLSearchParams[] = [];

async function open(rows: ListedDocument[], search = '') {
  requests = [];
  answer(listDocuments, (request) => {
    requests.push(new URL(request.url).searchParams);
    return { data: rows, total: rows.length };
  });
  const none = { count: 0, amount: 0 };
  answer(documentTotals, { open: none, overdue: none, waiting: none, paidThisMonth: 0, drafts: 0 });
  const view = await openScreen(`/documents${search}`, owner());
  await screen.findByRole('heading', { level: 1, name: 'Documents' });
  return view;
}

beforeEach(() => localStorage.clear());

it('shows a monthly payment below each total that can be financed', async () => {
  await open([
    listed({ id: 31, total: 12_000, monthlyPayment: 193.03 }),
    listed({ id: 32, kind: 'invoice', status: 'paid', total: 900 }),
  ]);
  const amounts = (): (string | null)[] =>
    screen
      .getAllByRole('cell', { name: /\$12,000\.00|\$900\.00/ })
      .map(({ textContent }) => textContent);
  await waitFor(() => expect(amounts()).toEqual(['$12,000.00About $193 a month', '$900.00']));
});

it('lists unanswered estimates by address and by click', async () => {
  const { router } = await open([listed()], '?kind=estimate&state=unanswered');
  await waitFor(() => expect(requests.at(-1)?.get('state')).toBe('unanswered'));
  expect(requests.at(-1)?.get('kind')).toBe('estimate');
  await userEvent.click(await screen.findByRole('button', { name: /^All/ }));
  await waitFor(() => expect(requests.at(-1)?.get('state') ?? 'all').toBe('all'));
  await userEvent.click(await screen.findByRole('button', { name: 'No answer' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ state: 'unanswered' }));
});

const invoices: DocumentDefaults = {
  taxRate: 8.875,
  days: 14,
  license: 'CO-4411',
  notes: 'Thank you.',
  terms: 'Due on receipt.',
  savedAt: '2026-11-25T15:00:00.000Z',
};

async function openDefaults() {
  await open([]);
  answer(readDocumentDefaults, { estimate: null, invoice: invoices });
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(
    await screen.findByRole('menuitem', { name: 'Defaults for new documents' }),
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Defaults for new documents' }));
  await dialog.findByText(/^No defaults set yet/);
  return dialog;
}

it('the defaults of estimates and invoices are separate and saved as typed', async () => {
  const dialog = await openDefaults();
  expect(dialog.getByLabelText<HTMLInputElement>('Can be accepted for (days)').value).toBe('');
  await userEvent.click(dialog.getByRole('radio', { name: 'Invoice' }));
  const days = await dialog.findByLabelText<HTMLInputElement>('Due after (days)');
  await waitFor(() => expect(days.value).toBe('14'));
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Terms').value).toBe('Due on receipt.');
  await userEvent.clear(days);
  await userEvent.type(days, '30');
  const calls = recordCalls(saveDocumentDefaults, () => ({
    message: 'Saved. New documents start with these defaults.',
    estimate: null,
    invoice: { ...invoices, days: 30 },
  }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await expectToast('Saved. New documents start with these defaults.');
  expect(calls.map(({ body }) => body)).toMatchObject([
    { kind: 'invoice', days: '30', license: 'CO-4411', terms: 'Due on receipt.' },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('an invalid default is marked at its field, and the input stays', async () => {
  const dialog = await openDefaults();
  const days = dialog.getByLabelText<HTMLInputElement>('Can be accepted for (days)');
  await userEvent.type(days, '400');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(/^Please enter a number of days from 0 to 365/)).toBeTruthy();
  await userEvent.clear(days);
  await userEvent.type(days, '40');
  const calls = recordCalls(saveDocumentDefaults, () => refusal('unexpected'));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(days.value).toBe('40');
  expect(screen.getByRole('dialog')).toBeTruthy();
});
