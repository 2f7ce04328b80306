import { Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readSession } from '@lintel/contract/identity/sessions';
import type { SentLink } from '@lintel/contract/links/links';
import { removeDrafts } from '../../lib/drafts.ts';
import { listCustomerOffers, listCustomers } from '@lintel/contract/customers/customer';
import { listLinks, previewLink, readLinkOptions, sendLink } from '@lintel/contract/links/links';
import { button, fill, input, press, recordCalls } from '../../test/forms.ts';
import { renderAlone } from '../../test/render-alone.tsx';
import { answer, lostConnection, outsideContract, refusal } from '../../test/server.ts';
import { sentLink } from '../../test/links.ts';
import { owner } from '../../test/sessions.ts';
import { SendSheet } from './send-sheet.tsx';
import type { SendRequest } from './send-request.ts';

const options = {
  pages: [{ id: 1, name: 'summit-roofing' }],
  maySend: true,
  texts: true,
  aDay: 100,
  left: 100,
};
const words = "Summit: here's your link to apply for financing: http://x/l/xxx Reply STOP to end.";
const preview = { words, segments: 1, leavesAt: null, problem: null };

const sent = {
  link: sentLink(),
  address: null,
  qr: null,
  message: 'The text is on its way',
};

/** The server's response when the link is polled. */
const follow = (change: Partial<SentLink>) =>
  answer(listLinks, { data: [sentLink(change)], total: 1 });

afterEach(() => {
  localStorage.clear();
  removeDrafts();
});

const open = async (request: SendRequest = {}, change: object = {}) => {
  answer(readLinkOptions, { ...options, ...change });
  answer(listCustomers, { data: [], total: 0 });
  answer(previewLink, preview);
  answer(listLinks, { data: [sentLink()], total: 1 });
  answer(listCustomerOffers, { data: [] });
  answer(readSession, owner());
  const onClose = vi.fn<() => void>();
  renderAlone(
    <Suspense>
      <SendSheet request={request} onClose={onClose} />
    </Suspense>,
  );
  await screen.findByRole('button', { name: 'Send text' });
  return onClose;
};

it('sends a text to a new customer after the contractor confirms consent', async () => {
  await open();
  const calls = recordCalls(sendLink, () => sent);
  await fill('Customer', 'Ann Lee');
  await fill('Mobile phone', '(512) 555-0147');
  await fill('Amount \\(optional\\)', '12,000');
  expect(await screen.findByText(words)).toBeTruthy();
  await press('Send text');
  expect(
    await screen.findByText('Please confirm that the customer asked for the text.'),
  ).toBeTruthy();
  expect(calls).toHaveLength(0);
  await userEvent.click(screen.getByLabelText(/asked me to send this link/));
  await userEvent.click(screen.getByLabelText('Remind after two days if not opened'));
  await press('Send text');
  expect(await screen.findByRole('heading', { name: 'The text is on its way' })).toBeTruthy();
  expect(calls[0]?.body).toMatchObject({
    name: 'Ann Lee',
    phone: '5125550147',
    channel: 'text',
    amount: 12_000,
    pageId: 1,
    asked: true,
    remind: true,
  });
});

it('keeps the input after a rejection and shows the reason', async () => {
  await open({ name: 'Ann Lee', phone: '5125550147' });
  await userEvent.click(screen.getByLabelText(/asked me to send this link/));
  answer(sendLink, () =>
    refusal('link_refused', 'This number has opted out of texts. Please use another method.'),
  );
  await press('Send text');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This number has opted out of texts. Please use another method.',
  );
  expect(input('Customer').value).toBe('Ann Lee');
  expect(input('Mobile phone').value).toBe('5125550147');
});

it('prefills a known customer, and lets the contractor choose another one', async () => {
  await open({ customerId: 9, name: 'Ann Lee', phone: '5125550147' });
  expect(screen.getByText('Ann Lee')).toBeTruthy();
  expect(screen.queryByLabelText(/^Customer/)).toBeNull();
  await press('Another customer');
  expect(input('Customer').value).toBe('');
  expect(input('Mobile phone').value).toBe('');
});

it("shows why a message can't be sent, or can't be sent now, before the button is pressed", async () => {
  await open({ name: 'Ann Lee', phone: '5125550147' }, { left: 0 });
  answer(previewLink, {
    ...preview,
    leavesAt: '2026-11-26T14:00:00.000Z',
    problem: 'stopped' as const,
  });
  await fill('Amount \\(optional\\)', '5000');
  expect(await screen.findByText(/This number has opted out of texts/)).toBeTruthy();
  expect(screen.getByText(/goes out at 8 am there/)).toBeTruthy();
  expect(screen.getByText(/has sent the 100 messages/)).toBeTruthy();
  expect(button('Send text').disabled).toBe(true);
  await userEvent.click(screen.getByLabelText('QR code'));
  expect(button('Show QR code').disabled).toBe(false);
});

it("shares a link through the phone's share sheet, or copies it where that isn't available", async () => {
  await open({ name: 'Ann Lee', phone: '5125550147' });
  const address = 'https://lintel.example/l/abc';
  answer(sendLink, {
    link: sentLink({ channel: 'share', state: 'sent', to: '' }),
    address,
    qr: null,
    message: 'The link is ready to share',
  });
  await userEvent.click(screen.getByLabelText('Share or copy'));
  const share = vi.fn<(data: ShareData) => Promise<void>>(async () => {});
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }));
  await press('Create link');
  await userEvent.click(await screen.findByRole('button', { name: 'Share' }));
  expect(share).toHaveBeenCalledWith(expect.objectContaining({ url: address }));
  vi.unstubAllGlobals();
});

it("explains a missing page or a plan that doesn't include sending", async () => {
  answer(readLinkOptions, { ...options, maySend: false });
  answer(readSession, owner());
  renderAlone(
    <Suspense>
      <SendSheet request={{}} onClose={() => undefined} />
    </Suspense>,
  );
  await waitFor(() =>
    expect(screen.getByText("Your plan doesn't include sending links")).toBeTruthy(),
  );
});

it('finds a customer by typing, and fills in phone number and e-mail', async () => {
  await open();
  answer(listCustomers, {
    data: [
      {
        id: 9,
        name: 'Ann Lee',
        phone: '5125550147',
        email: 'ann@example.com',
        street: '',
        city: '',
        state: '',
        zip: '',
        tags: [],
        createdAt: '2026-11-01T15:00:00.000Z',
        activeAt: '2026-11-01T15:00:00.000Z',
        isArchived: false,
      },
    ],
    total: 1,
  });
  const calls = recordCalls(sendLink, () => sent);
  await fill('Customer', '0147');
  await userEvent.click(await screen.findByRole('option', { name: /Ann Lee/, hidden: true }));
  expect(await screen.findByRole('button', { name: 'Another customer' })).toBeTruthy();
  expect(input('Mobile phone').value).toBe('5125550147');
  await userEvent.click(screen.getByLabelText(/asked me to send this link/));
  await press('Send text');
  await screen.findByRole('heading', { name: 'The text is on its way' });
  expect(calls[0]?.body).toMatchObject({ customerId: 9, name: 'Ann Lee' });
});

it('focuses the name, even if the form loads after the dialog', async () => {
  await open();
  await waitFor(() => expect(document.activeElement).toBe(input('Customer')));
});

it('follows a text until it is delivered, then closes', async () => {
  const onClose = await open({ customerId: 9, name: 'Ann Lee', phone: '5125550147' });
  recordCalls(sendLink, () => sent);
  await userEvent.click(screen.getByLabelText(/asked me to send this link/));
  follow({ state: 'delivered', sendState: 'delivered' });
  await press('Send text');
  expect(await screen.findByText('Delivered')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce(), { timeout: 4000 });
  expect(await screen.findByText('The text to Ann Lee was delivered.')).toBeTruthy();
});

it("shows why a text wasn't delivered, stays open, and returns to the input", async () => {
  const onClose = await open({ name: 'Ann Lee', phone: '5125550147' });
  recordCalls(sendLink, () => sent);
  await fill('Amount \\(optional\\)', '12000');
  await userEvent.click(screen.getByLabelText(/asked me to send this link/));
  follow({ state: 'failed', sendState: 'failed', reason: 'The number is not in service.' });
  await press('Send text');
  expect((await screen.findByRole('alert')).textContent).toBe('The number is not in service.');
  expect(screen.getByRole('heading', { name: "The message wasn't delivered" })).toBeTruthy();
  await press('Change and send again');
  expect(input('Customer').value).toBe('Ann Lee');
  expect(input('Mobile phone').value).toBe('5125550147');
  expect(input('Amount \\(optional\\)').value).toBe('12000');
  expect(onClose).not.toHaveBeenCalled();
});

it('keeps the input while offline, even after the sheet is reopened', async () => {
  await open();
  answer(sendLink, () => outsideContract('the network is lost', lostConnection()));
  await fill('Customer', 'Ann Lee');
  await fill('Mobile phone', '5125550147');
  await userEvent.click(screen.getByLabelText(/asked me to send this link/));
  await press('Send text');
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^You're offline. Nothing was sent/,
  );
  expect(input('Customer').value).toBe('Ann Lee');
  cleanup();
  await open();
  expect(input('Customer').value).toBe('Ann Lee');
  expect(input('Mobile phone').value).toBe('5125550147');
  await press('Discard draft');
  expect(input('Customer').value).toBe('');
});
