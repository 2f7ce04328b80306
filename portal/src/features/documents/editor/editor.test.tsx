import { afterEach, beforeEach, expect, it } from 'vitest';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { listCustomerOffers, listCustomers } from '@lintel/contract/customers/customer';
import {
  createDocument,
  readDocument,
  saveDocument,
  startDocument,
} from '@lintel/contract/documents/documents';
import { listSavedItems } from '@lintel/contract/documents/saved-items';
import { listPageNames } from '@lintel/contract/pages/page';
import type { Session } from '@lintel/contract/identity/sessions';
import { drafts, removeDrafts } from '../../../lib/drafts.ts';
import { documentContent, wholeDocument } from '../../../test/documents.ts';
import { button, fill, input, press, recordCalls } from '../../../test/forms.ts';
import { openPortal } from '../../../test/render-portal.tsx';
import { answer, lostConnection, outsideContract, refusal } from '../../../test/server.ts';
import { owner, switchedStaff } from '../../../test/sessions.ts';

const noRows = { data: [], total: 0 };
const start = {
  customerId: null,
  pageId: null,
  content: documentContent({
    customer: { ...documentContent().customer, name: '', email: '', phone: '' },
    items: [],
    taxRate: 0,
    projectName: '',
  }),
  nextNumber: 1041,
};
const savedItem = {
  id: 4,
  description: 'Gutter',
  details: '',
  unitPrice: 12.5,
  isTaxable: false,
  isArchived: false,
  updatedAt: '2026-11-25T15:00:00.000Z',
  version: 1,
};

async function open(path: string, session: Session = owner()): Promise<() => void> {
  answer(listCustomers, noRows);
  answer(listSavedItems, { data: [savedItem], total: 1 });
  answer(startDocument, start);
  const { unmount } = await openPortal(path, session);
  return unmount;
}
const openNew = async (session?: Session) => {
  const unmount = await open('/documents/new?kind=estimate', session);
  await screen.findByRole('heading', { name: 'New estimate', level: 1 });
  await screen.findByRole('list', { name: 'Items' });
  return unmount;
};
const noNetwork = () => outsideContract('the network is lost', lostConnection());
const total = (): string =>
  within(screen.getByLabelText('Totals and actions')).getByText('Total').nextElementSibling
    ?.textContent ?? '';

beforeEach(() => localStorage.clear());
afterEach(() => localStorage.clear());

it('the totals update while typing: a free item, an untaxed one, a percentage discount', async () => {
  await openNew();
  await fill('Description', 'Shingles');
  await fill('Quantity', '10');
  await fill('Unit price', '100');
  await fill('Tax rate', '10');
  expect(total()).toBe('$1,100.00');
  await userEvent.click(screen.getByLabelText('Item 1 is taxed'));
  expect(total()).toBe('$1,000.00');
  await userEvent.click(
    within(screen.getByLabelText('Discount in dollars or percent')).getByText('%'),
  );
  await userEvent.type(screen.getByLabelText('Discount'), '5');
  expect(total()).toBe('$950.00');
});

it("shows the monthly cost, based on the customer's offers", async () => {
  answer(startDocument, { ...start, customerId: 9, pageId: 1 });
  answer(listPageNames, { data: [] });
  answer(listCustomerOffers, {
    data: [{ lenderName: 'Sunlight', amount: 20_000, monthlyPayment: 400 }],
  });
  answer(listCustomers, noRows);
  answer(listSavedItems, { data: [], total: 0 });
  await openPortal('/documents/new?kind=estimate&customer=9', owner());
  await screen.findByRole('list', { name: 'Items' });
  await fill('Description', 'Roof');
  await fill('Unit price', '10000');
  const monthly = () => screen.getByRole('group', { name: 'Monthly payment' }).textContent;
  await waitFor(() => expect(monthly()).toContain('About $200 a month'));
  expect(monthly()).toContain('With the offer from Sunlight: $20,000.00 at $400.00 a month.');
  await fill('Unit price', '30000');
  expect(monthly()).toMatch(/^About \$\d+ a month.*8\.99% APR, 84 monthly payments/);
});

it('a saved item fills in its price and tax', async () => {
  await openNew();
  await userEvent.type(input('Description'), 'Gut');
  await userEvent.click(await screen.findByRole('option', { name: /Gutter/, hidden: true }));
  expect(input('Description').value).toBe('Gutter');
  expect(input('Unit price').value).toBe('$12.50');
  expect(screen.getByLabelText<HTMLInputElement>('Item 1 is taxed').checked).toBe(false);
});

it('fields missing for sending are marked, and the input stays', async () => {
  await openNew();
  const calls = recordCalls(createDocument, () => wholeDocument());
  await fill('Project name', 'New roof');
  await press('Save and send');
  expect((await screen.findAllByText('This field is required.')).length).toBeGreaterThan(0);
  expect(input('Name').getAttribute('aria-invalid')).toBe('true');
  expect(input('Project name').value).toBe('New roof');
  expect(calls).toHaveLength(0);
});

it("the server's errors appear at their fields, even at an item that has moved since", async () => {
  await openNew();
  await fill('Description', 'Shingles');
  await press('Add item');
  answer(createDocument, () =>
    refusal('invalid', {
      'content.items.1.description': 'Too many characters.',
      'content.customer.zip': 'This is no ZIP code.',
    }),
  );
  await press('Save draft');
  expect(await screen.findByText('This is no ZIP code.')).toBeTruthy();
  const rows = () => within(screen.getByRole('list', { name: 'Items' })).getAllByRole('listitem');
  expect(rows()[1]?.textContent).toContain('Too many characters.');
  await press('Move item 2 up');
  expect(rows()[0]?.textContent).toContain('Too many characters.');
  await press('Remove item 1');
  expect(screen.queryByText('Too many characters.')).toBeNull();
  expect(input('Description').value).toBe('Shingles');
});

it('an offline document is stored on the device, and saved once when online again', async () => {
  await openNew();
  await fill('Name', 'Ann Lee');
  answer(createDocument, noNetwork);
  await press('Save draft');
  const notice = await screen.findByText(/save this when you're back online/);
  expect(notice).toBeTruthy();
  const calls = recordCalls(createDocument, () => wholeDocument());
  answer(readDocument, wholeDocument());
  act(() => void window.dispatchEvent(new Event('online')));
  await screen.findByRole('heading', { name: /Estimate/, level: 1 });
  expect(calls).toHaveLength(1);
  expect(calls[0]?.body).toMatchObject({
    kind: 'estimate',
    content: { customer: { name: 'Ann Lee' } },
  });
  expect(drafts.names('document.')).toEqual([]);
  expect(Object.keys(localStorage)).not.toContainEqual(expect.stringContaining('kept.'));
});

it('the input survives a reload for the same account only, and is deleted after saving', async () => {
  const unmount = await openNew();
  await fill('Name', 'Ann Lee');
  await waitFor(() =>
    expect(Object.keys(localStorage)).toContainEqual(expect.stringContaining('kept.')),
  );
  expect(JSON.stringify(localStorage)).not.toContain('Ann');
  unmount();
  const again = await openNew();
  expect(input('Name').value).toBe('Ann Lee');
  expect(screen.getAllByText('Not saved yet – stored on this device').length).toBeGreaterThan(0);
  again();
  const other = owner(undefined, {}, { id: 12 });
  const others = await openNew({ ...other, user: { ...other.user, id: 12 } });
  expect(input('Name').value).toBe('');
  others();
  const switched = await openNew(switchedStaff());
  expect(input('Name').value).toBe('');
  switched();
  const last = await openNew();
  expect(input('Name').value).toBe('Ann Lee');
  removeDrafts();
  last();
  expect(Object.keys(localStorage)).not.toContainEqual(expect.stringContaining('kept.'));
  await openNew();
  expect(input('Name').value).toBe('');
});

it("another user's save isn't overwritten unseen", async () => {
  answer(readDocument, wholeDocument());
  await open('/documents/31/edit');
  await screen.findByDisplayValue('Shingles');
  await fill('Project name', 'Mine');
  answer(
    readDocument,
    wholeDocument({ version: 2, content: documentContent({ projectName: 'Theirs' }) }),
  );
  answer(saveDocument, () => refusal('conflict'));
  await press('Save');
  const notice = await screen.findByText(/Nothing you entered is lost/);
  expect(notice.textContent).toContain('Project name');
  expect(input('Project name').value).toBe('Mine');
  const calls = recordCalls(saveDocument, () => wholeDocument({ version: 3 }));
  await press('Save my version');
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toMatchObject({ version: 2, content: { projectName: 'Mine' } });
});

it("an offline change conflicts with other users' later saves", async () => {
  answer(readDocument, wholeDocument());
  const unmount = await open('/documents/31/edit');
  await screen.findByDisplayValue('Shingles');
  await fill('Project name', 'Mine');
  unmount();
  answer(
    readDocument,
    wholeDocument({ version: 2, content: documentContent({ projectName: 'Theirs' }) }),
  );
  await open('/documents/31/edit');
  await screen.findByDisplayValue('Mine');
  const calls = recordCalls(saveDocument, () => refusal('conflict'));
  await press('Save');
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toMatchObject({ version: 1 });
  await press('Discard mine and reload');
  expect(input('Project name').value).toBe('Theirs');
});

it('a read-only user sees a note instead of a form', async () => {
  const session = owner();
  const held = session.user.privileges.map((one) =>
    one.resource === 'documents' ? { ...one, code: 'read' as const } : one,
  );
  await open('/documents/new?kind=invoice', {
    ...session,
    privileges: held,
    user: { ...session.user, privileges: held },
  });
  expect(await screen.findByText(/You can view documents here/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save draft' })).toBeNull();
  expect(button(/Account/)).toBeTruthy();
});
