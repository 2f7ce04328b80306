import { expect, it, vi } from 'vitest';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  endOtherSessions,
  endSession,
  readSessions,
  type OwnSession,
} from '@lintel/contract/identity/own-sessions';
import { dialogStore } from '../../../lib/dialog.ts';
import { press, recordCalls } from '../../../test/forms.ts';
import { openPortal } from '../../../test/render-portal.tsx';
import { renderAlone } from '../../../test/render-alone.tsx';
import { answer, refusal } from '../../../test/server.ts';
import { staff, switchedStaff, thisSession } from '../../../test/sessions.ts';
import { SessionsCard } from './sessions-card.tsx';

const phone: OwnSession = {
  ...thisSession,
  id: '5d1f8c1e-4d52-4c5e-9a43-2f1f2a7c1d02',
  device: 'Safari on iOS',
  address: '198.51.100.7',
  isThis: false,
};
const rows = async (): Promise<HTMLElement[]> =>
  within(await screen.findByRole('list', { name: 'Signed-in devices' })).getAllByRole('listitem');

it('a user sees the signed-in devices, and which one is current', async () => {
  answer(readSessions, { data: [thisSession, phone], total: 2 });
  renderAlone(<SessionsCard userId={11} />);
  const [mine, other] = await rows();
  expect(mine?.textContent).toContain('Chrome on macOSThis device203.0.113.24');
  expect(mine?.textContent).toContain('Signed in03/01/2026, 10:00 AM');
  expect(mine?.textContent).toContain('Last used03/05/2026, 1:00 PM');
  expect(within(mine ?? document.body).queryByRole('button')).toBeNull();
  expect(other?.textContent).toContain('Safari on iOS198.51.100.7');
});

it('another device can be signed out, and leaves the list', async () => {
  answer(readSessions, { data: [thisSession, phone], total: 2 });
  renderAlone(<SessionsCard userId={11} />);
  await rows();
  const calls = recordCalls(endSession, () => {
    answer(readSessions, { data: [thisSession], total: 1 });
    return { message: 'The device was signed out.' };
  });
  await press('Sign out Safari on iOS, 198.51.100.7');
  expect(await screen.findByText('Chrome on macOS')).toBeTruthy();
  await vi.waitFor(async () => expect(await rows()).toHaveLength(1));
  expect(calls.map(({ path }) => path)).toEqual([`/user/11/sessions/${phone.id}/end`]);
  expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull();
});

it('a device that had already signed out also leaves the list', async () => {
  answer(readSessions, { data: [thisSession, phone], total: 2 });
  renderAlone(<SessionsCard userId={11} />);
  await rows();
  answer(endSession, () => {
    answer(readSessions, { data: [thisSession], total: 1 });
    return refusal('not_found');
  });
  await press('Sign out Safari on iOS, 198.51.100.7');
  await vi.waitFor(async () => expect(await rows()).toHaveLength(1));
});

it('all other devices can be signed out, only after a confirmation', async () => {
  answer(readSessions, { data: [thisSession, phone], total: 2 });
  renderAlone(<SessionsCard userId={11} />);
  const calls = recordCalls(endOtherSessions);
  for (const confirmed of [false, true]) {
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
    expect(dialogStore.get()?.title).toBe('Sign out everywhere else?');
    expect(calls).toEqual([]);
    act(() => dialogStore.get()?.settle(confirmed));
  }
  await vi.waitFor(() => expect(calls).toHaveLength(1));
});

it('staff see the card on their own account and not while switched', async () => {
  const { unmount } = await openPortal('/personal-info', staff());
  expect(await rows()).toHaveLength(1);
  unmount();
  await openPortal('/personal-info', switchedStaff());
  await screen.findByRole('group', { name: 'Profile' });
  expect(screen.queryByText("Where You're Signed In")).toBeNull();
});

it('the card shows a loading failure with a retry', async () => {
  answer(readSessions, () => refusal('unexpected'));
  renderAlone(<SessionsCard userId={11} />);
  expect(await screen.findByText('The devices could not be loaded.')).toBeTruthy();
  answer(readSessions, { data: [thisSession], total: 1 });
  await press('Try again');
  expect(await rows()).toHaveLength(1);
});
