import { expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { actAtDesk } from '@lintel/contract/lender-desk/actions';
import {
  listDeskApplications,
  readDeskApplication,
  type DeskApplication,
} from '@lintel/contract/lender-desk/applications';
import { openPortal, openScreen } from '../../../test/render-portal.tsx';
import { answer, refusal } from '../../../test/server.ts';
import { lenderPerson, owner } from '../../../test/sessions.ts';

vi.setConfig({ testTimeout: 30_000 });

const reference = 'abcdefghijklmnopqrstuvwx-2u';
const row = {
  reference,
  homeowner: 'Rita Route',
  amount: 22_000,
  project: 'Kitchen',
  state: 'TX',
  status: 'new',
  waitsFor: 'lender',
  sentAt: '2026-03-04T18:00:00.000Z',
} as const;
const whole = (change: Partial<DeskApplication> = {}): DeskApplication => ({
  ...row,
  creditBand: 'good',
  sent: {
    reference,
    firstName: 'Rita',
    requestedAmount: 22_000,
    page: { name: 'oak-and-iron', helocOffer: true, url: 'https://example.com/p/oak-and-iron' },
    applicant: { birthDate: '1980-02-03', homeAddress: { zip: '78701' } },
  },
  consents: [{ kind: 'sharing', answer: 'given', version: 1, at: '2026-03-04T17:59:00.000Z' }],
  offers: [],
  requests: [],
  history: [],
  seen: 0,
  may: { offer: true, decline: true, request: [], approve: [], fund: [], reverse: [] },
  ...change,
});

it('the first screen of a lender is its list, with a menu of its own', async () => {
  answer(listDeskApplications, () => ({ data: [row], total: 1 }));
  await openPortal('/', lenderPerson());
  expect(await screen.findByRole('link', { name: 'Rita Route' })).toBeTruthy();
  const menu = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Applications',
    'Personal Info',
  ]);
});

it("contractors can't open the desk, nor a lender the contractor's screens", async () => {
  await openScreen('/lender/applications', owner());
  expect(screen.queryByRole('heading', { name: 'Applications', level: 1 })).toBeNull();
});

it('shows what the protocol sends, also fields without a label of their own', async () => {
  answer(readDeskApplication, () => whole());
  await openScreen(`/lender/applications/${reference}`, lenderPerson());
  expect(await screen.findByText('Home address zip')).toBeTruthy();
  expect(screen.getByText('1980-02-03')).toBeTruthy();
  expect(screen.queryByText(/heloc/i)).toBeNull();
  expect(screen.getByText('Sharing with lenders and soft inquiry')).toBeTruthy();
});

it('keeps what was typed when a colleague was first, and sends what is now seen', async () => {
  const user = userEvent.setup();
  let seen = 0;
  answer(readDeskApplication, () => whole({ seen }));
  await openScreen(`/lender/applications/${reference}`, lenderPerson());
  await user.click(await screen.findByRole('button', { name: 'Add offer' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: 'APR in percent' }), '9.99');
  seen = 1;
  answer(actAtDesk, () => refusal('conflict', 'Jordan Lee already declined this application.'));
  await user.click(dialog.getByRole('button', { name: 'Send offer' }));
  expect(await dialog.findByText('Jordan Lee already declined this application.')).toBeTruthy();
  const apr = dialog.getByRole('textbox', { name: 'APR in percent' });
  expect((apr as HTMLInputElement).value).toBe('9.99');
  const sent = vi.fn();
  answer(actAtDesk, async (request) => {
    sent(await request.json());
    return { message: 'Offer sent.' };
  });
  await user.click(dialog.getByRole('button', { name: 'Send offer' }));
  await waitFor(() => expect(sent).toHaveBeenCalledWith(expect.objectContaining({ seen: 1 })));
});
