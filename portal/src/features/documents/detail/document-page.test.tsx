import { afterEach, beforeEach, expect, it } from 'vitest';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { listCustomers } from '@lintel/contract/customers/customer';
import { readDocument, sendDocument, voidDocument } from '@lintel/contract/documents/documents';
import { addFunding, addPayment, readFunding } from '@lintel/contract/documents/payments';
import { listSavedItems } from '@lintel/contract/documents/saved-items';
import type { FullDocument } from '@lintel/contract/documents/views';
import type { Session } from '@lintel/contract/identity/sessions';
import { dialogStore } from '../../../lib/dialog.ts';
import { documentContent, wholeDocument, sentInvoice } from '../../../test/documents.ts';
import { fill, press, recordCalls } from '../../../test/forms.ts';
import { openScreen } from '../../../test/render-portal.tsx';
import { answer, refusal } from '../../../test/server.ts';
import { owner } from '../../../test/sessions.ts';

const funding = {
  applicationId: 77,
  lenderName: 'Aspen Lending',
  amount: 500,
  fundedOn: '2026-11-20',
};

async function open(
  document: FullDocument,
  session: Session = owner(),
  funded: (typeof funding)[] = [],
): Promise<void> {
  answer(readDocument, document);
  answer(readFunding, { data: funded });
  answer(listCustomers, { data: [], total: 0 });
  answer(listSavedItems, { data: [], total: 0 });
  await openScreen(`/documents/${document.id}`, session);
  await screen.findByRole('article');
}

const onlySeeing = (): Session => {
  const session = owner();
  const held = session.user.privileges.map((one) =>
    one.resource === 'documents' ? { ...one, code: 'read' as const } : one,
  );
  return { ...session, privileges: held, user: { ...session.user, privileges: held } };
};

beforeEach(() => localStorage.clear());
afterEach(() => localStorage.clear());

it('a draft is e-mailed in the version on screen, and the input survives a rejection', async () => {
  await open(wholeDocument());
  await press('Send');
  await screen.findByRole('dialog', { name: 'Send Estimate' });
  await userEvent.type(screen.getByLabelText('Your own words (optional)'), 'See you soon');
  answer(sendDocument, () => refusal('plan_required'));
  await press('Send e-mail');
  expect((await screen.findByRole('alert')).textContent).toContain('paid plan');
  const calls = recordCalls(sendDocument, () => wholeDocument({ number: 1041, status: 'sent' }));
  await press('Send e-mail');
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toMatchObject({
    by: 'email',
    email: 'ann@example.com',
    message: 'See you soon',
    version: 1,
  });
});

it('an incomplete document leads to its editor, with the missing fields marked', async () => {
  await open(wholeDocument({ content: documentContent({ items: [] }) }));
  await press('Send');
  expect(await screen.findByText('This field is required.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Edit Estimate', level: 1 })).toBeTruthy();
});

it('a payment defaults to the amount due, and a higher amount needs a confirmation', async () => {
  await open(sentInvoice());
  await press('Record payment');
  expect((await screen.findByLabelText<HTMLInputElement>(/^Amount/)).value).toBe('$1,082.50');
  await fill('Amount', '2000');
  await fill('Check number', '118');
  answer(addPayment, () => refusal('overpaid'));
  const dialog = screen.getByRole('dialog', { name: 'Record payment' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Record payment' }));
  await waitFor(() => expect(dialogStore.get()?.title).toBe('More than the balance'));
  const calls = recordCalls(addPayment, () => sentInvoice({ status: 'paid' }));
  act(() => dialogStore.get()?.settle(true));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toMatchObject({
    method: 'check',
    amount: '$2,000.00',
    checkNumber: '118',
    evenIfOverpaid: true,
  });
});

it("a customer's funded application becomes a payment with one click", async () => {
  await open(sentInvoice(), owner(), [funding]);
  const calls = recordCalls(addFunding, () => sentInvoice({ paid: 500, balance: 582.5 }));
  await userEvent.click(await screen.findByRole('button', { name: 'Record as payment' }));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toEqual({ applicationId: 77, evenIfOverpaid: false });
});

it('a document can be voided only with a reason', async () => {
  await open(sentInvoice());
  const calls = recordCalls(voidDocument, () => sentInvoice({ status: 'void', may: ['copy'] }));
  await press('More actions');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Void', hidden: true }));
  const dialog = await screen.findByRole('dialog', { name: 'Void this document' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Void' }));
  expect(await within(dialog).findByText('This field is required.')).toBeTruthy();
  expect(calls).toHaveLength(0);
  await userEvent.type(within(dialog).getByLabelText(/Reason/), 'Wrong customer');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Void' }));
  await waitFor(() => expect(calls[0]?.body).toEqual({ reason: 'Wrong customer' }));
});

it('a read-only user has the PDF, and no disallowed buttons', async () => {
  await open(sentInvoice(), onlySeeing());
  expect(screen.getByText(/You can view documents here/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'PDF' })).toBeTruthy();
  for (const name of ['Send again', 'Revise', 'Record payment', 'More actions'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});
