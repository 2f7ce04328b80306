import { expect, it } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import {
  listCustomerApplications,
  readCustomer,
  readCustomerTimeline,
  type Customer,
} from '@lintel/contract/customers/customer';
import { decideEmailChoice, readEmailChoice } from '@lintel/contract/customers/email-choice';
import { listDocuments } from '@lintel/contract/documents/documents';
import { listLinks } from '@lintel/contract/links/links';
import { press, recordCalls } from '../../test/forms.ts';
import { openPortal } from '../../test/render-portal.tsx';
import { answer } from '../../test/server.ts';
import { owner } from '../../test/sessions.ts';

const customer: Customer = {
  id: 9,
  name: 'Ann Lee',
  phone: '5125550147',
  email: '',
  street: '',
  city: '',
  state: '',
  zip: '',
  tags: [],
  createdAt: '2026-11-01T15:00:00.000Z',
  activeAt: '2026-11-01T15:00:00.000Z',
  isArchived: false,
  notes: '',
  origin: 'hand',
  createdBy: '',
  updatedAt: '2026-11-01T15:00:00.000Z',
  version: 1,
};

it("asks whether the e-mail of an application is the customer's, and stores the answer", async () => {
  const view = await openPortal('/refer', owner());
  let choice: { applicationId: number; email: string; appliedAt: string } | null = {
    applicationId: 31,
    email: 'ann@example.com',
    appliedAt: '2026-11-20T15:00:00.000Z',
  };
  answer(readCustomer, { data: customer });
  answer(readCustomerTimeline, { data: [], next: null });
  answer(listCustomerApplications, { data: [] });
  answer(listDocuments, { data: [], total: 0 });
  answer(listLinks, { data: [], total: 0 });
  answer(readEmailChoice, () => ({ data: choice }));
  const calls = recordCalls(decideEmailChoice, () => {
    choice = null;
    return { message: 'E-mail saved.', data: { ...customer, email: 'ann@example.com' } };
  });
  await view.router.navigate({ href: '/customers/9' });
  const group = await screen.findByRole('group', { name: 'E-mail from an application' });
  expect(group.textContent).toContain('The application of 11/20/2026 has the e-mail');
  expect(group.textContent).toContain('This customer has no e-mail yet.');
  await press('Accept this e-mail');
  await waitFor(() =>
    expect(screen.queryByRole('group', { name: 'E-mail from an application' })).toBeNull(),
  );
  expect(calls.map(({ body }) => body)).toEqual([{ applicationId: 31, accept: true }]);
});
