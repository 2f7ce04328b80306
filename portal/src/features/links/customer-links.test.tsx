import { Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { act, screen, within } from '@testing-library/react';
import { readSession } from '@lintel/contract/identity/sessions';
import { cancelLink, listLinks, resendLink, type SentLink } from '@lintel/contract/links/links';
import { dialogStore } from '../../lib/dialog.ts';
import { press, recordCalls } from '../../test/forms.ts';
import { sentLink } from '../../test/links.ts';
import { renderAlone } from '../../test/render-alone.tsx';
import { answer } from '../../test/server.ts';
import { owner, privileges } from '../../test/sessions.ts';
import { CustomerLinks } from './customer-links.tsx';

const desk = (...words: string[]) => {
  const session = owner();
  const others = session.privileges.filter(({ resource }) => resource !== 'customers');
  const held = [...others, ...privileges(...words)];
  return { ...session, privileges: held, user: { ...session.user, privileges: held } };
};

async function open(links: readonly SentLink[], words = ['customers:read', 'customers:access']) {
  answer(readSession, desk(...words));
  answer(listLinks, { data: links, total: links.length });
  renderAlone(
    <Suspense>
      <CustomerLinks customerId={9} />
    </Suspense>,
  );
  return screen.findByRole('list', { name: 'Links' });
}

it('each link shows its state, the times of its steps, and any problem', async () => {
  const list = await open([
    sentLink({
      state: 'opened',
      sentAt: '2026-11-25T15:00:05.000Z',
      deliveredAt: '2026-11-25T15:00:09.000Z',
      openedAt: '2026-11-25T16:30:00.000Z',
      opens: 3,
      reminder: 'skipped',
      reminderReason: 'The link was opened',
    }),
    sentLink({ id: 6, state: 'failed', reason: "The phone number doesn't exist", stopped: true }),
  ]);
  const [first, second] = within(list).getAllByRole('listitem');
  expect(first?.textContent).toContain('Opened');
  expect(first?.textContent).toContain('(512) 555-0147 · $12,000.00');
  expect(first?.textContent).toMatch(/Delivered 11\/25\/2026, .+ · Opened 11\/25\/2026/);
  expect(first?.textContent).toContain('Opened 3 times');
  expect(first?.textContent).toContain('No reminder: The link was opened');
  expect(second?.textContent).toContain("Reason: The phone number doesn't exist");
  expect(second?.textContent).toContain('This number has opted out of texts.');
});

it('the contractor resends a text after confirming consent again, and cancels a link after a question', async () => {
  await open([sentLink({ state: 'sent', sendState: 'sent', mayResend: true })]);
  const again = recordCalls(resendLink, () => ({
    link: sentLink(),
    address: null,
    qr: null,
    message: 'The text is on its way',
  }));
  await press('Send again');
  await vi.waitFor(() => expect(dialogStore.get()).not.toBeNull());
  expect(dialogStore.get()?.text).toBe('This customer asked me to send this link by text message.');
  act(() => dialogStore.get()?.settle(false));
  expect(again).toHaveLength(0);
  await press('Send again');
  await vi.waitFor(() => expect(dialogStore.get()).not.toBeNull());
  act(() => dialogStore.get()?.settle(true));
  await vi.waitFor(() => expect(again).toHaveLength(1));
  expect(again[0]?.body).toEqual({ asked: true });
  const canceled = recordCalls(cancelLink, () => ({
    message: 'The link no longer works',
    link: sentLink({ state: 'canceled' }),
  }));
  await press('Cancel link');
  await vi.waitFor(() => expect(dialogStore.get()).not.toBeNull());
  act(() => dialogStore.get()?.settle(true));
  await vi.waitFor(() => expect(canceled).toHaveLength(1));
});

it("read-only users can't send or cancel", async () => {
  await open([sentLink({ state: 'sent', mayResend: true })], ['customers:read']);
  for (const name of ['Send again', 'Cancel link'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});
