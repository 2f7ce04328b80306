import { expect, it } from 'vitest';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readDesk, readFirstSteps, readToday, type DeskItem } from '@lintel/contract/dashboard';
import { readPreferences, savePreference } from '@lintel/contract/identity/preferences';
import { recordCalls, type SentRequest } from '../../test/forms.ts';
import { openPortal } from '../../test/render-portal.tsx';
import { answer } from '../../test/server.ts';
import { owner } from '../../test/sessions.ts';
import { quietDay, quietDesk } from '../../test/today.ts';

const item = (documentId: number | null, change: Partial<DeskItem> = {}): DeskItem => ({
  documentId,
  customerId: 9,
  kind: documentId === null ? null : 'estimate',
  number: documentId === null ? null : 1040,
  name: 'Ann Lee',
  amount: documentId === null ? null : 1200,
  since: '2026-03-03T17:00:00.000Z',
  until: null,
  reason: '',
  ...change,
});
const section = (...items: DeskItem[]) => ({ count: items.length, isMore: false, items });

async function open(before: () => void) {
  const view = await openPortal('/refer', owner());
  before();
  await act(() => view.router.navigate({ to: '/' }));
}

it('lists open documents and texts, each linked to its document or customer', async () => {
  await open(() =>
    answer(readDesk, {
      ...quietDesk,
      overdue: section(
        item(31, { kind: 'invoice', since: null, until: '2026-02-01', number: 1007 }),
      ),
      unanswered: section(item(32)),
      failedTexts: section(item(null, { reason: 'Not in service' })),
    }),
  );
  const list = await screen.findByRole('list', { name: 'Estimates, invoices, and texts' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Ann LeeText failedNot in service · 03/03/2026',
    'Invoice 1007 · Ann LeeOverdue$1,200.00 · due 02/01/2026',
    'Estimate 1040 · Ann LeeNo answer$1,200.00 · viewed 03/03/2026, not answered',
  ]);
  const links = within(list)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/customers/9', '/documents/31', '/documents/32']);
  await userEvent.click(screen.getByRole('button', { name: 'Overdue 1' }));
  expect(screen.getByRole('link', { name: 'See all of these' }).getAttribute('href')).toBe(
    '/documents?state=overdue',
  );
  await userEvent.click(screen.getByRole('button', { name: 'No answer 1' }));
  expect(screen.getByRole('link', { name: 'See all of these' }).getAttribute('href')).toBe(
    '/documents?kind=estimate&state=unanswered',
  );
});

it('fetches each response once', async () => {
  const fetched = { today: 0, desk: 0, steps: 0 };
  await open(() => {
    answer(readToday, () => {
      fetched.today += 1;
      return quietDay();
    });
    answer(readDesk, () => {
      fetched.desk += 1;
      return { ...quietDesk, unanswered: section(item(32)) };
    });
    answer(readFirstSteps, () => {
      fetched.steps += 1;
      return { isNew: false, done: { page: true, logo: true, link: true, flyer: true } };
    });
  });
  await screen.findByRole('list', { name: 'Estimates, invoices, and texts' });
  await screen.findByText('Nothing to do today');
  expect(fetched).toEqual({ today: 1, desk: 1, steps: 1 });
});

it("starts with the steps that a new contractor hasn't completed or dismissed", async () => {
  let calls: SentRequest[] = [];
  await open(() => {
    answer(readFirstSteps, {
      isNew: true,
      done: { page: true, logo: false, link: false, flyer: false },
    });
    answer(readPreferences, { data: { 'first-steps': ['flyer'] } });
    calls = recordCalls(savePreference);
  });
  const steps = await screen.findByRole('list', { name: 'First steps' });
  const titles = () =>
    within(steps)
      .getAllByRole('listitem')
      .map((one) => one.querySelector('strong')?.textContent);
  expect(titles()).toEqual(['Add your logo', 'Send your first link']);
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss: Add your logo' }));
  await waitFor(() => expect(titles()).toEqual(['Send your first link']));
  expect(calls.map(({ body }) => body)).toEqual([{ key: 'first-steps', value: ['flyer', 'logo'] }]);
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss all' }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'First steps' })).toBeNull());
});
